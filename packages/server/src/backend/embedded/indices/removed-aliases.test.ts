import { afterAll, beforeEach, expect, test } from 'vitest';
import { testApp } from '../../../testing/index.ts';

const app = await testApp();
afterAll(() => app.close());

beforeEach(async () => {
  await app.call('DELETE', '/*');
  await app.call('PUT', '/x', { body: { aliases: { a: {}, b: {} } } });
  await app.call('PUT', '/y');
});

/** The aliases that are left, or what is missing. */
async function after(...actions: readonly object[]): Promise<unknown> {
  const { status, text } = await app.call('POST', '/_aliases', { body: { actions } });
  if (status === 404) return (JSON.parse(text) as { error: object }).error;
  expect([status, text]).toEqual([200, '{"acknowledged":true}']);
  const left = (await app.call('GET', '/x/_alias')).json<{ x: { aliases: object } }>();
  return Object.keys(left.x.aliases).sort();
}

const remove = (names: object): object => ({ remove: { index: 'x', ...names } });

test('aliases that are not there are an error only where nothing else is to be done', async () => {
  expect(await after(remove({ aliases: ['none', 'other*'] }))).toMatchObject({
    reason: 'aliases [other*, none] missing',
    'resource.id': ['other*', 'none'],
    'resource.type': 'aliases',
  });
  expect(await after(remove({ alias: 'none' }))).toMatchObject({ 'resource.id': 'none' });
  const several = await after(remove({ alias: '_r2' }), remove({ alias: 'r2-x:' }));
  expect(several).toMatchObject({ reason: 'aliases [r2-x:, _r2] missing' });
  expect(await after(remove({ alias: 'constructor' }))).toMatchObject({ 'resource.id': 'constructor' });
  expect(await after(remove({ aliases: ['a', 'none'] }))).toEqual(['b']);
  expect(await after(remove({ alias: 'none' }), { add: { index: 'x', alias: 'c' } })).toEqual(['b', 'c']);
  expect(await after(remove({ alias: 'none', must_exist: false }))).toEqual(['b', 'c']);
  expect((await app.call('DELETE', '/x/_alias/none,more')).text).toContain('aliases [more, none] missing');
  expect((await app.call('DELETE', '/x/_alias/none,b')).status).toBe(200);
});

test('with must_exist each name is an alias of each index', async () => {
  const must = { must_exist: true };
  expect(await after(remove({ aliases: ['none*', 'a', 'none'], ...must }))).toMatchObject({
    reason: 'aliases [none*, none] missing',
  });
  const both = { remove: { indices: ['x', 'y'], alias: 'a', ...must } };
  expect(await after(both)).toMatchObject({ reason: 'aliases [a] missing' });
  expect(await after(remove({ aliases: ['a', 'b*'], ...must }))).toEqual([]);
});

test('a name or pattern after a minus leaves out what those before it have named', async () => {
  expect(await after(remove({ aliases: ['a', '-a'] }))).toMatchObject({ 'resource.id': ['a', '-a'] });
  expect(await after(remove({ aliases: ['*', '-a'], must_exist: true }))).toMatchObject({
    'resource.id': '-a',
  });
  expect(await after(remove({ aliases: ['-a', '*', '-a'] }))).toEqual(['a']);
  expect((await app.call('PUT', '/x/_alias/b')).status).toBe(200);
  expect((await app.call('DELETE', '/x/_alias/_all,-b*,-_all')).status).toBe(200);
  expect(await after(remove({ alias: '-b', must_exist: false }))).toEqual(['b']);
  expect(await after(remove({ aliases: ['*', '-b*', 'b'] }))).toEqual([]);
});

test('what is removed was there before the request', async () => {
  const add = { add: { index: 'x', alias: 'new' } };
  expect(await after(add, remove({ alias: 'n*', must_exist: true }))).toMatchObject({
    reason: 'aliases [n*] missing',
  });
  expect(await after(add, remove({ alias: 'n*' }))).toEqual(['a', 'b', 'new']);
  expect(await after(add, remove({ alias: 'n*' }))).toEqual(['a', 'b']);
});

test('with must_exist false a name is an alias alone, and may be one that the request has added', async () => {
  const may = { must_exist: false };
  for (const alias of ['*', '_all', 'a*']) {
    expect(await after(remove({ alias, ...may }))).toEqual(['a', 'b']);
  }
  expect(await after(remove({ aliases: ['*', '-a', 'b', 'none'], ...may }))).toEqual(['a']);
  const add = { add: { index: 'x', alias: 'new' } };
  expect(await after(add, remove({ alias: 'new', ...may }))).toEqual(['a']);
  expect(await after({ remove_index: { index: 'x' } }, remove({ alias: 'none', ...may }))).toMatchObject({
    reason: 'no such index [x]',
  });
  expect(await after(remove({ alias: '_all', must_exist: true }))).toMatchObject({ 'resource.id': '_all' });
});

test('an empty filter is none', async () => {
  expect(await after({ add: { index: 'x', alias: 'c', filter: {} } })).toEqual(['a', 'b', 'c']);
  expect((await app.call('PUT', '/z', { body: { aliases: { d: { filter: {} } } } })).status).toBe(200);
  expect((await app.call('GET', '/_alias/c,d')).json()).toEqual({
    x: { aliases: { c: {} } },
    z: { aliases: { d: {} } },
  });
});
