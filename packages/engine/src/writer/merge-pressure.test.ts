import { expect, test } from 'vitest';
import type { ShardStats } from '../shard/index/stats.ts';
import { batchOf } from '../testing/engine-harness.ts';
import { turns, WriterHarness } from '../testing/writer-harness.ts';

const pairwise = { 'index.merge.policy.segments_per_tier': '2' };
const scheduler = (threads: number, count: number): Record<string, string> => ({
  'index.merge.scheduler.max_thread_count': String(threads),
  'index.merge.scheduler.max_merge_count': String(count),
});

async function started(settings: Record<string, string>): Promise<WriterHarness> {
  const harness = new WriterHarness();
  await harness.create('i', { settings: { ...pairwise, ...settings } });
  return harness;
}

let nextId = 0;

/** Each becomes a segment; the longer the text, the larger. */
async function segments({ writer }: WriterHarness, ...lengths: readonly number[]): Promise<void> {
  for (const length of lengths) {
    const text = Array.from({ length }, (_, i) => `word${i}`).join(' ');
    await writer.write(batch(text));
    await writer.refresh('i');
  }
  await turns();
}

function batch(text: string) {
  return batchOf('i', [{ kind: 'index', id: String(nextId++), body: { text } }]);
}

const namesOf = ({ merger }: WriterHarness): readonly string[] =>
  merger.held.map(({ request }) => request.inputs.map(({ name }) => name).join(' '));

async function statsOf({ writer }: WriterHarness): Promise<ShardStats> {
  return (await writer.stats(['i']))[0]![0]!;
}

const messages = ({ log }: WriterHarness): readonly string[] =>
  log.entries.map(({ message }) => message).filter((message) => message.includes('throttling'));

test('what is written waits while more merges are wanted than may be, and is done when they are fewer', async () => {
  const harness = await started(scheduler(1, 1));
  await segments(harness, 1, 1);
  expect((await statsOf(harness)).indexing.isThrottled).toBe(false);
  await segments(harness, 1, 1);
  expect(namesOf(harness)).toEqual(['_1 _2']);
  let written = false;
  const write = harness.writer.write(batch('late')).finally(() => (written = true));
  const again = harness.writer.write(batch('later'));
  await turns();
  expect(written).toBe(false);
  harness.clock.advance(250);
  const { indexing } = await statsOf(harness);
  expect([indexing.isThrottled, indexing.throttledMs]).toEqual([true, 250]);
  // Reading goes on, and so does what is asked of the index itself.
  expect((await harness.writer.get('i', 0, '0')).found).toBe(true);
  await harness.writer.flush('i', { force: false });

  harness.merger.held.shift()!.proceed();
  await turns();
  // One is wanted still, which is not below the limit.
  expect(written).toBe(false);
  harness.merger.held.shift()!.proceed();
  await turns();
  const results = [await write, await again];
  expect(results.map(({ seqNos }) => seqNos[0])).toEqual([4, 5]);
  expect((await statsOf(harness)).indexing.isThrottled).toBe(false);
  expect(messages(harness)).toEqual([
    'now throttling indexing: numMergesInFlight=2, maxNumMerges=1',
    'stop throttling indexing: numMergesInFlight=0, maxNumMerges=1',
  ]);
});

test('a change of the limit takes effect at once', async () => {
  const harness = await started(scheduler(1, 1));
  await segments(harness, 1, 1, 1, 1);
  const write = harness.writer.write(batch('late'));
  await turns();
  expect(namesOf(harness)).toHaveLength(1);
  await harness.writer.updateMetadata(new Map([['i', { settings: scheduler(2, 6) }]]));
  expect((await write).outcomes).toEqual(['created']);
  // The merge that runs has taken a name of its own.
  expect(namesOf(harness)).toEqual(['_1 _2', '_4 _5']);
});

test('what waits for merges is told when its index is deleted', async () => {
  const harness = await started(scheduler(1, 1));
  await segments(harness, 1, 1, 1, 1);
  const write = harness.writer.write(batch('late'));
  await harness.writer.deleteIndex('i');
  await expect(write).rejects.toThrow('no such index [i]');
});

test('merges of a shard run beside each other as far as it may, the smallest first', async () => {
  const harness = await started({ ...scheduler(1, 9), 'index.merge.policy.floor_segment': '1b' });
  await segments(harness, 2000, 2000);
  expect(namesOf(harness)).toEqual(['_1 _2']);
  await segments(harness, 400, 400, 20, 20);
  expect(namesOf(harness)).toEqual(['_1 _2']);
  await harness.writer.updateMetadata(new Map([['i', { settings: scheduler(2, 9) }]]));
  await turns();
  expect(namesOf(harness).map((names) => names.split(' ').length)).toEqual([2, 2]);
  const [, small] = harness.merger.held;
  expect(small!.request.inputs.map(({ maxDoc }) => maxDoc)).toEqual([1, 1]);
  const sizes = harness.merger.held.map(({ request }) => request.bytes);
  expect(sizes[1]).toBeLessThan(sizes[0]! / 10);
});

test('what comes during a force merge merges beside it', async () => {
  const harness = await started({ ...scheduler(1, 9), 'index.merge.policy.segments_per_tier': '3' });
  await segments(harness, 1, 1);
  let forced = false;
  const force = harness.writer.forceMerge('i', { maxNumSegments: 1 }).finally(() => (forced = true));
  await turns();
  await segments(harness, 1, 1, 1);
  expect(namesOf(harness)).toEqual(['_1 _2', '_4 _5 _6']);
  const [first, second] = harness.merger.held.splice(0);
  expect([first!.request.forced, second!.request.forced]).toEqual([true, false]);
  first!.proceed();
  await force;
  expect(forced).toBe(true);
  expect(harness.shown()).toEqual(['_3', '_4', '_5', '_6']);
  second!.proceed();
  await turns();
  expect(harness.shown()).toEqual(['_3', '_7']);
});

test('a force merge waits for merges of its segments that run, and takes what they make', async () => {
  const harness = await started(scheduler(1, 9));
  await segments(harness, 1, 1, 1, 1);
  expect(namesOf(harness)).toEqual(['_1 _2']);
  const force = harness.writer.forceMerge('i', { maxNumSegments: 1 });
  await turns();
  expect(namesOf(harness)).toEqual(['_1 _2']);
  harness.merger.held.shift()!.proceed();
  await turns();
  expect(namesOf(harness)).toEqual(['_3 _4 _5']);
  harness.merger.held.shift()!.proceed();
  await force;
  expect(harness.shown()).toHaveLength(1);
});

test('a merge that failed is tried again by itself, without a refresh', async () => {
  const harness = await started(scheduler(1, 9));
  await segments(harness, 1, 1);
  harness.merger.held.shift()!.fail(new Error('no room'));
  await turns();
  harness.clock.advance(59_999);
  expect(namesOf(harness)).toEqual([]);
  harness.clock.advance(1);
  expect(namesOf(harness)).toEqual(['_1 _2']);
});

test('what was throttled is counted on when another writer takes the index over', async () => {
  const harness = await started(scheduler(1, 1));
  await segments(harness, 1, 1, 1, 1);
  harness.clock.advance(250);
  while (harness.merger.held.length > 0) {
    harness.merger.held.shift()!.proceed();
    await turns();
  }
  expect((await statsOf(harness)).indexing).toMatchObject({ isThrottled: false, throttledMs: 250 });
  const handed = await harness.writer.handOver('i');
  await harness.writer.takeOver(handed!);
  expect((await statsOf(harness)).indexing.throttledMs).toBe(250);
});
