import { MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { getBit } from '../codec/bits.ts';
import { openSegment } from '../segment/segment-file.ts';
import type { PlainOperation } from '../testing/engine-harness.ts';
import { turns, WriterHarness } from '../testing/writer-harness.ts';

const common = {
  'index.merge.policy.segments_per_tier': '2',
  'index.merge.scheduler.max_merge_count': '1000',
};
const sorted = {
  ...common,
  'index.sort.field': ['k', 'n'],
  'index.sort.order': ['desc', 'asc'],
  'index.sort.mode': ['min', 'max'],
  'index.sort.missing': ['_first', '_last'],
};
const mappings = {
  properties: {
    k: { type: 'keyword' },
    n: { type: 'long' },
    o: { type: 'nested', properties: { p: { type: 'keyword' } } },
  },
};

interface Body {
  readonly k?: readonly string[];
  readonly n?: readonly number[];
}

/** As the settings above say. */
function compare(a: Body, b: Body): number {
  const least = ({ k = [] }: Body): string | undefined => [...k].sort()[0];
  const [left, right] = [least(a), least(b)];
  if (left !== right) {
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1;
    return left < right ? 1 : -1;
  }
  const most = ({ n = [] }: Body): number => (n.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...n));
  return most(a) === most(b) ? 0 : most(a) - most(b);
}

/** What a search sees of the index: by id all that is kept of each document. Fails where a segment is not in order. */
function shown(harness: WriterHarness, uuid: string, isSorted: boolean, what: string): Map<string, unknown> {
  const found = new Map<string, unknown>();
  const last = harness.publications.findLast((each) => each.indexUuid === uuid);
  for (const data of last?.segments ?? []) {
    const reader = openSegment(data, harness.disk);
    let before: Body | undefined;
    for (let doc = 0; doc < data.maxDoc; doc++) {
      if (reader.blocks !== null && !getBit(reader.blocks.roots, doc)) continue;
      const body = JSON.parse(new TextDecoder().decode(reader.sourceOf(doc)!)) as Body;
      if (isSorted && before !== undefined) expect(compare(before, body), what).toBeLessThanOrEqual(0);
      before = body;
      if (reader.liveDocs !== null && !getBit(reader.liveDocs, doc)) continue;
      expect(found.has(reader.idOf(doc)), what).toBe(false);
      const inner = doc - (reader.blocks?.startOf(doc) ?? doc);
      const numbers = [reader.versionOf(doc), reader.seqNoOf(doc), inner];
      found.set(reader.idOf(doc), { body, numbers });
    }
  }
  return found;
}

function randomOperation(random: SeededRandom): PlainOperation {
  const id = `d${random.below(40)}`;
  const kind = random.below(6);
  if (kind === 0) return { kind: 'delete', id };
  const several = <T>(make: () => T): T[] => Array.from({ length: random.below(3) }, make);
  const o = random.below(3) === 0 ? { o: several(() => ({ p: 'x' })) } : {};
  const body = {
    ...(random.below(4) === 0 ? {} : { k: several(() => `k${random.below(5)}`) }),
    ...(random.below(4) === 0 ? {} : { n: several(() => random.below(50)) }),
    ...o,
  };
  if (kind === 1) return { kind: 'update', id, body: { doc: body, doc_as_upsert: true } };
  return { kind: 'index', id, body };
}

/** Lets segments be made and merged until the call has ended. */
async function settle({ builder, merger }: WriterHarness, call: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  const ended = call.finally(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    for (const { proceed } of [...builder.held.splice(0), ...merger.held.splice(0)]) proceed();
    await turns();
  }
  await ended;
}

async function runBoth(seed: number): Promise<void> {
  const random = new SeededRandom(seed);
  const disk = new MemoryDisk();
  let harness = new WriterHarness(disk, 0);
  // Of the folder above nobody else makes sure.
  disk.syncDirectory('/');
  const uuids = [
    await harness.create('plain', { settings: common, mappings }),
    await harness.create('sorted', { settings: sorted, mappings }),
  ] as const;
  const both = async (call: (name: string) => Promise<unknown>): Promise<void> => {
    for (const name of ['plain', 'sorted']) await settle(harness, call(name));
  };
  const check = async (what: string): Promise<void> => {
    await both((name) => harness.writer.refresh(name));
    const documents = shown(harness, uuids[1], true, what);
    expect(documents, what).toEqual(shown(harness, uuids[0], false, what));
  };
  for (let i = 0; i < 150; i++) {
    const choice = random.below(16);
    const what = `seed ${seed}, step ${i}`;
    if (choice < 6) {
      const batch = Array.from({ length: 1 + random.below(12) }, () => randomOperation(random));
      await Promise.all([harness.write('plain', ...batch), harness.write('sorted', ...batch)]);
    } else if (choice < 9) harness.clock.advance(1_000);
    else if (choice === 9) harness.builder.held.shift()?.proceed();
    else if (choice === 10) harness.builder.held.shift()?.fail(new Error('it died'));
    else if (choice < 13) harness.merger.held.shift()?.proceed();
    else if (choice === 13) await both((name) => harness.writer.flush(name, { force: false }));
    else if (choice === 14) await both((name) => harness.writer.forceMerge(name, { maxNumSegments: 1 }));
    else if (random.below(3) === 0) {
      // Killed: what was acknowledged is in the translog.
      disk.crash(random);
      harness = new WriterHarness(disk, 0);
    } else await check(what);
    await turns(random.below(4));
  }
  await check(`seed ${seed}, at the end`);
}

const replay = process.env.SEXTANT_SEED;
const seeds = replay === undefined ? [1, 2, 3, 4, Date.now() % 1_000_000] : [Number(replay)];

for (const seed of seeds) {
  test(`an index in order holds what one without an order holds (SEXTANT_SEED=${seed})`, () => runBoth(seed));
}
