import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { turns, WriterHarness } from '../testing/writer-harness.ts';

const document = (id: string) => ({ kind: 'index', id, body: { a: 1 } }) as const;

async function withSegments(count: number, settings: Record<string, string> = {}): Promise<WriterHarness> {
  const harness = new WriterHarness();
  await harness.create('i', { settings });
  for (let i = 0; i < count; i++) {
    await harness.write('i', document(String(i)));
    await harness.writer.refresh('i');
  }
  return harness;
}

function inputsHeld({ merger }: WriterHarness): readonly (readonly string[])[] {
  return merger.held.map(({ request }) => request.inputs.map(({ name }) => name));
}

/** Lets every merge run that is or will be asked for. */
async function finish(harness: WriterHarness, work: Promise<unknown>): Promise<void> {
  let done = false;
  const ended = work.finally(() => (done = true));
  while (!done) {
    harness.merger.held.splice(0).forEach(({ proceed }) => {
      proceed();
    });
    await turns(1);
  }
  await ended;
}

test('two force merges at once never merge the same segments, and both end', async () => {
  const harness = await withSegments(4);
  const both = Promise.all([
    harness.writer.forceMerge('i', { maxNumSegments: 2 }),
    harness.writer.forceMerge('i', { maxNumSegments: 1 }),
  ]);
  await turns();
  expect(inputsHeld(harness)).toHaveLength(1);
  await finish(harness, both);
  expect(harness.shown()).toHaveLength(1);
  const [stats] = (await harness.writer.stats(['i']))[0]!;
  expect([stats!.docsCount, stats!.merges.current]).toEqual([4, 0]);
});

test('force merges that come while a merge runs in the background wait for it', async () => {
  const harness = await withSegments(3, { 'index.merge.policy.segments_per_tier': '3' });
  await turns();
  expect(inputsHeld(harness)).toEqual([['_1', '_2', '_3']]);
  const both = Promise.all([
    harness.writer.forceMerge('i', { maxNumSegments: 1 }),
    harness.writer.forceMerge('i', { maxNumSegments: 1 }),
  ]);
  await turns();
  expect(inputsHeld(harness)).toEqual([['_1', '_2', '_3']]);
  await finish(harness, both);
  expect(harness.shown()).toHaveLength(1);
});

test('a force merge that fails does not keep the next one from running', async () => {
  const harness = await withSegments(3);
  const { merger } = harness;
  const merge = merger.merge.bind(merger);
  merger.merge = () => Promise.reject(new Error('no room'));
  await expect(harness.writer.forceMerge('i', { maxNumSegments: 1 })).rejects.toThrow('no room');
  merger.merge = merge;
  await finish(harness, harness.writer.forceMerge('i', { maxNumSegments: 1 }));
  expect(harness.shown()).toHaveLength(1);
});

const large = (id: number) =>
  ({ kind: 'index', id: String(id), body: { t: `${id} `.repeat(2000) } }) as const;
const manual = { settings: { 'index.refresh_interval': '-1' } };

test('what a shard stores plain is compressed when nothing was written for a while, and not before', async () => {
  const harness = new WriterHarness();
  await harness.create('i', manual);
  const storeBytes = async (): Promise<number> => (await harness.writer.stats(['i']))[0]![0]!.storeBytes;
  for (let id = 0; id < 400; id += 200) {
    await harness.write('i', ...Array.from({ length: 200 }, (_, i) => large(id + i)));
    await harness.writer.refresh('i');
  }
  const plainBytes = await storeBytes();
  for (let i = 0; i < 3; i++) {
    await harness.write('i', document(`${i}`));
    harness.clock.advance(400);
    await turns();
    expect(inputsHeld(harness)).toEqual([]);
  }
  harness.clock.advance(1_000);
  await turns();
  expect(inputsHeld(harness)).toEqual([['_1', '_2']]);
  await finish(harness, harness.writer.mergesIdle());
  expect(harness.shown()).toEqual(['_3']);
  expect(await storeBytes()).toBeLessThan(plainBytes / 2);
  harness.clock.advance(10_000);
  await turns();
  expect(inputsHeld(harness)).toEqual([]);
  const { source } = await harness.writer.get('i', 0, '399');
  expect(JSON.parse(new TextDecoder().decode(source!))).toEqual(large(399).body);
});

test('little that is stored plain stays so', async () => {
  const harness = new WriterHarness();
  await harness.create('i', manual);
  await harness.write('i', ...Array.from({ length: 20 }, (_, i) => large(i)));
  await harness.writer.refresh('i');
  harness.clock.advance(60_000);
  await turns();
  expect(inputsHeld(harness)).toEqual([]);
});

test('a force merge ends when its index is deleted under it, and with an error of its own when the disk fails', async () => {
  const deleted = await withSegments(3);
  const merge = deleted.writer.forceMerge('i', { maxNumSegments: 1 });
  await turns();
  await deleted.writer.deleteIndex('i');
  await finish(deleted, merge);

  const failing = await withSegments(3);
  const failed = failing.writer.forceMerge('i', { maxNumSegments: 1 });
  await turns();
  const [held] = failing.merger.held.splice(0);
  held!.fail(new Error('no room'));
  const error = await failed.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).error).toEqual({
    type: 'illegal_state_exception',
    reason: '[i][0] could not be merged: no room',
  });
});
