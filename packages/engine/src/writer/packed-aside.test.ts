import { MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import type { PlainOperation } from '../testing/engine-harness.ts';
import { WatchedDisk } from '../testing/watched-disk.ts';
import { turns, WriterHarness } from '../testing/writer-harness.ts';

const INDEX = { settings: { 'index.merge.policy.segments_per_tier': '100' } };

/** Buffers of any size are handed over. */
async function start(disk = new WatchedDisk(new MemoryDisk())) {
  const harness = new WriterHarness(disk, 0);
  await harness.create('i', INDEX);
  return { disk, harness, builder: harness.builder };
}

function randomDocuments(random: SeededRandom, count: number): PlainOperation[] {
  return Array.from({ length: count }, (_, i) => {
    const words = Array.from({ length: random.below(60) }, () => `w${random.below(3_000)}`);
    return { kind: 'index', id: `d${i}`, body: { text: words.join(' '), n: random.below(1_000) } };
  });
}

/** Documents are shown by the refresh that falls due, for which nobody waits; its segment is held. */
async function beginRefresh({ clock, builder }: WriterHarness): Promise<void> {
  clock.advance(1_000);
  await turns(4);
  expect(builder.held).toHaveLength(1);
}

async function endBuilds({ builder }: WriterHarness): Promise<void> {
  for (const { proceed } of builder.held.splice(0)) proceed();
  await turns(4);
}

/** Whether somebody has begun to pack the stored documents of the segment that is held. */
function isClaimed({ builder }: WriterHarness): boolean {
  return new Int32Array(builder.held[0]!.request.claim!)[0] !== 0;
}

/** Both files of every segment, by name. */
function segmentFiles({ disk }: WriterHarness): Readonly<Record<string, string>> {
  const [uuid] = disk.list('/data/indices');
  const folder = `/data/indices/${uuid}/0`;
  const names = disk.list(folder).filter((name) => /\.(?:seg|src)$/.test(name));
  return Object.fromEntries(
    names.sort().map((name) => {
      const file = disk.open(`${folder}/${name}`, 'read');
      const bytes = new Uint8Array(file.size);
      file.read(bytes, 0);
      file.close();
      return [name, Buffer.from(bytes).toString('base64')];
    }),
  );
}

test.each([1, 30, 4_000])(
  'a segment of %i documents that somebody waits for is the same, byte for byte, as one that is made by its thread alone',
  async (count) => {
    const seed = Date.now() % 1_000_000;
    const [alone, shared] = [await start(), await start()];
    for (const { harness } of [alone, shared]) {
      await harness.write('i', ...randomDocuments(new SeededRandom(seed), count));
      await beginRefresh(harness);
      expect(isClaimed(harness)).toBe(false);
    }
    await endBuilds(alone.harness);
    const refreshed = shared.harness.writer.refresh('i');
    await turns(2);
    expect(isClaimed(shared.harness)).toBe(true);
    await turns(50);
    await endBuilds(shared.harness);
    await refreshed;
    expect(segmentFiles(shared.harness), `seed ${seed}`).toEqual(segmentFiles(alone.harness));
  },
);

test('stored documents that the thread of the segment has begun to pack are left to it', async () => {
  const { harness, builder } = await start();
  await harness.write('i', ...randomDocuments(new SeededRandom(1), 20));
  await beginRefresh(harness);
  new Int32Array(builder.held[0]!.request.claim!)[0] = 1;
  const creates: string[] = [];
  (harness.disk as WatchedDisk).before = (operation, path) => {
    if (operation === 'create') creates.push(path.slice(-4));
  };
  const refreshed = harness.writer.refresh('i');
  await turns(6);
  expect(creates).toEqual([]);
  // As the thread would say that it died while it packed them.
  builder.held.pop()!.fail(new Error('it died'));
  await refreshed;
  expect(Object.keys(harness.documents())).toHaveLength(20);
});

test('a write that waits for room hurries the segment, too', async () => {
  const { harness } = await start();
  const huge = (id: string) => ({ kind: 'index', id, body: { text: 'x '.repeat(2_500_000) } }) as const;
  await harness.write('i', { kind: 'index', id: 'a', body: {} });
  await beginRefresh(harness);
  await harness.write('i', huge('b'), huge('c'), huge('d'), huge('e'));
  expect(isClaimed(harness)).toBe(false);
  const written = harness.write('i', { kind: 'index', id: 'f', body: {} });
  await turns(2);
  expect(isClaimed(harness)).toBe(true);
  await endBuilds(harness);
  await written;
});

test('what comes while stored documents are packed has its turn, and then they have as much time as that took', async () => {
  const { harness, builder } = await start();
  const text = 'x'.repeat(60_000);
  const documents = Array.from({ length: 100 }, (_, i) => ({ kind: 'index', id: `d${i}`, body: { text } }));
  await harness.write('i', ...(documents as PlainOperation[]));
  await beginRefresh(harness);
  let packed = false;
  const told = builder.packed.bind(builder);
  builder.packed = (...args) => {
    packed = true;
    told(...args);
  };
  const refreshed = harness.writer.refresh('i');
  await turns(3);
  expect((await harness.writer.get('i', 0, 'd1')).found).toBe(true);
  await turns(3);
  expect([isClaimed(harness), packed]).toEqual([true, false]);
  // Others were at it for a second, which is as nothing to what the clock says of packing.
  harness.clock.advance(1_000);
  await turns(2);
  expect(packed).toBe(true);
  await endBuilds(harness);
  await refreshed;
});

test('the segment is made once more where any operation of packing its stored documents fails', async () => {
  for (let nth = 1; ; nth++) {
    const { disk, harness, builder } = await start();
    await harness.write('i', ...randomDocuments(new SeededRandom(3), 300));
    await beginRefresh(harness);
    const refused = disk.refuseNth(nth);
    let failure: unknown;
    const told = builder.packed.bind(builder);
    builder.packed = (path, packed) => {
      failure = 'error' in packed ? packed.error : undefined;
      told(path, packed);
    };
    const refreshed = harness.writer.refresh('i');
    await turns(20);
    const operations = refused.operations();
    disk.before = () => {};
    await endBuilds(harness);
    await refreshed;
    expect(Object.keys(harness.documents()), `operation ${nth}`).toHaveLength(300);
    expect(failure === undefined, `operation ${nth}`).toBe(operations < nth);
    if (operations < nth) break;
    expect(harness.log.entries.filter(({ level }) => level === 'warn')).toHaveLength(1);
    // Of the first try nothing is left.
    expect(Object.keys(segmentFiles(harness))).toHaveLength(2);
  }
});

test('an index that is sorted has its segment made by one thread', async () => {
  const harness = new WriterHarness(new WatchedDisk(new MemoryDisk()), 0);
  const mappings = { properties: { n: { type: 'long' } } };
  await harness.create('i', { settings: { 'index.sort.field': 'n' }, mappings });
  await harness.write('i', ...randomDocuments(new SeededRandom(4), 20));
  await beginRefresh(harness);
  expect(harness.builder.held[0]!.request.claim).toBeUndefined();
  const refreshed = harness.writer.refresh('i');
  await turns(3);
  await endBuilds(harness);
  await refreshed;
  expect(Object.keys(harness.documents())).toHaveLength(20);
});
