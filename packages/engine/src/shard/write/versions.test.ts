import type { ErrorCause } from '@sextant/contract';
import { beforeEach, expect, test } from 'vitest';
import { EngineHarness, type PlainOperation } from '../../testing/engine-harness.ts';

let harness: EngineHarness;

beforeEach(async () => {
  harness = await EngineHarness.start();
  await harness.create('i');
});

async function one(operation: PlainOperation): Promise<readonly [string, number, number]> {
  const { outcomes, versions, seqNos } = await harness.write('i', operation);
  return [outcomes[0]!, versions[0]!, seqNos[0]!];
}

async function failure(operation: PlainOperation): Promise<ErrorCause> {
  return (await harness.write('i', operation)).errors.get(0)!;
}

const body = { a: 1 };

test('versions go on through deletes, of missing documents too', async () => {
  expect(await one({ kind: 'delete', id: '2' })).toEqual(['not_found', 1, 0]);
  expect(await one({ kind: 'delete', id: '2' })).toEqual(['not_found', 2, 1]);
  expect(await one({ kind: 'index', id: '2', body })).toEqual(['created', 3, 2]);
  expect(await one({ kind: 'delete', id: '2' })).toEqual(['deleted', 4, 3]);
  expect(await one({ kind: 'create', id: '2', body })).toEqual(['created', 5, 4]);
});

test('a deleted document is forgotten after gc_deletes', async () => {
  await one({ kind: 'delete', id: '2' });
  harness.clock.advance(61_000);
  await one({ kind: 'index', id: 'other', body });
  await harness.engine.refresh('i');
  expect(await one({ kind: 'index', id: '2', body })).toEqual(['created', 1, 2]);
});

test('conflicts read as in OpenSearch and use no seq_no', async () => {
  await one({ kind: 'index', id: '1', body });
  const details = { index: 'i', shard: '0', index_uuid: harness.engine.index('i')!.uuid };
  expect(await failure({ kind: 'create', id: '1', body })).toEqual({
    type: 'version_conflict_engine_exception',
    reason: '[1]: version conflict, document already exists (current version [1])',
    details,
  });
  expect((await failure({ kind: 'index', id: '1', body, ifSeqNo: 5, ifPrimaryTerm: 1 })).reason).toBe(
    '[1]: version conflict, required seqNo [5], primary term [1]. current document has seqNo [0] and primary term [1]',
  );
  expect((await failure({ kind: 'delete', id: '2', ifSeqNo: 5, ifPrimaryTerm: 1 })).reason).toBe(
    '[2]: version conflict, required seqNo [5], primary term [1]. but no document was found',
  );
  expect(await one({ kind: 'index', id: '1', body, ifSeqNo: 0, ifPrimaryTerm: 1 })).toEqual([
    'updated',
    2,
    1,
  ]);
});

test('a document that cannot be read is refused as such before it conflicts', async () => {
  await one({ kind: 'index', id: '1', body });
  const type = 'mapper_parsing_exception';
  const broken = '{"a":';
  expect(await failure({ kind: 'create', id: '1', body: broken })).toMatchObject({ type });
  expect(await failure({ kind: 'create', id: '1', body: { a: 'x' } })).toMatchObject({ type });
  const stale = { kind: 'index', id: '1', body: { a: 'x' } } as const;
  expect(await failure({ ...stale, ifSeqNo: 5, ifPrimaryTerm: 1 })).toMatchObject({ type });
  expect(await failure({ ...stale, version: 1, versionType: 'external' })).toMatchObject({ type });
  expect(await one({ kind: 'index', id: '1', body })).toEqual(['updated', 2, 1]);
});

test('a document that conflicts extends the mapping, as in OpenSearch', async () => {
  await one({ kind: 'index', id: '1', body });
  expect(await failure({ kind: 'create', id: '1', body: { later: 7 } })).toMatchObject({
    type: 'version_conflict_engine_exception',
  });
  expect(harness.engine.index('i')!.mappings).toMatchObject({ properties: { later: { type: 'long' } } });
});

test('external versions must grow, external_gte ones must not shrink', async () => {
  const external = (version: number, versionType: 'external' | 'external_gte'): PlainOperation => ({
    kind: 'index',
    id: '3',
    body,
    version,
    versionType,
  });
  expect(await one(external(5, 'external'))).toEqual(['created', 5, 0]);
  expect((await failure(external(5, 'external'))).reason).toBe(
    '[3]: version conflict, current version [5] is higher or equal to the one provided [5]',
  );
  expect((await failure(external(4, 'external_gte'))).reason).toBe(
    '[3]: version conflict, current version [5] is higher than the one provided [4]',
  );
  expect(await one(external(5, 'external_gte'))).toEqual(['updated', 5, 1]);
  expect(await one({ kind: 'delete', id: '3', version: 7, versionType: 'external' })).toEqual([
    'deleted',
    7,
    2,
  ]);
  expect((await failure(external(6, 'external'))).reason).toBe(
    '[3]: version conflict, current version [7] is higher or equal to the one provided [6]',
  );
});

test('made ids are 20 URL-safe characters and never meet', async () => {
  const operations = Array.from({ length: 500 }, () => ({ kind: 'index' as const, body }));
  const { ids, outcomes } = await harness.write('i', ...operations);
  expect(new Set(ids).size).toBe(500);
  expect(ids.every((id) => /^[\w-]{20}$/.test(id))).toBe(true);
  expect(new Set(outcomes)).toEqual(new Set(['created']));
});

test('an id longer than 512 bytes is refused', async () => {
  expect((await failure({ kind: 'index', id: 'é'.repeat(257), body })).reason).toMatch(
    /is too long, must be no longer than 512 bytes but was: 514$/,
  );
});

test('a delete may name an id that no document can have', async () => {
  const long = { kind: 'delete', id: 'é'.repeat(30_000) } as const;
  expect((await harness.write('i', long, { ...long, id: 'x'.repeat(65_535) })).outcomes).toEqual([
    'not_found',
    'not_found',
  ]);
  expect((await failure({ kind: 'delete', id: 'x'.repeat(65_536) })).reason).toMatch(
    /must be no longer than 65535 bytes/,
  );
  expect((await failure({ kind: 'delete', id: 'x', routing: 'r'.repeat(65_536) })).reason).toMatch(
    /^routing is too long, must be no longer than 65535 bytes but was: 65536$/,
  );
});

test('a routing that is too long for a term is refused in the words of Lucene, and the shard works on', async () => {
  const longest = 'r'.repeat(32_766);
  expect((await harness.write('i', { kind: 'index', id: 'fits', body, routing: longest })).outcomes).toEqual([
    'created',
  ]);
  for (const [routing, bytes] of [
    ['r'.repeat(32_767), 32_767],
    ['é'.repeat(32_768), 65_536],
    ['r'.repeat(70_000), 70_000],
  ] as const) {
    expect(await failure({ kind: 'index', id: 'over', body, routing })).toMatchObject({
      type: 'illegal_argument_exception',
      reason: expect.stringContaining('at least one immense term in field="_routing"') as string,
      causedBy: {
        type: 'max_bytes_length_exceeded_exception',
        reason: `bytes can be at most 32766 in length; got ${bytes}`,
      },
    });
  }
  await harness.write('i', { kind: 'index', id: 'later', body });
  await harness.open();
  expect(await harness.get('i', 'later')).toEqual(body);
  expect(
    (await harness.engine.get({ index: 'i', id: 'fits', routing: longest, realtime: true })).routing,
  ).toBe(longest);
});

test('primary terms grow when an index is closed and opened', async () => {
  await one({ kind: 'index', id: '1', body });
  await harness.engine.closeIndex('i');
  await expect(harness.write('i', { kind: 'index', id: '1', body })).rejects.toThrow('closed');
  await harness.engine.openIndex('i');
  const { primaryTerms } = await harness.write('i', { kind: 'index', id: '1', body });
  expect([...primaryTerms]).toEqual([3]);
});

test('a document that does not fit changes nothing', async () => {
  await one({ kind: 'index', id: '1', body });
  expect((await failure({ kind: 'index', id: '1', body: { a: 'text' } })).type).toBe(
    'mapper_parsing_exception',
  );
  expect((await failure({ kind: 'index', id: '1', body: { k: { keyword: 1 }, a: {} } })).type).toBe(
    'mapper_parsing_exception',
  );
  expect(await harness.get('i', '1')).toEqual(body);
  expect(await one({ kind: 'index', id: '1', body })).toEqual(['updated', 2, 1]);
});

test('ids that are the same in UTF-8 name the same document before a refresh as after it', async () => {
  const create = (id: string) => ({ kind: 'create', id, body: { a: 1 } }) as const;
  await harness.create('three', { settings: { 'index.number_of_shards': '3' } });
  await harness.write('three', create('c\ud800'));
  expect(await harness.get('three', 'c\ud800')).toEqual({ a: 1 });
  const { outcomes, ids } = await harness.write('i', create('a\ud800'), create('a\ud801'), create('b'));
  expect(outcomes).toEqual(['created', 'failed', 'created']);
  expect(ids[0]).toBe('a\ufffd');
  expect(await harness.get('i', 'a\ud801')).toEqual({ a: 1 });
  await harness.engine.refresh('i');
  expect((await harness.write('i', create('a\udfff'))).outcomes).toEqual(['failed']);
});
