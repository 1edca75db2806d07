import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

/** What a phrase is corrected to where it is collated so, or the error. */
async function collated() {
  const app = await testApp();
  apps.push(app);
  const call = async (method: string, path: string, body: object | string) =>
    (await app.call(method, path, { body })).json<Record<string, never>>();
  for (const [id, t] of ['nobel prize', 'noble house', 'prime number'].entries())
    await call('PUT', `/c/_doc/${id}?refresh=true`, { t });
  const source = { match_phrase: { '{{f}}': '{{suggestion}}' } };
  await call('PUT', '/_scripts/kept', { script: { lang: 'mustache', source } });
  return async (collate: object, path: string = '/c/_search'): Promise<unknown> => {
    const phrase = { field: 't', confidence: 0, max_errors: 2, collate };
    const body = { suggest: { a: { text: 'nobel prise', phrase } } };
    const isOfMany = path.endsWith('_msearch');
    const answer = await call('POST', path, isOfMany ? `{}\n${JSON.stringify(body)}\n` : body);
    const { suggest, error } = isOfMany ? (answer.responses as unknown as (typeof answer)[])[0]! : answer;
    if (error !== undefined) return (error as { root_cause: [{ reason: string }] }).root_cause[0].reason;
    const found = suggest as unknown as { a: [{ options: { text: string; collate_match?: boolean }[] }] };
    return found.a[0].options.map(({ text, collate_match: match }) =>
      match === undefined ? text : [text, match],
    );
  };
}

test('phrases are collated with templates in the request and with kept ones', async () => {
  const ask = await collated();
  const source = { match_phrase: { '{{f}}': '{{suggestion}}' } };
  expect(await ask({ query: { source }, params: { f: 't' } })).toEqual(['nobel prize']);
  expect(await ask({ query: JSON.stringify(source), params: { f: 't', suggestion: 'other' } })).toEqual([
    'nobel prize',
  ]);
  expect(await ask({ query: { id: 'kept' }, params: { f: 't' }, prune: true })).toContainEqual([
    'nobel prize',
    true,
  ]);
});

test('what is wrong with a template is the error of the shards', async () => {
  const ask = await collated();
  expect(await ask({ query: { id: 'nosuch' } })).toBe('unable to find script [nosuch] in cluster state');
  expect(await ask({ query: { source: 'x' } })).toBe('Failed to derive xcontent');
  expect(await ask({ query: { source: '{"match": {"t": {{suggestion}}}}' } })).toBe(
    'I/O exception during suggest phase',
  );
  expect(await ask({ query: { source: 'doc', lang: 'painless' } })).toContain('[painless]');
  expect(await ask({ query: { prepared: {} } })).toContain('unknown field [prepared]');
  expect(await ask({ query: 5 })).toContain('[script] Expected START_OBJECT');
});

test('searches that are kept, or one of many, are collated too', async () => {
  const ask = await collated();
  const collate = { query: { source: { match_phrase: { t: '{{suggestion}}' } } } };
  for (const path of ['/c/_search?scroll=1m', '/c/_msearch'])
    expect(await ask(collate, path)).toEqual(['nobel prize']);
});
