import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function service() {
  const app = await testApp();
  apps.push(app);
  const call = async (method: string, path: string, body?: object | string) => {
    const answer = await app.call(method, path, body === undefined ? {} : { body });
    return { status: answer.status, text: answer.text, body: answer.json<Record<string, unknown>>() };
  };
  const bulk = async (path: string, ...lines: readonly unknown[]) => {
    const answer = await app.call('POST', path, {
      headers: { 'content-type': 'application/x-ndjson' },
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    });
    return answer.json<{ items: Record<string, Record<string, unknown>>[]; ingest_took?: number }>();
  };
  const source = async (path: string) => (await call('GET', `${path}?realtime=true`)).body._source;
  return { call, bulk, source };
}

const set = (field: string, value: unknown) => ({ set: { field, value } });
const simulated = (body: Record<string, unknown>) =>
  (body.docs as { doc?: { _source: object }; error?: object }[]).map(
    ({ doc, error }) => doc?._source ?? error,
  );

test('where there is no pipeline at all, all of them are answered with 404', async () => {
  const { call } = await service();
  expect(await call('GET', '/_ingest/pipeline')).toMatchObject({ status: 404, body: {} });
  await call('PUT', '/_ingest/pipeline/p', { processors: [] });
  expect((await call('GET', '/_ingest/pipeline')).status).toBe(200);
  expect((await call('DELETE', '/_ingest/pipeline/*')).status).toBe(200);
  expect((await call('GET', '/_ingest/pipeline')).status).toBe(404);
});

test('documents of a bulk with and without pipelines keep their places and their order', async () => {
  const { call, bulk, source } = await service();
  await call('PUT', '/_ingest/pipeline/p', { processors: [set('p', '{{a}}')] });
  const lines = Array.from({ length: 40 }, (_, i) => [
    { index: { _index: 'b', _id: String(i), ...(i % 3 === 0 ? { pipeline: 'p' } : {}) } },
    { a: i },
  ]);
  const { items, ingest_took: took } = await bulk('/_bulk', ...lines.flat());
  expect(took).toBeTypeOf('number');
  expect(items.map(({ index }) => [index!._id, index!.status])).toEqual(
    lines.map((_, i) => [String(i), 201]),
  );
  for (let i = 0; i < 40; i++) {
    expect(await source(`/b/_doc/${i}`)).toEqual(i % 3 === 0 ? { a: i, p: String(i) } : { a: i });
  }
  expect((await bulk('/_bulk', { index: { _index: 'b' } }, {})).ingest_took).toBeUndefined();
});

test('a pipeline comes from the request, else from the index, its alias or its template; the final one always runs', async () => {
  const { call, source } = await service();
  for (const name of ['asked', 'own', 'final']) {
    await call('PUT', `/_ingest/pipeline/${name}`, {
      processors: [{ append: { field: 'by', value: name } }],
    });
  }
  const settings = { 'index.default_pipeline': 'own', 'index.final_pipeline': 'final' };
  await call('PUT', '/i', { settings, aliases: { al: {} } });
  await call('PUT', '/_index_template/t', { index_patterns: ['made-*'], template: { settings } });
  for (const [path, by] of [
    ['/i/_doc/1', ['own', 'final']],
    ['/al/_doc/1', ['own', 'final']],
    ['/made-1/_doc/1', ['own', 'final']],
    ['/i/_doc/1?pipeline=asked', ['asked', 'final']],
    ['/i/_doc/1?pipeline=_none', ['final']],
  ] as const) {
    await call('PUT', path, {});
    expect([path, await source(path.split('?')[0]!)]).toEqual([path, { by }]);
  }
});

test('a single update sends through the pipeline what it makes, one of a bulk what it inserts', async () => {
  const { call, source, bulk } = await service();
  await call('PUT', '/_ingest/pipeline/p', { processors: [{ append: { field: 'by', value: 'p' } }] });
  await call('PUT', '/u', { settings: { 'index.default_pipeline': 'p' } });
  await call('POST', '/u/_update/1', { doc: { a: 1 }, upsert: { b: 1 } });
  expect(await source('/u/_doc/1')).toEqual({ b: 1, by: ['p'] });
  await call('POST', '/u/_update/1', { doc: { a: 1 }, upsert: { b: 1 } });
  expect(await source('/u/_doc/1')).toEqual({ b: 1, by: ['p', 'p'], a: 1 });
  await bulk('/u/_bulk', { update: { _id: '2' } }, { doc: { a: 1 }, doc_as_upsert: true });
  expect(await source('/u/_doc/2')).toEqual({ a: 1, by: ['p'] });
  await bulk('/u/_bulk', { update: { _id: '2' } }, { doc: { a: 2 } });
  expect(await source('/u/_doc/2')).toEqual({ a: 2, by: ['p'] });
});

test('a document that its pipeline sends elsewhere is judged where it goes', async () => {
  const { call } = await service();
  await call('PUT', '/_ingest/pipeline/p', {
    processors: [set('_index', '{{to}}'), set('_id', 'x'), set('_routing', 'r')],
  });
  await call('PUT', '/_ingest/pipeline/final', { processors: [set('final', true)] });
  await call('PUT', '/there', { settings: { 'index.final_pipeline': 'final' } });
  expect((await call('PUT', '/here/_doc/1?pipeline=p', { to: 'there' })).body).toMatchObject({
    _index: 'there',
    _id: 'x',
  });
  expect((await call('GET', '/there/_doc/x?routing=r')).body._source).toMatchObject({ final: true });
  expect((await call('PUT', '/here/_doc/1?pipeline=p', { to: '.sextant-security' })).status).toBe(403);
  expect((await call('PUT', '/here/_doc/1?pipeline=p', { to: 'NO' })).status).toBe(400);
});

test('pipelines that call each other in a circle fail the document, and nothing else', async () => {
  const { call } = await service();
  await call('PUT', '/_ingest/pipeline/a', { processors: [{ pipeline: { name: 'b' } }] });
  await call('PUT', '/_ingest/pipeline/b', { processors: [{ pipeline: { name: 'a' } }] });
  const answer = await call('PUT', '/i/_doc/1?pipeline=a', {});
  expect([answer.status, answer.text]).toEqual([
    500,
    expect.stringContaining('Cycle detected for pipeline: a'),
  ]);
});

test('a text that doubles itself again and again ends with an error, not with the memory', async () => {
  const { call } = await service();
  const processors = Array.from({ length: 60 }, () => set('a', '{{a}}{{a}}'));
  await call('PUT', '/_ingest/pipeline/p', { processors });
  const answer = await call('PUT', '/i/_doc/1?pipeline=p', { a: 'x' });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('characters')]);
});

test('names of JavaScript are names like any other', async () => {
  const { call, source } = await service();
  await call('PUT', '/_ingest/pipeline/__proto__', {
    processors: [
      set('constructor', '{{toString}}|{{__proto__.x}}'),
      { rename: { field: 'a', target_field: '__proto__' } },
      { set: { field: '__proto__.polluted', value: 1 } },
    ],
  });
  expect((await call('PUT', '/i/_doc/1?pipeline=__proto__', { a: {} })).status).toBe(201);
  expect(JSON.stringify(await source('/i/_doc/1'))).toBe('{"constructor":"|","__proto__":{"polluted":1}}');
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect((await call('PUT', '/_ingest/pipeline/p', { processors: [{ constructor: {} }] })).text).toContain(
    'No processor type exists with name [constructor]',
  );
});

test('numbers come out as they went in, doubles told from integers', async () => {
  const { call } = await service();
  await call('PUT', '/_ingest/pipeline/p', { processors: [set('t', '{{a}} {{b}}')] });
  await call('PUT', '/i/_doc/1?pipeline=p', '{"a":1.0,"b":9007199254740993,"c":1e3,"d":0.10}');
  const { text } = await call('GET', '/i/_doc/1');
  expect(text).toContain('{"a":1.0,"b":9007199254740993,"c":1000.0,"d":0.1,"t":"1.0 9007199254740993"}');
});

test('a failed processor is ignored, handled, or the document fails; what was counted shows it', async () => {
  const { call } = await service();
  const rename = { field: 'none', target_field: 'x', tag: 'r' };
  const run = async (...processors: readonly object[]) =>
    simulated(
      (
        await call('POST', '/_ingest/pipeline/_simulate', {
          pipeline: { processors },
          docs: [{ _source: {} }],
        })
      ).body,
    )[0];
  expect(await run({ rename })).toMatchObject({ reason: "field [none] doesn't exist" });
  expect(await run({ rename: { ...rename, ignore_failure: true } }, set('a', 1))).toEqual({ a: 1 });
  const handler = set('why', '{{_ingest.on_failure_message}} {{_ingest.on_failure_processor_tag}}');
  expect(await run({ rename: { ...rename, on_failure: [handler] } }, set('a', 1))).toEqual({
    why: "field [none] doesn't exist r",
    a: 1,
  });
  await call('PUT', '/_ingest/pipeline/p', { processors: [{ rename }] });
  await call('PUT', '/i/_doc/1?pipeline=p', {});
  const stats = await call('GET', '/_nodes/stats/ingest?filter_path=nodes.*.ingest.pipelines');
  expect(stats.text).toContain('"processors":[{"rename:r":{"type":"rename","stats":{"count":1,');
  expect(stats.text).toContain('"failed":1');
});

test('what is not JSON is refused by the writer, with or without a pipeline', async () => {
  const { call } = await service();
  await call('PUT', '/_ingest/pipeline/p', { processors: [set('a', 1)] });
  for (const pipeline of ['', '?pipeline=p']) {
    expect((await call('PUT', `/i/_doc/1${pipeline}`, '{"a":')).status).toBe(400);
    expect((await call('PUT', `/i/_doc/1${pipeline}`, '[1]')).status).toBe(400);
  }
});

test('a document that pipelines take too long for is refused, whatever is said of failures', async () => {
  const { call } = await service();
  const each = (processor: object) => ({ foreach: { field: 'l', processor, ignore_failure: true } });
  const grok = { grok: { field: 'm', patterns: ['(a+)+b|(a*)*c'], ignore_failure: true } };
  const cases: readonly [object[], object][] = [
    [[each(each(each(set('a', 1))))], { l: Array.from({ length: 1000 }, (_, i) => i) }],
    [Array.from({ length: 20 }, () => grok), { m: `${'a'.repeat(5000)}!bc` }],
    [
      Array.from({ length: 20 }, () => ({ gsub: { field: 'm', pattern: 'a', replacement: 'a'.repeat(32) } })),
      { m: 'a' },
    ],
    [[{ gsub: { field: 'm', pattern: 'a', replacement: 'b' } }], { m: 'c'.repeat(5_000_001) }],
    [[{ split: { field: 'm', separator: '' } }], { m: 'c'.repeat(5_000_001) }],
  ];
  for (const [processors, source] of cases) {
    const body = { pipeline: { processors }, docs: [{ _source: source }] };
    const answer = await call('POST', '/_ingest/pipeline/_simulate', body);
    expect(answer.text).toContain('the pipeline takes more than [20000000] steps for one document');
  }
});

test('what takes long for much that is in a document counts', async () => {
  const { call } = await service();
  const many = (length: number) => Array.from({ length }, (_, i) => i);
  const times = (length: number, processor: object) => Array.from({ length }, () => processor);
  const text = 'a=b '.repeat(260_000);
  const more = 'a,b,'.repeat(400_000);
  const cases: readonly [object[], object][] = [
    [[{ sort: { field: 'l' } }], { l: many(650_000) }],
    [[{ append: { field: 'l', value: many(10_000), allow_duplicates: false } }], { l: many(20_000) }],
    [[{ kv: { field: 'm', field_split: ' ', value_split: '=', target_field: 'o' } }], { m: text }],
    [times(20, { csv: { field: 'm', target_fields: ['a'] } }), { m: more }],
    [times(20, { json: { field: 'm', target_field: 'o' } }), { m: `"${more}"` }],
    [times(20, { html_strip: { field: 'm', target_field: 'o' } }), { m: `<a>${more}` }],
    [times(20, { urldecode: { field: 'm', target_field: 'o' } }), { m: more }],
    [times(400, { lowercase: { field: 'm' } }), { m: more }],
  ];
  for (const [processors, source] of cases) {
    const body = { pipeline: { processors }, docs: [{ _source: source }] };
    const { text: answer } = await call(
      'POST',
      '/_ingest/pipeline/_simulate?filter_path=docs.error.reason',
      body,
    );
    const cost = 'the pipeline takes more than [20000000] steps for one document';
    if (!answer.includes(cost)) expect([processors[0], answer]).toEqual([processors[0], cost]);
  }
});

test('values that a pipeline says count each time that they are set', async () => {
  const { call } = await service();
  const value = Array.from({ length: 1000 }, (_, i) => i);
  const processors = [
    { foreach: { field: 'l', processor: { set: { field: '_ingest._value.x', value } } } },
    { remove: { field: 'l' } },
  ];
  const l = Array.from({ length: 2000 }, () => ({}));
  const body = { pipeline: { processors }, docs: [{ _source: { l } }] };
  const { text } = await call('POST', '/_ingest/pipeline/_simulate', body);
  expect(text).toMatch(/the pipeline makes more than \[\d+\] characters of one document/);
});

test('what is joined or copied counts before it is made', async () => {
  const { call } = await service();
  const join = { join: { field: 'l', separator: 'a'.repeat(1_000_000) } };
  // Each copy has all those before it.
  const copies = Array.from({ length: 22 }, (_, i) => ({
    copy: { source_field: 'o', target_field: `o.x${i}` },
  }));
  const l = Array.from({ length: 1000 }, () => 'b');
  for (const processors of [[join], copies]) {
    const body = { pipeline: { processors }, docs: [{ _source: { l, o: { n: 1 } } }] };
    const { text } = await call('POST', '/_ingest/pipeline/_simulate', body);
    expect(text).toMatch(/the pipeline makes more than \[\d+\] characters of one document/);
  }
});

test('a path of more parts than a document has levels is refused, and found so at once', async () => {
  const { call } = await service();
  const simulate = async (field: string) => {
    const { body } = await call('POST', '/_ingest/pipeline/_simulate', {
      pipeline: { processors: [set(field, 1)] },
      docs: [{ _source: {} }],
    });
    return simulated(body)[0];
  };
  expect(JSON.stringify(await simulate(Array(1000).fill('a').join('.')))).toContain('"a":1}');
  expect(await simulate(`a${'.a'.repeat(1_000_000)}`)).toMatchObject({
    reason: expect.stringContaining('has more than [1000] parts'),
  });
});

test('dates are read and written with the names of the locale', async () => {
  const { call } = await service();
  const dated = async (text: string, options: object) => {
    const formats = ['EEEE d MMMM uuuu'];
    const date = { field: 'd', target_field: 'd', formats, output_format: 'd MMMM uuuu', ...options };
    const { body } = await call('POST', '/_ingest/pipeline/_simulate', {
      pipeline: { processors: [{ date }] },
      docs: [{ _source: { d: text } }],
    });
    return simulated(body)[0];
  };
  expect(await dated('Sunday 31 March 2024', { locale: 'en' })).toEqual({ d: '31 March 2024' });
  expect(await dated('Sun 31 Mar 2024', {})).toEqual({ d: '31 Mar 2024' });
  expect(await dated('Sunday 31 March 2024', {})).toMatchObject({ type: 'illegal_argument_exception' });
});

test('a simulation tells of conditions that fail, and of pipelines that are not there, processor by processor too', async () => {
  const { call } = await service();
  const simulate = async (processor: object) => {
    const body = { pipeline: { processors: [set('q', 1), processor] }, docs: [{ _source: {} }] };
    return call('POST', '/_ingest/pipeline/_simulate?verbose=true', body);
  };
  const fail = await simulate({ fail: { message: 'm', if: 'ctx.none > 3' } });
  expect(fail).toMatchObject({ status: 400, body: { error: { type: 'script_exception' } } });
  const reason = 'Pipeline processor configured for non-existent pipeline [none]';
  const none = await simulate({ pipeline: { name: 'none' } });
  expect(none).toMatchObject({
    status: 400,
    body: { error: { type: 'illegal_argument_exception', reason } },
  });
  const handled = { on_failure: [set('h', 1)] };
  expect((await simulate({ pipeline: { name: 'none', ...handled } })).status).toBe(400);
  const pipeline = { processors: [{ set: { field: 'q', value: 1, if: 'ctx.none > 3' } }], ...handled };
  const whole = await call('POST', '/_ingest/pipeline/_simulate?verbose=true', {
    pipeline,
    docs: [{ _source: {} }],
  });
  expect(whole).toMatchObject({ status: 400, body: { error: { type: 'script_exception' } } });
  const told = await simulate({ remove: { field: 'none' } });
  expect(told).toMatchObject({
    status: 200,
    body: { docs: [{ processor_results: [{}, { status: 'error' }] }] },
  });
});

test('a text that is no sound JSON is none for a json processor, one that is deep neither', async () => {
  const { call } = await service();
  const source = 'com.fasterxml.jackson.core';
  for (const [text, told] of [
    [
      '['.repeat(5000) + ']'.repeat(5000),
      `${source}.exc.StreamConstraintsException: Document nesting depth (1001)`,
    ],
    ['{"a":1,"a":2}', `${source}.JsonParseException: Duplicate field 'a'`],
    ['{"a":', `${source}.io.JsonEOFException: Unexpected end-of-input`],
    [`{"${'n'.repeat(50_001)}":1}`, `${source}.exc.StreamConstraintsException: Name length (50001)`],
    ['{/* none */"a":[]}', undefined],
    ['\ufeff{"a":[]} {"a":1} x', undefined],
    ['1x', `${source}.JsonParseException: Unexpected character ('x' (code 120)): Expected space`],
  ] as const) {
    const pipeline = { processors: [{ json: { field: 'j' } }] };
    const answer = await call('POST', '/_ingest/pipeline/_simulate', {
      pipeline,
      docs: [{ _source: { j: text } }],
    });
    const reason = expect.stringContaining(told ?? '') as string;
    expect(simulated(answer.body)).toMatchObject([told === undefined ? { j: { a: [] } } : { reason }]);
  }
});

test('JSON that is added to the root is that of a field by its name, not by its path', async () => {
  const { call } = await service();
  const roots = async (source: object) => {
    const processors = [{ json: { field: 'o.x', add_to_root: true } }];
    return simulated(
      (
        await call('POST', '/_ingest/pipeline/_simulate', {
          pipeline: { processors },
          docs: [{ _source: source }],
        })
      ).body,
    )[0];
  };
  expect(await roots({ 'o.x': '{"q":1}' })).toEqual({ 'o.x': '{"q":1}', q: 1 });
  const reason = 'cannot add non-map fields to root of document';
  expect(await roots({ o: { x: '{"q":1}' } })).toMatchObject({ reason });
});

test('a date that is to fit none of no formats is none', async () => {
  const { call } = await service();
  for (const processor of [
    { date: { field: 'a', formats: [] } },
    { date_index_name: { field: 'a', date_rounding: 'M', date_formats: [] } },
  ]) {
    const pipeline = { processors: [processor] };
    const docs = [{ _source: { a: '2011-02-03' } }];
    const { status, body } = await call('POST', '/_ingest/pipeline/_simulate', { pipeline, docs });
    expect(status).toBe(200);
    expect(simulated(body)).toMatchObject([{ reason: 'unable to parse date [2011-02-03]' }]);
  }
});

test('a condition that is no script is refused before what it belongs to', async () => {
  const { call } = await service();
  for (const [condition, type, reason] of [
    [true, 'parse_exception', "[script] property isn't a map or string, but of type [java.lang.Boolean]"],
    [['a'], 'parse_exception', "[script] property isn't a map or string, but of type [java.util.ArrayList]"],
    [
      {},
      'illegal_argument_exception',
      'must specify either [source] for an inline script or [id] for a stored script',
    ],
  ]) {
    const processors = [{ drop: { if: condition } }];
    const answer = await call('PUT', '/_ingest/pipeline/p', { processors });
    expect(answer).toMatchObject({ status: 400, body: { error: { type, reason } } });
  }
});
