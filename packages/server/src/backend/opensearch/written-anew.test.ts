import { afterEach, expect, test } from 'vitest';
import { replyJson as json, StubClusters } from '../../testing/index.ts';

const stubs = new StubClusters();
const cluster = stubs.cluster.bind(stubs);
const serviceOver = stubs.serviceOver.bind(stubs);

afterEach(() => stubs.close());

test('a bulk body streams through; an operation on a system index stays behind and is told in its place', async () => {
  const { url, seen } = await cluster((response, { body }) => {
    const items = body.includes('"docs"') ? [{ index: { _index: 'docs', _id: '1', status: 201 } }] : [];
    json(response, items.length === 0 ? 400 : 200, JSON.stringify({ took: 1, errors: false, items }));
  });
  const app = await serviceOver(url);
  const body = '{"index":{"_index":"docs"}}\n{"a":"ä .sextant-security"}\n';
  const headers = { 'content-type': 'application/x-ndjson' };
  expect((await app.call('POST', '/_bulk', { body, headers })).status).toBe(200);
  expect([seen[0]!.body, seen[0]!.headers['content-type']]).toEqual([body, 'application/x-ndjson']);
  const stolen = '{"index":{"_index":".sextant-security","_id":"user:admin"}}\n{"record":1}\n';
  const mixed = await app.call('POST', '/_bulk', { body: stolen + body, headers });
  expect(seen[1]!.body).toBe(body);
  expect(mixed.json()).toMatchObject({
    errors: true,
    items: [
      { index: { _index: '.sextant-security', status: 403 } },
      { index: { _index: 'docs', status: 201 } },
    ],
  });
  const alone = await app.call('POST', '/_bulk', { body: stolen, headers });
  expect(seen[2]!.body).toBe('');
  expect([alone.status, alone.json<{ items: unknown[] }>().items.length]).toEqual([200, 1]);
});

test('operations of a bulk that name no index go to that of the path, and the answer has any form', async () => {
  const { url, seen } = await cluster((response, { headers }) => {
    const items = [{ index: { _index: 'docs', _id: '1', status: 201 } }];
    const isYaml = headers.accept?.includes('yaml') === true;
    json(response, 200, isYaml ? '---' : JSON.stringify({ took: 1, errors: false, items }));
  });
  const app = await serviceOver(url);
  const body = '{"index":{}}\n{}\n{"delete":{"_index":".sextant-security","_id":"1"}}\n';
  const headers = { 'content-type': 'application/x-ndjson', accept: 'application/yaml' };
  const answer = await app.call('POST', '/docs/_bulk', { body, headers });
  expect([seen[0]!.url, seen[0]!.body]).toEqual(['/docs/_bulk', '{"index":{}}\n{}\n']);
  expect([answer.status, answer.text.match(/status: \d+/g)]).toEqual([200, ['status: 201', 'status: 403']]);
});

test('system indices are out of reach by path, parameter, wildcard, date math and hidden wildcards', async () => {
  const { url, seen } = await cluster((response) => json(response, 200, '{}'));
  const app = await serviceOver(url);
  for (const path of [
    '/.sextant-security/_search',
    '/%3C.sextant-security%3E/_search',
    '/a,.sextant-x/_count',
    '/_cat/recovery?index=a,.sextant-x',
  ]) {
    expect([path, (await app.call('GET', path)).status]).toEqual([path, 403]);
  }
  expect(seen).toEqual([]);
  await app.call('GET', '/_search?expand_wildcards=%61ll');
  await app.call('GET', '/log*/_count');
  await app.call('GET', '/a/_search?routing=x;index=.sextant-security');
  await app.call('GET', '/a/_count?index=.sextant-security');
  expect(seen.map((one) => one.url)).toEqual([
    '/*%2C-.sextant-*/_search?expand_wildcards=all',
    '/log*%2C-.sextant-*/_count',
    '/a/_search?routing=x%3Bindex%3D.sextant-security',
    '/a/_count',
  ]);
});

test('date math is worked out once, name by name: the cluster finds none that it would work out again', async () => {
  const { url, seen } = await cluster((response) => json(response, 200, '{"items":[]}'));
  const app = await serviceOver(url);
  const twice = '%3C%3C.sextant-security%3E%3E';
  for (const path of [
    `/${twice}/_search`,
    `/${twice}/_doc/user:admin`,
    `/docs,${twice}/_mapping`,
    `/_cat/recovery?index=${twice}`,
    '/%3Cx%3E,%3C%3C.sextant-security%3E%3E,%3Cy%3E/_search',
    '/%3C%5C%3C.sextant-security%3E%3E/_search',
  ]) {
    expect([path, (await app.call('GET', path)).status]).toEqual([path, 400]);
  }
  const lookup = { terms: { a: { index: '<<.sextant-security>>', id: 'user:admin', path: 'record' } } };
  expect((await app.call('POST', '/docs/_search', { body: { query: lookup } })).status).toBe(400);
  expect(seen).toEqual([]);
  await app.call('GET', '/%3Ca-%7Bnow%2Fy%7Byyyy%7D%7D%3E,%3Cb%3E,c/_search');
  expect(seen[0]!.url).toMatch(/^\/a-\d{4}%2Cb%2Cc\/_search$/);
});

test('a name that the cluster would take for a call of its own never arrives', async () => {
  const { url, seen } = await cluster((response) => json(response, 200, '{}'));
  const app = await serviceOver(url);
  for (const path of ['/_ingest', '/_nodes/_all/usage/a/b', '/%5Fscripts', '/a,_tasks']) {
    expect([path, (await app.call('GET', path)).status]).toEqual([path, 400]);
  }
  await app.call('GET', '/docs/_doc/..');
  expect(seen.map((one) => one.url)).toEqual(['/docs/_doc/%2E%2E']);
});

test('parameters are written from what was read: units, lists and booleans as the cluster knows them', async () => {
  const { url, seen } = await cluster((response) => json(response, 200, '{}'));
  const app = await serviceOver(url);
  await app.call(
    'GET',
    '/a/_search?timeout=2s&ignore_unavailable&track_scores&_source=b%26index=c,d&size=1&scroll=1500micros',
  );
  expect(seen[0]!.url).toBe(
    '/a/_search?timeout=2000ms&track_scores=true&_source=b%26index%3Dc%2Cd&size=1&scroll=1500micros',
  );
});

test('a multi search is written anew: each header with its indices, none of them ours', async () => {
  const { url, seen } = await cluster((response) => json(response, 200, '{"took":1,"responses":[{},{},{}]}'));
  const app = await serviceOver(url);
  const lines = [
    '',
    '{"expand_wildcards":"all"}',
    '{"query":{"range":{"n":{"gte":9007199254740993,"lte":1.0}}}}',
    '{"index":["_all"],"ignore_unavailable":true}',
    '{}',
    '{"index":"a,<b-{now/y{yyyy}}>"}',
    '{}',
    '{"index":".sextant-security"}',
    '{}',
    '',
  ];
  const headers = { 'content-type': 'application/x-ndjson' };
  const answer = await app.call('POST', '/_msearch', { body: lines.join('\n'), headers });
  const year = new Date(app.clock.now()).getUTCFullYear();
  expect(seen[0]!.body.split('\n')).toEqual([
    '{"index":["*","-.sextant-*"],"expand_wildcards":"all"}',
    '{"query":{"range":{"n":{"gte":9007199254740993,"lte":1.0}}}}',
    '{"index":["*","-.sextant-*"],"ignore_unavailable":true}',
    '{}',
    `{"index":["a","b-${year}"]}`,
    '{}',
    '',
  ]);
  expect(answer.json<{ responses: unknown[] }>().responses[3]).toMatchObject({
    status: 403,
    error: { type: 'security_exception' },
  });
  for (const header of ['{"index":"a","index":"b"}', '{"index":"a","indices":"b"}', '{"unknown":1}', '[]']) {
    const refused = await app.call('POST', '/_msearch', { body: `${header}\n{}\n`, headers });
    expect([header, refused.status]).toEqual([header, 400]);
  }
  const bodiless = await app.call('POST', '/_msearch', { body: '{"index":"a"}\n\n', headers });
  expect([bodiless.status, bodiless.json<{ error: { type: string } }>().error.type]).toEqual([
    400,
    'parsing_exception',
  ]);
});

test('what a search, an alias or a multi get names in its body is judged wherever it stands', async () => {
  const { url, seen } = await cluster((response) => json(response, 200, '{"docs":[]}'));
  const app = await serviceOver(url);
  const hidden = { index: '.sextant-security', id: '1', path: 'record' };
  const wrapped = Buffer.from(JSON.stringify({ terms: { a: hidden } })).toString('base64');
  const refused: readonly (readonly [string, string, object | string])[] = [
    ['POST', '/_search', { query: { terms: { a: hidden } } }],
    ['POST', '/a/_count', { query: { bool: { filter: [{ wrapper: { query: wrapped } }] } } }],
    [
      'POST',
      '/_search',
      { query: { more_like_this: { like: [{ _index: '.sextant-security', _id: '1' }] } } },
    ],
    ['POST', '/_search', { query: { geo_shape: { p: { indexed_shape: hidden } } } }],
    ['POST', '/_search', { indices_boost: [{ '.sextant-security': 2 }] }],
    ['POST', '/_search', '{"query":{"terms":{"a":{"index":"\\u002esextant-security","id":"1","path":"r"}}}}'],
    ['POST', '/_aliases', { actions: [{ add: { index: '.sextant-security', alias: 'hop' } }] }],
    ['POST', '/_aliases', { actions: [{ add: { index: 'a', alias: '.sextant-security' } }] }],
    ['PUT', '/a/_alias/hop', { index: '.sextant-security' }],
    ['PUT', '/b', { aliases: { '.sextant-new': {} } }],
  ];
  for (const [method, path, body] of refused) {
    expect([body, (await app.call(method, path, { body })).status]).toEqual([body, 403]);
  }
  expect(seen).toEqual([]);
  await app.call('POST', '/_aliases', {
    body: { actions: [{ add: { index: '*', alias: 'x', filter: { term: { n: 1 } } } }] },
  });
  await app.call('PUT', '/a/_alias/x', { body: { index: 'b*', alias: 'y', routing: '1' } });
  await app.call('POST', '/_search', { body: { query: { match: { title: '.sextant-security' } } } });
  const got = await app.call('POST', '/_mget', {
    body: { docs: [{ _index: '.sextant-security', _id: '1' }] },
  });
  expect(got.json()).toMatchObject({ docs: [{ _id: '1', error: { type: 'security_exception' } }] });
  expect(seen.map(({ url: path, body }) => [path, body])).toEqual([
    [
      '/_aliases',
      '{"actions":[{"add":{"alias":"x","filter":{"term":{"n":1}},"indices":["*","-.sextant-*"]}}]}',
    ],
    ['/b*%2C-.sextant-*/_alias/y', '{"routing":"1"}'],
    ['/*%2C-.sextant-*/_search', '{"query":{"match":{"title":".sextant-security"}}}'],
  ]);
});

test('bodies that two readers could read differently are refused: encodings, repeated keys, rests', async () => {
  const { url, seen } = await cluster((response) => json(response, 200, '{}'));
  const app = await serviceOver(url);
  const text = '{"docs":[{"_index":"a","_id":"1"}]}';
  const overlong = Buffer.concat([
    Buffer.from('{"docs":[{"_index":"'),
    Buffer.from([0xe0, 0x80, 0xae]),
    Buffer.from('a"}]}'),
  ]);
  const bodies = [
    Buffer.from(text, 'utf16le'),
    Buffer.from(text, 'utf16le').swap16(),
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
    overlong,
    Buffer.from('{"docs":[{"_index":"a","_index":"b"}]}'),
    Buffer.from(`${text}{}`),
    Buffer.from('{docs:[]}'),
  ];
  for (const body of bodies) {
    const headers = { 'content-type': 'application/json' };
    expect([body.toString(), (await app.call('POST', '/_mget', { body, headers })).status]).toEqual([
      body.toString(),
      400,
    ]);
  }
  const document = await app.call('PUT', '/a/_doc/1', {
    body: bodies[0]!,
    headers: { 'content-type': 'application/json' },
  });
  expect([document.status, document.text]).toEqual([400, expect.stringContaining('send it in UTF-8')]);
  expect(seen).toEqual([]);
});

test('a broken line is told to the caller, whenever it is found, and ends nothing else', async () => {
  const { url } = await cluster((response) => json(response, 200, '{"took":1,"responses":[]}'));
  const app = await serviceOver(url);
  const headers = { 'content-type': 'application/x-ndjson' };
  const broken = [
    '{"index":{}\n{}\n',
    '{"x":{}}\n{}\n',
    '\u0000{}\n',
    '{"index":{"_index":"a","_index":"b"}}\n{}\n',
  ];
  const calls = Array.from({ length: 100 }, async (_, i) => {
    const path = i % 2 === 0 ? '/_bulk' : '/a/_msearch';
    return (await app.call('POST', path, { body: broken[i % 4]!, headers })).status;
  });
  expect(new Set(await Promise.all(calls))).toEqual(new Set([400]));
});

test('answers that list everything leave the indices of the service out, and are else as the cluster wrote them', async () => {
  const state =
    '{"health":1.0,"indices":{".sextant-security":{"a":1},"b":{"n":9007199254740993}},"list":[{"index":".sextant-x"},{"index":"b"}]}';
  const { url, seen } = await cluster((response, { url: asked }) => {
    if (!asked.startsWith('/_cat/shards')) json(response, 200, state);
    else
      response
        .writeHead(200, { 'content-type': 'text/plain' })
        .end('.sextant-security 0 p\nb                 1 r\n');
  });
  const app = await serviceOver(url);
  expect((await app.call('GET', '/_cluster/state?filter_path=-health')).text).toBe(
    '{"indices":{"b":{"n":9007199254740993}},"list":[{"index":"b"}]}',
  );
  expect((await app.call('GET', '/_cat/shards')).text).toBe('b                 1 r\n');
  expect((await app.call('GET', '/_cat/shards?h=shard,prirep')).text).toBe('1 r\n');
  expect(seen.map((one) => one.url)).toEqual([
    '/_cluster/state',
    '/_cat/shards',
    '/_cat/shards?h=index%2Cshard%2Cprirep',
  ]);
});

test('tasks that wait are listed with the columns that were asked for, but for those over the index of the service', async () => {
  const { url, seen } = await cluster((response) =>
    response
      .writeHead(200, { 'content-type': 'text/plain' })
      .end('1 put-mapping [.sextant-security/x]\n2 create-index [docs], cause [api]\n'),
  );
  const app = await serviceOver(url);
  const { text } = await app.call('GET', '/_cat/pending_tasks?h=insertOrder,source');
  expect(text).toBe('2 create-index [docs], cause [api]\n');
  expect(seen[0]!.url).toBe('/_cat/pending_tasks?h=insertOrder%2Csource');
});

test('a field that holds queries is refused: the cluster would look up what the queries name as they are written', async () => {
  const { url, seen } = await cluster((response) => json(response, 200, '{}'));
  const app = await serviceOver(url);
  const object = { type: 'object', properties: { q: { type: '{name}' } } };
  for (const mapping of [
    { properties: { q: { type: 'percolator' } } },
    { _doc: { properties: { a: { properties: { q: { type: 'percolator', index: true } } } } } },
    { properties: { a: { type: 'keyword', fields: { q: { type: 'percolator' } } } } },
    { dynamic_templates: [{ t: { match: 'q', mapping: { type: 'percolator' } } }] },
    { dynamic_templates: [{ t: { match_mapping_type: 'object', mapping: object } }] },
    {
      dynamic_templates: [
        { t: { match: 'type', mapping: { properties: { q: { '{name}': 'percolator' } } } } },
      ],
    },
  ]) {
    for (const [path, body] of [
      ['/docs', { mappings: mapping }],
      ['/docs/_mapping', mapping],
    ] as const) {
      const answer = await app.call('PUT', path, { body });
      expect([mapping, answer.status, answer.text]).toEqual([
        mapping,
        400,
        expect.stringContaining('is not supported over this backend'),
      ]);
    }
  }
  expect(seen).toEqual([]);
  const fine = {
    properties: { type: { type: 'keyword', copy_to: 'percolator' }, percolator: { type: '{dynamic_type}' } },
  };
  expect((await app.call('PUT', '/docs/_mapping', { body: fine })).status).toBe(200);
});

test('the name of an alias that is no text is refused', async () => {
  const { url } = await cluster((response) => json(response, 200, '{}'));
  const app = await serviceOver(url);
  const answer = await app.call('PUT', '/docs/_alias/a', { body: '{"alias":"\\ud800x"}' });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('half a character')]);
});

test('a template is for no index of the service itself, neither by a pattern nor by an alias', async () => {
  const { url, seen } = await cluster((response) => json(response, 200, '{"acknowledged":true}'));
  const app = await serviceOver(url);
  const refused = async (path: string, body: object) => (await app.call('PUT', path, { body })).status;
  for (const pattern of ['.sextant-*', '.sextant-security', '.s*', '*-security', '**', '*sextant*']) {
    expect([pattern, await refused('/_index_template/t', { index_patterns: ['a', pattern] })]).toEqual([
      pattern,
      403,
    ]);
    expect([pattern, await refused('/_template/t', { index_patterns: pattern })]).toEqual([pattern, 403]);
    expect([pattern, await refused('/_template/t', { template: pattern })]).toEqual([pattern, 403]);
  }
  const aliases = { '.sextant-x': {} };
  expect(await refused('/_component_template/t', { template: { aliases } })).toBe(403);
  expect(seen).toEqual([]);
  const body = { index_patterns: ['*'], template: { settings: { number_of_shards: 1 } } };
  expect((await app.call('PUT', '/_index_template/t?create=true', { body })).status).toBe(200);
  expect([seen[0]!.method, seen[0]!.url, seen[0]!.body]).toEqual([
    'PUT',
    '/_index_template/t?create=true',
    JSON.stringify(body),
  ]);
});

test('a pipeline is kept with a last processor that keeps it from the indices of the service itself, and shown without', async () => {
  const kept: unknown[] = [];
  const { url, seen } = await cluster((response, request) => {
    if (request.method === 'PUT') json(response, 200, '{"acknowledged":true}');
    else json(response, 200, JSON.stringify({ p: kept[0] }));
  });
  const app = await serviceOver(url);
  const pipeline = {
    processors: [{ set: { field: 'a', value: 1 } }],
    on_failure: [{ set: { field: 'b', value: 2 } }],
  };
  expect((await app.call('PUT', '/_ingest/pipeline/p', { body: pipeline })).status).toBe(200);
  kept.push(JSON.parse(seen[0]!.body));
  const sent = kept[0] as typeof pipeline;
  for (const [name, list] of Object.entries(sent)) {
    expect([name, list.length, list.at(-1)]).toEqual([name, 2, { drop: expect.objectContaining({}) }]);
  }
  expect(JSON.parse((await app.call('GET', '/_ingest/pipeline/p')).text)).toEqual({ p: pipeline });
  const named = { processors: [{ set: { field: '_index', value: '.sextant-security' } }] };
  expect((await app.call('PUT', '/_ingest/pipeline/q', { body: named })).status).toBe(403);
});

test('a search pipeline goes on as it is, but for one that would read another index for whoever searches', async () => {
  const { url, seen } = await cluster((response) => json(response, 200, '{"acknowledged":true}'));
  const app = await serviceOver(url);
  const put = (query: object) =>
    app.call('PUT', '/_search/pipeline/p', { body: { request_processors: [{ filter_query: { query } }] } });
  expect((await put({ term: { a: 1 } })).status).toBe(200);
  expect(seen.map(({ body }) => JSON.parse(body))).toEqual([
    { request_processors: [{ filter_query: { query: { term: { a: 1 } } } }] },
  ]);
  expect((await put({ terms: { a: { index: 'other', id: '1', path: 'b' } } })).status).toBe(400);
  expect((await put({ terms: { a: { index: '.sextant-security', id: '1', path: 'b' } } })).status).toBe(403);
  const query = { terms: { a: { index: '.sextant-security', id: '1', path: 'b' } } };
  const adHoc = { search_pipeline: { request_processors: [{ filter_query: { query } }] } };
  expect((await app.call('POST', '/docs/_search', { body: adHoc })).status).toBe(403);
  expect(seen.length).toBe(1);
  for (const [method, path] of [
    ['GET', '/_search/pipeline/p'],
    ['DELETE', '/_search/pipeline/p'],
  ] as const) {
    expect((await app.call(method, path)).status).toBe(200);
  }
  expect(seen.slice(1).map(({ url: path }) => path)).toEqual(['/_search/pipeline/p', '/_search/pipeline/p']);
});
