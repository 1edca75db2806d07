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

test.each([
  ['lz4', 'default'],
  ['zlib', 'best_compression'],
  ['best_compression', 'best_compression'],
  [undefined, 'default'],
])('a merge packs stored documents as index.codec says: %s', async (codec, packing) => {
  const harness = await withSegments(2, codec === undefined ? {} : { 'index.codec': codec });
  const merge = harness.writer.forceMerge('i', { maxNumSegments: 1 });
  await turns();
  expect(harness.merger.held.map(({ request }) => request.codec)).toEqual([packing]);
  await finish(harness, merge);
});

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

test.each([-3_600_000, 3_600_000])(
  'a merge that failed is tried again a minute later, also where the clock is set by %d ms',
  async (ms) => {
    const harness = await withSegments(3, { 'index.merge.policy.segments_per_tier': '3' });
    const { merger, clock, writer } = harness;
    await turns();
    merger.held.splice(0)[0]!.fail(new Error('no room'));
    await turns();
    const asksFor = async (id: string): Promise<number> => {
      await harness.write('i', document(id));
      await writer.refresh('i');
      await turns();
      return merger.held.length;
    };
    clock.setNow(clock.now() + ms);
    expect(await asksFor('x')).toBe(0);
    clock.advance(60_000);
    expect(await asksFor('y')).toBe(1);
  },
);
