import type { ErrorCause } from '@sextant/contract';
import { beforeEach, expect, test } from 'vitest';
import { batchOf, EngineHarness, type PlainOperation } from '../../testing/engine-harness.ts';

let harness: EngineHarness;

beforeEach(async () => {
  harness = await EngineHarness.start();
  await harness.create('i');
});

async function update(
  body: unknown,
  options: Partial<PlainOperation> = {},
): Promise<readonly [string, number]> {
  const { outcomes, versions } = await harness.write('i', { kind: 'update', id: '1', body, ...options });
  return [outcomes[0]!, versions[0]!];
}

async function failure(body: unknown, options: Partial<PlainOperation> = {}): Promise<ErrorCause> {
  const result = await harness.write('i', { kind: 'update', id: '1', body, ...options });
  return result.errors.get(0)!;
}

async function stored(): Promise<string> {
  const { source } = await harness.engine.get({ index: 'i', id: '1', realtime: true });
  return new TextDecoder().decode(source!);
}

test('an update merges objects and replaces everything else', async () => {
  await harness.write('i', { kind: 'index', id: '1', body: { a: 1, o: { x: 1, y: [1, 2] }, n: null } });
  expect(await update({ doc: { o: { y: [3], z: null }, b: 'new' } })).toEqual(['updated', 2]);
  expect(await harness.get('i', '1')).toEqual({ a: 1, o: { x: 1, y: [3], z: null }, n: null, b: 'new' });
  await harness.engine.refresh('i');
  expect(await update({ doc: { a: 2 } })).toEqual(['updated', 3]);
  expect(await harness.get('i', '1')).toEqual({ a: 2, o: { x: 1, y: [3], z: null }, n: null, b: 'new' });
});

test('an update that changes nothing is a noop unless detect_noop is false', async () => {
  await harness.write('i', { kind: 'index', id: '1', body: { a: 1, l: [{ b: 2 }] } });
  expect(await update({ doc: { l: [{ b: 2 }], a: 1 } })).toEqual(['noop', 1]);
  expect(await update({ doc: { a: 1 }, detect_noop: false })).toEqual(['updated', 2]);
  expect((await harness.engine.stats(['i']))[0]![0]!.indexing.noopUpdateTotal).toBe(1);
});

test('a missing document is made from upsert, or from doc with doc_as_upsert', async () => {
  expect((await failure({ doc: { a: 1 } })).reason).toBe('[1]: document missing');
  expect(await update({ doc: { a: 1 }, upsert: { up: 1 } })).toEqual(['created', 1]);
  expect(await harness.get('i', '1')).toEqual({ up: 1 });
  expect(await update({ doc: { a: 1 }, doc_as_upsert: true }, { id: '2' })).toEqual(['created', 1]);
  expect(await harness.get('i', '2')).toEqual({ a: 1 });
});

test('numbers that a double cannot hold survive an update', async () => {
  await harness.write('i', { kind: 'index', id: '1', body: '{"id":9007199254740993,"one":1.0,"e":1e3}' });
  expect(await update('{"doc":{"id2":12345678901234567890.5,"x":1}}')).toEqual(['updated', 2]);
  expect(await stored()).toBe('{"id":9007199254740993,"one":1.0,"e":1e3,"id2":12345678901234567890.5,"x":1}');
  expect(await update('{"doc":{"one":1.0}}')).toEqual(['noop', 2]);
});

test('a key named __proto__ is a key like any other', async () => {
  await harness.write('i', { kind: 'index', id: '1', body: '{"a":1}' });
  expect(await update('{"doc":{"__proto__":{"a":2}}}')).toEqual(['updated', 2]);
  expect(await stored()).toBe('{"a":1,"__proto__":{"a":2}}');
});

test('the updated document is given back when asked for', async () => {
  await harness.write('i', { kind: 'index', id: '1', body: { a: 1 } });
  const operation: PlainOperation = { kind: 'update', id: '1', body: { doc: { b: 2 } } };
  const { sources } = await harness.engine.write(batchOf('i', [operation], { returnSource: true }));
  expect(new TextDecoder().decode(sources.get(0)!)).toBe('{"a":1,"b":2}');
});

test('requests that cannot be read are refused in the words of OpenSearch', async () => {
  await harness.write('i', { kind: 'index', id: '1', body: { a: 1 } });
  const texts = async (body: unknown, options?: Partial<PlainOperation>): Promise<string> => {
    const { type, reason } = await failure(body, options);
    return `${type}: ${reason}`;
  };
  const conditional = { ifSeqNo: 55, ifPrimaryTerm: 1 };
  expect(await texts({})).toBe(
    'action_request_validation_exception: Validation Failed: 1: script or doc is missing;',
  );
  expect(await texts('{"foo":1}')).toBe(
    'x_content_parse_exception: [1:2] [UpdateRequest] unknown field [foo]',
  );
  expect(await texts('{"doc":1}')).toBe(
    "x_content_parse_exception: [1:8] [UpdateRequest] doc doesn't support values of type: VALUE_NUMBER",
  );
  expect(await texts('{"doc":{"z":1},"doc_as_upsert":"x"}')).toBe(
    'x_content_parse_exception: [1:32] [UpdateRequest] failed to parse field [doc_as_upsert]',
  );
  expect(await texts({ doc: {}, doc_as_upsert: true }, conditional)).toBe(
    'action_request_validation_exception: Validation Failed: 1: compare and write operations can not be used with upsert;',
  );
  expect(await texts({ doc: { a: 2 } }, conditional)).toMatch(
    /required seqNo \[55\], primary term \[1\]\. current/,
  );
  expect(await texts({ script: 'ctx._source.a.b.c = 1' })).toBe(
    'illegal_argument_exception: failed to execute script',
  );
});

test('a script whose document cannot be written fails alone, and the others of its batch are written', async () => {
  await harness.write('i', { kind: 'index', id: '1', body: { a: 1 } });
  const twice = 'def l = ["x"]; for (int i = 0; i < 40; i++) { l = [l, l] } ctx._source.l = l';
  const deep = 'def l = ["x"]; for (int i = 0; i < 20000; i++) { l = [l] } ctx._source.l = l';
  const sources = ['ctx._source.self = ctx._source', 'ctx._source.all = ctx', twice, deep];
  const updates = sources.map((script) => ({ kind: 'update', id: '1', body: { script } }) as const);
  const others = ['2', '3'].map((id) => ({ kind: 'index', id, body: { b: 1 } }) as const);
  const { outcomes, errors } = await harness.write('i', others[0]!, ...updates, others[1]!);
  expect(outcomes).toEqual(['created', 'failed', 'failed', 'failed', 'failed', 'created']);
  const itself = 'Iterable object is self-referencing itself';
  expect([...errors.values()].map(({ reason }) => reason)).toEqual([
    itself,
    itself,
    'What the script has made is too large to be written',
    'What the script has made is nested too deeply to be written',
  ]);
  expect(await harness.get('i', '1')).toEqual({ a: 1 });
});

test('a script leaves whole numbers that no long holds as they were', async () => {
  const before =
    '{"big":18446744073709551615,"low":-9223372036854775809,"all":[123456789012345678901234567890],"n":1}';
  const mappings = { enabled: false };
  await harness.create('off', { mappings });
  await harness.write('off', { kind: 'index', id: '1', body: before });
  const script =
    'ctx._source.n++; ctx._source.copy = ctx._source.big; ctx._source.text = "" + ctx._source.big';
  await harness.write('off', { kind: 'update', id: '1', body: { script } });
  const { source } = await harness.engine.get({ index: 'off', id: '1', realtime: true });
  expect(new TextDecoder().decode(source!)).toBe(
    before.replace('"n":1}', '"n":2,"copy":18446744073709551615,"text":"18446744073709551615"}'),
  );
});

test('without a kept source there is nothing to update', async () => {
  await harness.create('bare', { mappings: { _source: { enabled: false } } });
  await harness.write('bare', { kind: 'index', id: '1', body: { a: 1 } });
  const { errors } = await harness.write('bare', { kind: 'update', id: '1', body: { doc: { a: 2 } } });
  expect(errors.get(0)!.type).toBe('document_source_missing_exception');
  expect((await harness.engine.get({ index: 'bare', id: '1', realtime: true })).source).toBeNull();
});

test('a flag that is neither a boolean nor a text is refused by what it is', async () => {
  const given = (flag: string): string =>
    `{"scripted_upsert":${flag},"script":"ctx.op = 'none'","upsert":{}}`;
  for (const [flag, token] of [
    ['-9223372036854775808', 'VALUE_NUMBER'],
    ['1', 'VALUE_NUMBER'],
    ['{}', 'START_OBJECT'],
    ['[]', 'START_ARRAY'],
    ['null', 'VALUE_NULL'],
  ]) {
    const { reason } = await failure(given(flag!));
    expect(reason).toContain(`[UpdateRequest] scripted_upsert doesn't support values of type: ${token}`);
  }
});
