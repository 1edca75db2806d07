import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/index.ts';

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.close());

async function copies(index: string): Promise<unknown> {
  const shown = await app.call('GET', `/${index}/_settings?flat_settings=true`);
  return shown.json<Record<string, { settings: Record<string, unknown> }>>()[index]!.settings[
    'index.number_of_replicas'
  ];
}

const change = (settings: object) => app.call('PUT', '/a/_settings', { body: settings });

test('an index whose copies expand from 0 has none on a single node, and is green', async () => {
  await app.call('PUT', '/a', { body: { settings: { auto_expand_replicas: '0-1', number_of_replicas: 2 } } });
  expect(await copies('a')).toBe('0');
  expect((await app.call('GET', '/_cluster/health/a')).json()).toMatchObject({ status: 'green' });
});

test('a template can say so', async () => {
  const template = { settings: { auto_expand_replicas: '0-all' } };
  await app.call('PUT', '/_index_template/t', { body: { index_patterns: ['a*'], template } });
  await app.call('PUT', '/a');
  expect(await copies('a')).toBe('0');
});

test('the number of copies follows changes of the range, and is free when there is none', async () => {
  await app.call('PUT', '/a', { body: { settings: { auto_expand_replicas: '1-2', number_of_replicas: 3 } } });
  expect(await copies('a')).toBe('3');
  await change({ 'index.auto_expand_replicas': '0-2' });
  expect(await copies('a')).toBe('0');
  await change({ 'index.number_of_replicas': 2 });
  expect(await copies('a')).toBe('0');
  await change({ 'index.auto_expand_replicas': 'false' });
  expect(await copies('a')).toBe('0');
  await change({ 'index.number_of_replicas': 2 });
  expect(await copies('a')).toBe('2');
});
