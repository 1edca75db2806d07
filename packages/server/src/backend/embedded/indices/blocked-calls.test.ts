import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessOf, testApp } from '../../../testing/index.ts';

const app = await testApp();
afterAll(() => app.close());

async function refusal(method: string, path: string, body?: object): Promise<string> {
  const { status, text } = await app.call(method, path, body === undefined ? {} : { body });
  const blocked = /blocked by: \[([^\]]+)\]/.exec(text)?.[1];
  return `${status} ${blocked ?? ''}`.trim();
}

const block = (index: string, name: string, value: true | null = true) =>
  app.call('PUT', `/${index}/_settings`, { body: { [`index.blocks.${name}`]: value } });

beforeAll(async () => {
  const settings = { number_of_replicas: 0 };
  await app.call('PUT', '/old', { body: { settings, aliases: { all: {} } } });
  await app.call('PUT', '/new-1', { body: { settings, aliases: { all: { is_write_index: true } } } });
});

test('an alias is not rolled over, nor is it tried, where one of its indices takes no changes', async () => {
  await block('old', 'read_only');
  const readOnly = '403 FORBIDDEN/5/index read-only (api)';
  expect(await refusal('POST', '/all/_rollover?dry_run=true')).toBe(readOnly);
  expect(await refusal('POST', '/all/_rollover')).toBe(readOnly);
  await block('old', 'read_only', null);
  expect(await refusal('POST', '/all/_rollover?dry_run=true')).toBe('200');
});

test('an index that is closed already and takes no changes is not closed again', async () => {
  await app.call('PUT', '/shut');
  await app.call('POST', '/shut/_close');
  await block('shut', 'metadata');
  expect(await refusal('POST', '/shut/_close')).toBe('403 FORBIDDEN/9/index metadata (api)');
  await block('shut', 'metadata', null);
  expect(await refusal('POST', '/shut/_close')).toBe('200');
});

test('what an index that is not to be read holds and knows is not told', async () => {
  await app.call('PUT', '/secret', { body: { mappings: { properties: { a: { type: 'keyword' } } } } });
  await block('secret', 'read');
  const analyzed = await refusal('POST', '/secret/_analyze', { field: 'a', text: 'x' });
  expect(analyzed).toBe('403 FORBIDDEN/7/index read (api)');
  expect((await app.call('GET', '/secret/_field_caps?fields=*')).json()).toEqual({ indices: [], fields: {} });
  await block('secret', 'read', null);
  await block('secret', 'metadata');
  for (const [method, path] of [
    ['POST', '_cache/clear'],
    ['GET', '_upgrade'],
  ] as const) {
    expect(await refusal(method, `/secret/${path}`)).toBe('403 FORBIDDEN/9/index metadata (api)');
  }
});

test('who may not see an index is not told by a rollover that it is blocked', async () => {
  const role = { description: '', cluster: ['*'], indices: [{ names: ['*'], privileges: ['*'] }] };
  const held = { role };
  const other = await testApp({
    gate: {
      authenticate: async () => ({ id: 'a', username: 'a', roles: ['a'], kind: 'basic' }),
      access: (principal) => accessOf(principal, { defined: { a: held.role } }),
    },
  });
  await other.call('PUT', '/hidden-1', { body: { aliases: { theirs: {} } } });
  await other.call('PUT', '/hidden-1/_settings', { body: { 'index.blocks.read_only': true } });
  const whole = await other.call('POST', '/theirs/_rollover');
  expect(whole.text).toContain('index [hidden-1] blocked');
  held.role = { ...role, indices: [{ names: ['mine*'], privileges: ['*'] }] };
  const { status, text } = await other.call('POST', '/theirs/_rollover');
  expect([status, text]).toEqual([403, expect.stringContaining('security_exception')]);
  expect(text).not.toContain('blocked');
  await other.close();
});
