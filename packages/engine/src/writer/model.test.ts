import { MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { checkDataDirectory } from '../engine/check-data-directory.ts';
import { EngineHarness, type PlainOperation } from '../testing/engine-harness.ts';

/** Numbers, and objects of the nested field `c`. */
type Body = Readonly<Record<string, unknown>>;

interface ModelDocument {
  readonly version: number;
  readonly seqNo: number;
  readonly term: number;
  /** Undefined = deleted. */
  readonly body: Body | undefined;
}

/** An index as a Map: what the engine must be indistinguishable from. */
class Model {
  documents = new Map<string, ModelDocument>();
  visible = new Map<string, Body>();
  nextSeqNo = 0;
  /** Operations below are in a commit point, not in the translog that a start replays. */
  committedSeqNo = 0;
  term = 1;
  /** The engine was started anew: what it writes next has a higher term. */
  #started = false;

  /** Applies the operation and returns the outcome that the engine must report. */
  apply({ kind, id, body, ifSeqNo, ifPrimaryTerm }: PlainOperation): string {
    const current = this.documents.get(id!);
    const exists = current?.body !== undefined;
    if (ifSeqNo !== undefined) {
      if (!exists || current.seqNo !== ifSeqNo || current.term !== ifPrimaryTerm) return 'failed';
    }
    if (kind === 'create' && exists) return 'failed';
    if (kind === 'update' && !exists) return 'failed';
    let after = body as Body | undefined;
    if (kind === 'update') {
      const { doc } = body as { doc: Body };
      after = { ...current!.body, ...doc };
      if (JSON.stringify(after) === JSON.stringify(current!.body)) return 'noop';
    }
    if (this.#started) this.term++;
    this.#started = false;
    const version = (current?.version ?? 0) + 1;
    this.documents.set(id!, { version, seqNo: this.nextSeqNo, term: this.term, body: after });
    this.nextSeqNo++;
    if (kind === 'delete') return exists ? 'deleted' : 'not_found';
    return exists ? 'updated' : 'created';
  }

  /** The engine starts anew: of deletes only those that are replayed are remembered. */
  reopen(): void {
    this.#started = this.nextSeqNo > 0;
    for (const [id, { body, seqNo }] of this.documents) {
      if (body === undefined && seqNo < this.committedSeqNo) this.documents.delete(id);
    }
    this.refresh();
  }

  commit(): void {
    this.committedSeqNo = this.nextSeqNo;
    this.refresh();
  }

  refresh(): void {
    this.visible = new Map();
    for (const [id, { body }] of this.documents) if (body !== undefined) this.visible.set(id, body);
  }
}

function randomOperation(random: SeededRandom, model: Model): PlainOperation {
  const id = `doc-${random.below(30)}`;
  const objects = Array.from({ length: random.below(4) }, () => ({ k: random.below(5), m: random.below(2) }));
  const inner = random.below(2) === 0 ? {} : { c: objects };
  const body = { n: random.below(1000), [`f${random.below(5)}`]: random.below(3), ...inner };
  const kind = random.pick(['index', 'index', 'index', 'create', 'update', 'update', 'delete'] as const);
  const known = model.documents.get(id);
  if (random.below(10) === 0 && known !== undefined && kind !== 'create') {
    const ifSeqNo = random.below(3) === 0 ? known.seqNo + 1 : known.seqNo;
    const ifPrimaryTerm = random.below(3) === 0 ? known.term + 1 : known.term;
    return { kind, id, ifSeqNo, ifPrimaryTerm, ...bodyOf(kind, body) };
  }
  return { kind, id, ...bodyOf(kind, body) };
}

function bodyOf(kind: string, body: unknown): { readonly body?: unknown } {
  if (kind === 'delete') return {};
  return { body: kind === 'update' ? { doc: body } : body };
}

async function compare(harness: EngineHarness, model: Model, what: string): Promise<void> {
  for (let i = 0; i < 30; i++) {
    const id = `doc-${i}`;
    const expected = model.documents.get(id);
    const found = await harness.engine.get({ index: 'i', id, realtime: true });
    expect(found.found, `${what}: ${id}`).toBe(expected?.body !== undefined);
    if (!found.found) continue;
    expect(JSON.parse(new TextDecoder().decode(found.source!)), `${what}: ${id}`).toEqual(expected!.body);
    const { version, seqNo, term } = expected!;
    expect([found.version, found.seqNo, found.primaryTerm], `${what}: ${id}`).toEqual([version, seqNo, term]);
  }
  const result = await harness.engine.search({
    indices: ['i'],
    body: { size: 100, query: { match_all: {} } },
    maxBuckets: 100,
  });
  const hits = result.hits.map((hit) => [hit.id, JSON.parse(new TextDecoder().decode(hit.source!))] as const);
  expect(Object.fromEntries(hits), what).toEqual(Object.fromEntries(model.visible));
  expect(hits.length, what).toBe(model.visible.size);
  await compareObjects(harness, model, what);
}

/** Documents are found by what their objects hold, each object for itself. */
async function compareObjects(harness: EngineHarness, model: Model, what: string): Promise<void> {
  const must = [{ term: { 'c.k': 1 } }, { term: { 'c.m': 0 } }];
  const query = { nested: { path: 'c', query: { bool: { must } } } };
  const { hits } = await harness.engine.search({
    indices: ['i'],
    body: { size: 100, query },
    maxBuckets: 100,
  });
  const matches = (object: Body): boolean => object.k === 1 && object.m === 0;
  const expected = [...model.visible].filter(([, { c }]) => ((c ?? []) as readonly Body[]).some(matches));
  expect(hits.map(({ id }) => id).sort(), what).toEqual(expected.map(([id]) => id).sort());
}

async function step(harness: EngineHarness, model: Model, random: SeededRandom): Promise<string> {
  const choice = random.below(20);
  if (choice < 12) {
    const operations = Array.from({ length: 1 + random.below(8) }, () => randomOperation(random, model));
    const expected: string[] = [];
    const usable = operations.map((each) => {
      expected.push(model.apply(each));
      return each;
    });
    const result = await harness.write('i', ...usable);
    expect(result.outcomes, JSON.stringify(usable)).toEqual(expected);
    return 'write';
  }
  if (choice < 16) {
    await harness.engine.refresh('i');
    model.refresh();
    return 'refresh';
  }
  if (choice === 16) {
    await harness.engine.flush('i', { force: false });
    model.commit();
    return 'flush';
  }
  if (choice === 17) {
    await harness.engine.forceMerge('i', { maxNumSegments: 1 + random.below(3) });
    model.refresh();
    return 'merge';
  }
  if (choice === 18) {
    await harness.engine.close();
    model.commit();
  } else {
    (harness.disk as MemoryDisk).crash(random);
  }
  await harness.open();
  model.reopen();
  return choice === 18 ? 'reopen' : 'power failure';
}

async function runModel(seed: number, steps: number): Promise<void> {
  const random = new SeededRandom(seed);
  const disk = new MemoryDisk();
  const harness = await EngineHarness.start(disk);
  const c = { type: 'nested', properties: { k: { type: 'long' }, m: { type: 'keyword' } } };
  const settings = { 'index.merge.policy.segments_per_tier': '3' };
  await harness.create('i', { settings, mappings: { properties: { c } } });
  const model = new Model();
  const done: string[] = [];
  for (let i = 0; i < steps; i++) {
    done.push(await step(harness, model, random));
    await compare(harness, model, `seed ${seed}, step ${i}: ${done.slice(-8).join(', ')}`);
  }
  await harness.engine.close();
  expect(checkDataDirectory(disk, '/data'), `seed ${seed}`).toEqual([]);
}

const replay = process.env.SEXTANT_SEED;
const seeds = replay === undefined ? [1, 2, 3, 4, Date.now() % 1_000_000] : [Number(replay)];

for (const seed of seeds) {
  test(
    `random operations agree with a map of documents (SEXTANT_SEED=${seed})`,
    () => runModel(seed, 60),
    120_000,
  );
}
