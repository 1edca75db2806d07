import { afterEach, expect, test } from 'vitest';
import type { KeptDocs } from '../collect/top-scores.ts';
import type { DocPlace, SearchBody, SearchOptions, SearchResult } from '../search/search-api.ts';
import { segmentPath } from '../segment/segment-data.ts';
import { batchOf } from '../testing/engine-harness.ts';
import { randomDocument, randomProperties, seeded } from '../testing/random-search.ts';
import { causeOf, Threads } from '../testing/search-threads.ts';

const running: Threads[] = [];

async function filled(shards: number): Promise<Threads> {
  const threads = await Threads.start();
  running.push(threads);
  const settings = { 'index.number_of_shards': String(shards) };
  const mappings = { properties: randomProperties };
  await threads.engine.createIndex({ name: 'i', settings, mappings, aliases: {} });
  const random = seeded(shards);
  for (const part of ['a', 'b', 'c']) {
    const documents = Array.from({ length: 150 }, (_, n) => {
      const id = `id-${part}-${n}`;
      return { kind: 'index', id, routing: id, body: randomDocument(random, id) } as const;
    });
    await threads.engine.write(batchOf('i', documents, { refresh: 'true' }));
  }
  return threads;
}

afterEach(async () => {
  for (const threads of running.splice(0)) await threads.engine.close();
});

const decoder = new TextDecoder();

type Where = Pick<SearchOptions, 'rendering'>;
const here: Where = {};
const there: Where = { rendering: 'there' };

/** Identifiers of hits, wherever the answer was written. */
function idsOf({ hits, rendered }: SearchResult): string[] {
  if (rendered === undefined) return hits.map(({ id }) => id);
  const { hits: written } = JSON.parse(decoder.decode(rendered)) as { hits: [string][] };
  return written.map(([id]) => id);
}

async function search(
  { engine }: Threads,
  options: Partial<SearchOptions> & { body: SearchBody },
): Promise<SearchResult> {
  return engine.search({ indices: ['i'], maxBuckets: 1, ...options });
}

/** All pages of a search, one after the other. */
async function paged(
  threads: Threads,
  context: number,
  body: SearchBody & { readonly size: number },
  { ahead, where }: { ahead: number; where: Where },
): Promise<string[]> {
  const found: string[] = [];
  let after: DocPlace | undefined;
  let docs: KeptDocs | undefined;
  for (;;) {
    const page = {
      ahead,
      ...(after === undefined ? {} : { after }),
      ...(docs === undefined ? {} : { docs }),
    };
    const result = await search(threads, { ...where, context, body, page });
    const ids = idsOf(result);
    found.push(...ids);
    const kept: KeptDocs | null = result.page!.ahead;
    if (ids.length === 0) return found;
    after = result.page!.lasts.at(-1)!;
    docs = undefined;
    if (kept === null || kept.docs.length < body.size) continue;
    const cut = <T extends Int32Array | Float32Array>(list: T) => list.slice(0, body.size) as T;
    docs = { segments: cut(kept.segments), docs: cut(kept.docs), scores: cut(kept.scores) };
  }
}

const bodies: readonly SearchBody[] = [
  { sort: ['_doc'] },
  { sort: [{ _doc: 'desc' }] },
  { sort: ['_shard_doc'] },
  {},
  { query: { match: { body: 'w3 w5 w7' } } },
  { sort: [{ number: { order: 'desc', missing: '_first' } }, 'tag'] },
  { sort: [{ tag: 'asc' }] },
  { sort: [{ _id: 'desc' }] },
  { query: { range: { number: { gte: 1000 } } }, sort: ['_doc'] },
];

test.each([1, 3])('pages of a search are the search, cut: %i shards', async (shards) => {
  const threads = await filled(shards);
  const context = await threads.engine.openContext({ kind: 'scroll', indices: ['i'] });
  for (const body of bodies) {
    const whole = idsOf(await search(threads, { context, body: { ...body, size: 1000 } }));
    for (const where of [here, there]) {
      for (const ahead of [0, 70]) {
        const pages = await paged(threads, context, { ...body, size: 7 }, { ahead, where });
        expect(pages, JSON.stringify({ body, ahead, where })).toEqual(whole);
      }
    }
  }
});

test('a context shows what was there when it was opened, in every thread, whatever is written, deleted and merged', async () => {
  const threads = await filled(2);
  const { engine } = threads;
  const body = { size: 1000, sort: [{ _id: 'asc' }] };
  const before = idsOf(await search(threads, { body }));
  const context = await engine.openContext({ kind: 'scroll', indices: ['i'] });
  const gone = before.slice(0, 100).map((id) => ({ kind: 'delete', id }) as const);
  await engine.write(batchOf('i', gone, { refresh: 'true' }));
  await engine.forceMerge('i', { maxNumSegments: 1 });
  expect(idsOf(await search(threads, { ...there, context, body }))).toEqual(before);
  expect(idsOf(await search(threads, { context, body }))).toEqual(before);
  expect(idsOf(await search(threads, { body }))).toEqual(before.slice(100));
  await engine.write(batchOf('i', [{ kind: 'index', id: 'new', body: {} }], { refresh: 'true' }));
  expect(idsOf(await search(threads, { ...there, context, body }))).toEqual(before);
});

test('files that a context holds stay on the disk, and go with it', async () => {
  const threads = await filled(1);
  const { engine, disk } = threads;
  const context = await engine.openContext({ kind: 'scroll', indices: ['i'] });
  await search(threads, { ...there, context, body: {} });
  const held = engine.pinned(context).flatMap(({ segments }) => segments);
  expect(held.length).toBeGreaterThan(1);
  await engine.forceMerge('i', { maxNumSegments: 1 });
  const areThere = (): boolean[] =>
    held.map(({ directory, name }) => disk.exists(segmentPath(directory, name)));
  expect(areThere()).toEqual(held.map(() => true));
  expect(engine.endContext(context)).toBe(true);
  expect(engine.endContext(context)).toBe(false);
  await engine.write(batchOf('i', [{ kind: 'index', id: 'x', body: {} }], { refresh: 'true' }));
  await search(threads, { ...there, body: {} });
  await engine.flush('i', { force: true });
  expect(areThere()).toEqual(held.map(() => false));
});

test('a thread that comes to a search in a context after its end finds the files still', async () => {
  const threads = await filled(1);
  const { engine, disk } = threads;
  await search(threads, { ...there, body: {} });
  const context = await engine.openContext({ kind: 'scroll', indices: ['i'] });
  const held = engine.pinned(context).flatMap(({ segments }) => segments);
  await engine.forceMerge('i', { maxNumSegments: 1 });
  await search(threads, { ...there, body: {} });
  await engine.flush('i', { force: true });
  threads.unheard = [];
  const late = search(threads, { ...there, context, body: { size: 1000 } });
  while (threads.unheard.length < 2) await new Promise((resolve) => setImmediate(resolve));
  const areThere = (): boolean[] =>
    held.map(({ directory, name }) => disk.exists(segmentPath(directory, name)));
  expect(areThere()).toEqual(held.map(() => true));
  engine.endContext(context);
  await engine.flush('i', { force: true });
  expect(areThere()).toEqual(held.map(() => true));
  threads.hear();
  expect(idsOf(await late)).toHaveLength(450);
  expect(engine.failures('i')).toEqual([]);
  await engine.flush('i', { force: true });
  expect(areThere()).toEqual(held.map(() => false));
});

test('an ended context is searched no more; nor is what was deleted or closed, also when it is opened again', async () => {
  const threads = await filled(1);
  const { engine } = threads;
  const ended = await engine.openContext({ kind: 'scroll', indices: ['i'] });
  engine.endContext(ended);
  const missing = {
    type: 'search_context_missing_exception',
    reason: `No search context found for id [${ended}]`,
  };
  for (const where of [here, there]) {
    const failed = await search(threads, { ...where, context: ended, body: {} }).catch(causeOf);
    expect(failed).toEqual(missing);
  }
  const context = await engine.openContext({ kind: 'scroll', indices: ['i'] });
  await search(threads, { ...there, context, body: {} });
  await engine.closeIndex('i');
  await engine.openIndex('i');
  expect(engine.pinned(context)).toEqual([]);
  for (const where of [here, there]) {
    const result = await search(threads, { ...where, context, body: {} });
    expect(result.shards.total).toBe(0);
  }
});

test('slices of a search are all of it, and no document is in two', async () => {
  for (const shards of [1, 3]) {
    const threads = await filled(shards);
    const context = await threads.engine.openContext({ kind: 'scroll', indices: ['i'] });
    for (const field of ['_id', 'number', 'several']) {
      for (const max of [2, 3, 7]) {
        const found: string[] = [];
        for (let id = 0; id < max; id++) {
          const slice = { field, id, max };
          found.push(...idsOf(await search(threads, { ...there, context, body: { size: 1000, slice } })));
        }
        expect(found.sort()).toEqual([...new Set(found)].sort());
        expect(found.length).toBe(450);
      }
    }
  }
});

test('searches and contexts go through shards in one order, however the indices are named', async () => {
  const threads = await Threads.start();
  running.push(threads);
  const { engine } = threads;
  for (const name of ['z', 'a']) {
    const settings = { 'index.number_of_shards': '2' };
    await engine.createIndex({ name, settings, mappings: { properties: randomProperties }, aliases: {} });
    const documents = Array.from({ length: 9 }, (_, n) => {
      const id = `${name}${n}`;
      return { kind: 'index', id, routing: id, body: randomDocument(seeded(n), id) } as const;
    });
    await engine.write(batchOf(name, documents, { refresh: 'true' }));
  }
  const body = { size: 20 };
  const first = idsOf(await search(threads, { indices: ['z', 'a'], body }));
  expect(idsOf(await search(threads, { indices: ['a', 'z'], body }))).toEqual(first);
  const context = await engine.openContext({ kind: 'scroll', indices: ['z', 'a'] });
  const places = engine.pinned(context).map(({ index, shard }) => `${index}${shard}`);
  expect(places).toEqual(['a0', 'z0', 'a1', 'z1']);
});
