import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const open: TestApp[] = [];

afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

interface Sizes {
  readonly _all: {
    readonly total: {
      readonly completion: {
        readonly size_in_bytes: number;
        readonly fields?: Readonly<Record<string, { readonly size_in_bytes: number }>>;
      };
    };
  };
}

test('what fields of completions take is told, by field where that is asked for', async () => {
  const app = await testApp();
  open.push(app);
  const sizes = async (query = '') => {
    const { json } = await app.call('GET', `/_stats/completion${query}`);
    return json<Sizes>()._all.total.completion;
  };
  await app.call('PUT', '/a', {
    body: { mappings: { properties: { s: { type: 'completion' }, t: { type: 'completion' } } } },
  });
  expect(await sizes()).toEqual({ size_in_bytes: 0 });
  await app.call('PUT', '/a/_doc/1?refresh', { body: { s: ['one', 'two'] } });
  const { size_in_bytes: total } = await sizes();
  expect(total).toBeGreaterThan(0);
  expect(await sizes('?completion_fields=s*')).toEqual({
    size_in_bytes: total,
    fields: { s: { size_in_bytes: total } },
  });
  await app.call('PUT', '/a/_doc/2?refresh', { body: { t: 'three' } });
  const { fields } = await sizes('?fields=t');
  expect(Object.keys(fields ?? {})).toEqual(['t']);
  expect((await sizes()).size_in_bytes).toBeGreaterThan(total);
  const { text } = await app.call('GET', '/_cat/indices?h=completion.size&bytes=b');
  expect(Number(text)).toBe((await sizes()).size_in_bytes);
});
