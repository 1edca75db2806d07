import { afterAll, beforeEach, expect, test } from 'vitest';
import { testApp } from '../../../testing/index.ts';

const app = await testApp();
afterAll(() => app.close());

beforeEach(async () => {
  await app.call('DELETE', '/*');
  await app.call('PUT', '/x', { body: { aliases: { all: {} } } });
  await app.call('PUT', '/y');
});

async function reason(method: string, path: string, body?: object): Promise<string> {
  const { status, text } = await app.call(method, path, body === undefined ? {} : { body });
  const { error } = JSON.parse(text) as { error?: { reason: string } };
  return `${status} ${error?.reason ?? ''}`.trim();
}

const act = (...actions: readonly object[]) => reason('POST', '/_aliases', { actions });

test('indices whose aliases are changed are named by their own names', async () => {
  const refused =
    '400 The provided expression [all] matches an alias, specify the corresponding concrete indices instead.';
  expect(await act({ add: { index: 'all', alias: 'b' } })).toBe(refused);
  expect(await act({ remove: { index: 'all', alias: 'all' } })).toBe(refused);
  expect(await reason('PUT', '/all/_alias/b')).toBe(refused);
  expect(await reason('DELETE', '/all/_alias/all')).toBe(refused);
  expect(await act({ add: { index: 'al*', alias: 'b' } })).toBe('404 no such index [al*]');
  expect((await app.call('GET', '/_alias')).json()).toEqual({
    x: { aliases: { all: {} } },
    y: { aliases: {} },
  });
});

test('an index that is removed in the same request has no aliases to change', async () => {
  const gone = { remove_index: { index: 'x' } };
  expect(await act(gone, { add: { index: 'x', alias: 'b' } })).toBe('404 no such index [x]');
  expect(await act({ remove: { index: 'x', alias: 'all' } }, gone)).toBe('404 no such index [x]');
  expect((await app.call('HEAD', '/x')).status).toBe(200);
  expect(await act(gone, { add: { index: 'y', alias: 'x' } })).toBe('200');
  expect(await act({ remove: { index: 'y', alias: 'none*' } }, { remove_index: { index: 'y' } })).toBe('200');
});

test('the block of a full disk is put by a call, too', async () => {
  expect(await reason('PUT', '/x/_block/read_only_allow_delete')).toBe('200');
});

test('an index, which cannot be rolled over, says first that it takes no changes', async () => {
  await app.call('PUT', '/x/_block/read_only');
  expect(await reason('POST', '/x/_rollover')).toContain('403 index [x] blocked by');
  await app.call('PUT', '/x/_settings', { body: { 'index.blocks.read_only': null } });
  expect(await reason('POST', '/x/_rollover')).toContain('400 rollover target is a [concrete index]');
});
