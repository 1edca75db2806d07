import { afterEach, expect, test } from 'vitest';
import type { SearchOptions } from '../search/search-api.ts';
import { Threads } from '../testing/search-threads.ts';
import type { AnswerWriting } from './answer-writing.ts';

const running: Threads[] = [];

afterEach(async () => {
  for (const threads of running.splice(0)) await threads.engine.close();
});

const text = (bytes: Uint8Array | undefined): unknown =>
  bytes === undefined ? undefined : JSON.parse(new TextDecoder().decode(bytes));

/** Writes the ids alone, and how many hits are told beside them. */
const ids: AnswerWriting = {
  hitWriters: (rendering) => {
    if (rendering === 'other') return undefined;
    const written: string[] = [];
    return () => ({
      hit: (_index, id) => {
        written.push(id);
        return true;
      },
      finish: () => new TextEncoder().encode(JSON.stringify(written)),
    });
  },
  render: ({ writtenHits, hits }, rendering, waitedMs) => {
    const answer = { rendering, ids: text(writtenHits), told: hits.length, waited: waitedMs };
    return new TextEncoder().encode(JSON.stringify(answer));
  },
};

async function started(writing: AnswerWriting): Promise<Threads> {
  const threads = await Threads.start({ shortMs: Number.POSITIVE_INFINITY }, { writing });
  running.push(threads);
  await threads.create('i');
  await threads.fill('i', 0, 3);
  return threads;
}

const search = (more: Partial<SearchOptions>): SearchOptions => ({
  indices: ['i'],
  maxBuckets: 10,
  rendering: 'x',
  body: { sort: ['_doc'], size: 2 },
  ...more,
});

test('plain hits that are found in the thread that was asked are written there', async () => {
  const { engine, ends } = await started(ids);
  const { rendered, hits, writtenHits, total } = await engine.search(search({}));
  expect(text(rendered)).toEqual({ rendering: 'x', ids: ['0', '1'], told: 0, waited: 0 });
  expect([hits, writtenHits, total?.value, ends.length]).toEqual([[], undefined, 3, 0]);
});

test('where there are no hits there is nothing to write', async () => {
  const { engine } = await started(ids);
  const { rendered, total } = await engine.search(search({ body: { size: 0 } }));
  expect([rendered, total?.value]).toEqual([undefined, 3]);
});

test.each([
  ['without a rendering', { rendering: undefined }],
  ['that the host does not write', { rendering: 'other' }],
  ['that show more than their documents', { body: { size: 2, version: true } }],
  ['of which somebody wants to be told what fetching them takes', { body: { size: 2, profile: true } }],
])('hits %s are told', async (_what, more) => {
  const { engine } = await started(ids);
  const { rendered, hits } = await engine.search(search(more));
  expect([rendered, hits.length]).toEqual([undefined, 2]);
});

test('an answer that cannot be written fails its search alone', async () => {
  const { engine } = await started({
    ...ids,
    render: () => {
      throw new Error('too long');
    },
  });
  await expect(engine.search(search({}))).rejects.toThrow('the search could not be finished: too long');
  expect((await engine.search(search({ rendering: 'other' }))).hits.length).toBe(2);
});
