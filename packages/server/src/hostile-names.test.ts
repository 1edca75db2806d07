import { errorTable } from '@sextant/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FlatSettings, nestSettings } from './cluster/flat-settings.ts';
import { cbor } from './http/cbor-writer.ts';
import {
  cborType,
  get,
  hostileNames,
  hostilePlaces,
  lines,
  linesType,
  member,
  type Place,
  put,
  yamlType,
} from './testing/hostile-places.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype];
const shapes = (): string =>
  prototypes.map((prototype) => Reflect.ownKeys(prototype).map(String).join()).join(';');
const untouched = shapes();

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(async () => {
  await app.close();
});

async function prepare(): Promise<void> {
  await app.call('DELETE', '/*');
  await app.call('PUT', '/docs', {
    body: {
      mappings: { properties: { n: { type: 'long' }, d: { type: 'date' }, tag: { type: 'keyword' } } },
    },
  });
  await app.call('PUT', '/docs/_doc/proto?refresh', { body: { n: 1, d: '2026-01-01', tag: 'x' } });
}

async function send({ method, path, headers, body }: Place): Promise<void> {
  const what = `${method} ${path.slice(0, 200)} ${typeof body === 'object' ? JSON.stringify(body).slice(0, 300) : (body ?? '')}`;
  const answer = await app.call(method, path, {
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
  });
  expect(shapes(), what).toBe(untouched);
  expect(({} as { polluted?: unknown }).polluted, what).toBeUndefined();
  const problems = app.log.entries.filter(({ level }) => level === 'error');
  expect(problems, what).toEqual([]);
  if (answer.status < 400) return;
  if (answer.headers['content-type']?.startsWith('application/json') !== true) return;
  const { error } = answer.json<{ error?: { type?: string } | string }>();
  if (typeof error !== 'object') return;
  expect(Object.keys(errorTable), `${what} ${answer.text}`).toContain(error.type);
  expect(error.type, `${what} ${answer.text}`).not.toBe('exception');
}

test.each(hostileNames.map((name) => [JSON.stringify(name).slice(0, 40), name]))(
  'the name %s breaks nothing wherever it stands',
  async (_, name) => {
    await prepare();
    for (const place of hostilePlaces(name)) {
      await send(place);
      if (place.path === '/fresh') {
        for (const view of ['', '?flat_settings', '/_settings?include_defaults', '/_mapping', '/_stats']) {
          await send(get(`/fresh${view}`));
        }
        await app.call('DELETE', '/fresh');
      }
      if (place.path.startsWith('/_cluster/settings')) await send(get('/_cluster/settings?include_defaults'));
      if (place.path.startsWith('/docs/_settings')) await send(get('/docs/_settings'));
    }
    for (const view of [
      '/_cluster/state',
      '/_cat/indices?v',
      '/docs',
      '/_mapping?format=yaml',
      '/_search?format=cbor',
    ]) {
      await send(get(view));
    }
  },
  60_000,
);

/** What may be the name of a field: not blank, no dots at the ends. */
const fields = hostileNames.filter((name) => name.trim() !== '' && !name.includes('.'));

test.each(fields.map((name) => [JSON.stringify(name).slice(0, 40), name]))(
  'what is stored under the name %s reads back the same',
  async (_, name) => {
    await prepare();
    const document = member(name, { n: 1, ...member(name, 'x') });
    const whole = JSON.stringify(document);
    const bodies: readonly Place[] = [
      put('/docs/_doc/json', document),
      { method: 'PUT', path: '/docs/_doc/cbor', headers: cborType, body: cbor(document as never) },
      { method: 'PUT', path: '/docs/_doc/yaml', headers: yamlType, body: whole },
      {
        method: 'POST',
        path: '/_bulk',
        headers: linesType,
        body: lines({ index: { _index: 'docs', _id: 'bulk' } }, document),
      },
      { method: 'POST', path: '/docs/_update/update', body: { doc: document, doc_as_upsert: true } },
      { method: 'POST', path: '/docs/_update/update', body: { doc: member(name, { n: 1 }) } },
    ];
    for (const body of bodies) await send(body);
    await send({ method: 'POST', path: '/docs/_refresh' });
    for (const id of ['json', 'cbor', 'yaml', 'bulk', 'update']) {
      // CBOR is UTF-8 and cannot say half a character; JSON has escapes for it.
      if (id === 'cbor' && !name.isWellFormed()) continue;
      expect((await app.call('GET', `/docs/_source/${id}`)).text, id).toBe(whole);
    }
    if (!name.includes('*') && name.isWellFormed()) {
      const filtered = await app.call('POST', '/docs/_search', {
        body: { size: 1, query: { ids: { values: ['json'] } }, _source: [`${name}.${name}`] },
      });
      expect(filtered.text).toContain(JSON.stringify(member(name, member(name, 'x'))));
    }
    const leaf = (await app.call('GET', '/docs/_mapping')).json<{
      docs: { mappings: { properties: Record<string, { properties: object }> } };
    }>();
    expect(Object.keys(leaf.docs.mappings.properties)).toContain(name);
    expect(Object.keys(leaf.docs.mappings.properties[name]!.properties)).toContain(name);
    // The terms of a field whose name is no UTF-8 are found under another one.
    if (!name.isWellFormed()) return;
    const aggregation = name.replaceAll(/[[\]>]/g, '');
    const buckets = await app.call('POST', '/docs/_search', {
      body: {
        size: 0,
        aggs: member(aggregation, {
          terms: { field: `${name}.n` },
          aggs: member(aggregation, { max: { field: `${name}.n` } }),
        }),
      },
    });
    const figures = buckets.json<{
      aggregations: Record<string, { buckets: Record<string, { value: number }>[] }>;
    }>();
    expect(Object.keys(figures.aggregations)).toEqual([aggregation]);
    expect(
      Object.getOwnPropertyDescriptor(figures.aggregations[aggregation]!.buckets[0], aggregation)?.value,
    ).toEqual({ value: 1 });
    expect(shapes()).toBe(untouched);
  },
  60_000,
);

test('settings with such a name that an earlier version has stored hurt nobody', () => {
  const stored = JSON.parse(
    '{"index.routing.allocation.include.__proto__.polluted":"x","__proto__":"y"}',
  ) as FlatSettings;
  expect(JSON.stringify(nestSettings(stored))).toBe(
    '{"__proto__":"y","index":{"routing":{"allocation":{"include":{"__proto__":{"polluted":"x"}}}}}}',
  );
  expect(shapes()).toBe(untouched);
});
