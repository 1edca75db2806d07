import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestAnswer, type TestApp, testApp } from '../../../testing/index.ts';

const password = 'a long enough secret';
const strong = 'Str0ng-Enough-Phrase!';
let app: TestApp;

function as(user: string, method: string, path: string, body?: object | string): Promise<TestAnswer> {
  const word = user === 'admin' ? password : strong;
  const authorization = `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`;
  return app.call(method, path, { headers: { authorization }, ...(body === undefined ? {} : { body }) });
}

const properties = {
  tag: { type: 'keyword' },
  name: { type: 'keyword', store: true },
  mail: { type: 'text', store: true, fields: { raw: { type: 'keyword' } } },
  secretn: { type: 'long', store: true },
  when: { type: 'date' },
  at: { type: 'ip' },
  obj: { properties: { inner: { type: 'keyword' } } },
  parts: { type: 'nested', properties: { k: { type: 'keyword' } } },
};
const masks = ['name::/[0-9]+/::#', 'mail::/^[^@]+/::x', 'secretn', 'when', 'at', 'obj', 'parts.k::/k/::m'];
const settings = { number_of_shards: 1, number_of_replicas: 0 };
const masked = { tag: 'keyword', name: 'keyword', 'mail.raw': 'keyword', 'parts.k': 'keyword' };

const nameOf = (i: number): string | string[] => (i % 5 === 0 ? [`n${i}`, `m${i % 7}`] : `n${i % 11}`);

/** `open` holds the documents, `shut` what `ann` sees of them: the same with masked values. */
beforeAll(async () => {
  app = await testApp({ settings: { 'security.enabled': 'true', 'security.admin_password': password } });
  await as('admin', 'PUT', '/open', { settings, mappings: { properties } });
  await as('admin', 'PUT', '/shut', { settings, mappings: { properties } });
  for (let round = 0; round < 3; round++) {
    const lines = { open: '', shut: '' };
    for (let i = round * 20; i < round * 20 + 20; i++) {
      const head = `${JSON.stringify({ index: { _id: String(i) } })}\n`;
      const mail = `classified${i % 4}@example.org`;
      const mask = (text: string): string => text.replaceAll(/[0-9]+/g, '#');
      const name = nameOf(i);
      const open = {
        tag: `t${i % 3}`,
        ...(i % 9 === 0 ? {} : { name, mail }),
        secretn: 77_000 + i,
        when: '1999-09-09',
        at: '9.9.9.9',
        obj: { inner: 'classified', n: 99_999 },
        parts: [{ k: `k${i % 2}` }, { k: 'k9' }],
      };
      const shut = {
        tag: open.tag,
        ...(i % 9 === 0
          ? {}
          : { name: Array.isArray(name) ? name.map(mask) : mask(name), mail: 'x@example.org' }),
        parts: open.parts.map(({ k }) => ({ k: k.replace('k', 'm') })),
      };
      lines.open += `${head}${JSON.stringify(open)}\n`;
      lines.shut += `${head}${JSON.stringify(shut)}\n`;
    }
    for (const index of ['open', 'shut'] as const)
      await as('admin', 'POST', `/${index}/_bulk?refresh=true`, lines[index]);
  }
  const role = {
    cluster: ['cluster_composite_ops_ro'],
    indices: [
      {
        names: ['open'],
        field_mask: masks,
        privileges: ['read', 'indices:admin/mappings/get', 'indices:data/write/update'],
      },
    ],
  };
  expect((await as('admin', 'PUT', '/_security/role/masked', role)).status).toBe(201);
  await as('admin', 'PUT', '/_security/user/ann', { password: strong, roles: ['masked'] });
}, 60_000);
afterAll(() => app.close());

async function both(path: string, body: object): Promise<readonly [unknown, unknown]> {
  const strip = ({ status, text }: TestAnswer): unknown => {
    expect([path, status, text]).toEqual([path, 200, text]);
    const { took: _, ...rest } = JSON.parse(text.replaceAll('"open"', '"shut"')) as Record<string, unknown>;
    return rest;
  };
  const seen = await as('ann', 'POST', `/open/${path}`, body);
  return [strip(seen), strip(await as('admin', 'POST', `/shut/${path}`, body))];
}

test('aggregations, sorts, columns, groups and scripts work on what is seen', async () => {
  const fields = Object.keys(masked);
  const searches: object[] = [
    ...fields.map((field) => ({ size: 0, aggs: { a: { terms: { field, size: 50 } } } })),
    ...fields.map((field) => ({
      size: 0,
      aggs: { a: { cardinality: { field } }, m: { missing: { field } } },
    })),
    { size: 0, aggs: { a: { terms: { field: 'tag' }, aggs: { b: { terms: { field: 'name' } } } } } },
    { size: 0, aggs: { a: { composite: { sources: [{ s: { terms: { field: 'name' } } }] } } } },
    { size: 0, aggs: { p: { nested: { path: 'parts' }, aggs: { k: { terms: { field: 'parts.k' } } } } } },
    { size: 60, _source: false, sort: ['name', 'tag', '_doc'] },
    { size: 60, _source: false, docvalue_fields: ['name', 'mail.raw'], sort: ['_doc'] },
    { size: 60, _source: false, fields: ['name', 'mail', 'mail.raw'], sort: ['_doc'] },
    { size: 60, _source: ['tag', 'name', 'mail', 'parts'], sort: ['_doc'] },
    { collapse: { field: 'tag' }, sort: ['name', '_doc'], _source: false },
    { query: { exists: { field: 'name' } }, size: 0 },
    {
      size: 60,
      _source: false,
      sort: ['_doc'],
      script_fields: { n: { script: "doc['name'].size() == 0 ? 'none' : doc['name'].value" } },
    },
  ];
  for (const body of searches) {
    const [seen, expected] = await both('_search', body);
    expect(seen, JSON.stringify(body)).toEqual(expected);
  }
});

test('nothing of a masked value is in any answer', async () => {
  const quiet = async (method: string, path: string, body?: object): Promise<string> => {
    const { status, text } = await as('ann', method, path, body);
    expect([
      path,
      JSON.stringify(body),
      status,
      /classified|1999|9\.9\.9\.9|770\d\d|99999|n[0-9]+"/.exec(text)?.[0],
    ]).toEqual([path, JSON.stringify(body), 200, undefined]);
    return text;
  };
  const document = JSON.parse(await quiet('GET', '/open/_doc/7')) as { _source: Record<string, unknown> };
  expect(document._source).toMatchObject({ tag: 't1', name: 'n#', mail: 'x@example.org' });
  expect(document._source.secretn).toMatch(/^[0-9a-f]{64}$/);
  expect(document._source.obj).toEqual({
    inner: expect.stringMatching(/^[0-9a-f]{64}$/),
    n: expect.any(String),
  });
  await quiet('POST', '/open/_mget', { ids: ['1', '5'] });
  await quiet('GET', '/open/_source/5');
  await quiet('GET', '/open/_termvectors/7?fields=*');
  await quiet('POST', '/open/_search', {
    size: 60,
    fields: ['*'],
    docvalue_fields: ['tag', 'name', 'mail.raw'],
  });
  await quiet('POST', '/open/_search', { highlight: { fields: { '*': {} } }, query: { match_all: {} } });
  await quiet('POST', '/open/_search', { aggs: { a: { top_hits: {} } } });
  await quiet('POST', '/open/_search', { script_fields: { s: { script: 'params._source.name' } } });
  await quiet('POST', '/open/_search', { suggest: { text: 't9', s: { term: { field: 'tag' } } } });
  await quiet('POST', '/open/_search', {
    aggs: { s: { stats: { field: 'secretn' } }, t: { terms: { field: 'at' } } },
  });
});

test('no query finds a document by what is masked', async () => {
  const queries = [
    { term: { name: 'n7' } },
    { prefix: { name: 'n7' } },
    { terms: { 'mail.raw': ['classified1@example.org'] } },
    { range: { secretn: { gte: 0 } } },
    { term: { at: '9.9.9.9' } },
    { range: { when: { lte: 'now' } } },
    { query_string: { query: 'classified1' } },
    { term: { 'obj.inner': 'classified' } },
    { nested: { path: 'parts', query: { term: { 'parts.k': 'k9' } } } },
  ];
  for (const query of queries) {
    const answer = await as('ann', 'POST', '/open/_count', { query });
    expect([query, answer.status, answer.json().count]).toEqual([query, 200, 0]);
  }
});

test('a constant that is masked is not in the mapping, and keeps no call from being answered', async () => {
  const constant = { same: { type: 'constant_keyword', value: 'classified' }, tag: { type: 'keyword' } };
  await as('admin', 'PUT', '/constant', { settings, mappings: { properties: constant } });
  await as('admin', 'PUT', '/constant/_doc/1?refresh=true', { same: 'classified', tag: 'a' });
  const indices = [{ names: ['constant'], field_mask: ['same'], privileges: ['read', 'indices:admin/*'] }];
  await as('admin', 'PUT', '/_security/role/constant', { cluster: [], indices });
  await as('admin', 'PUT', '/_security/user/bob', { password: strong, roles: ['constant'] });
  for (const [method, path, body] of [
    ['GET', '/constant/_field_caps?fields=*'],
    ['GET', '/constant/_mapping'],
    ['POST', '/constant/_analyze', { field: 'tag', text: 'x' }],
    ['POST', '/constant/_search', { aggs: { a: { terms: { field: 'same' } } }, fields: ['*'] }],
  ] as const) {
    const { status, text } = await as('bob', method, path, body);
    expect([path, status, text.includes('classified')]).toEqual([path, 200, false]);
  }
  const { text } = await as('bob', 'POST', '/constant/_count', { query: { term: { same: 'classified' } } });
  expect(JSON.parse(text)).toMatchObject({ count: 0 });
});

test('what would write a document back from what is seen is refused', async () => {
  const { status } = await as('ann', 'POST', '/open/_update/1', { doc: { tag: 'x' } });
  expect(status).toBe(403);
});

test('masks are kept and shown as they were given, and wrong ones are refused', async () => {
  const shown = await as('admin', 'GET', '/_plugins/_security/api/roles/masked');
  expect(shown.json()).toMatchObject({ masked: { index_permissions: [{ masked_fields: masks }] } });
  const put = async (mask: string): Promise<unknown> => {
    const body = {
      index_permissions: [{ index_patterns: ['a'], masked_fields: [mask], allowed_actions: ['read'] }],
    };
    const { status, text } = await as('admin', 'PUT', '/_plugins/_security/api/roles/wrong', body);
    return [status, JSON.parse(text)];
  };
  expect(await put('a::BAD')).toEqual([
    400,
    { status: 'error', reason: 'Wrong datatype', 'Masked field not valid: a::BAD': 'Invalid algorithm BAD' },
  ]);
  for (const mask of ['a::/[/::x', 'a::/x/', '::x', '/[/', '/[/::MD5', `${'a'.repeat(1_025)}`]) {
    expect([mask, ((await put(mask)) as [number])[0]]).toEqual([mask, 400]);
  }
});

test('stored fields that are masked are nothing to scripts', async () => {
  for (const field of ['name', 'mail']) {
    const script = `params._fields['${field}'].values.size()`;
    const body = { size: 60, script_fields: { one: { script } } };
    const told = async (user: string): Promise<string> =>
      (await as(user, 'POST', '/open/_search?filter_path=hits.hits.fields', body)).text;
    expect(await told('ann')).not.toMatch(/"one":\[[1-9]/);
    expect(await told('admin')).toMatch(/"one":\[[1-9]/);
  }
});
