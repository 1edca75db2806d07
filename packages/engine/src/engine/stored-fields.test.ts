import { MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { EngineHarness } from '../testing/engine-harness.ts';

const stored = { type: 'text', store: true };
const mappings = {
  _source: { excludes: ['big', 'n.x'] },
  properties: {
    k: { type: 'keyword', store: true },
    big: stored,
    n: { type: 'nested', properties: { x: stored } },
  },
};
const text = (i: number): string => `words of ${i} `.repeat(20).trim();

async function write(harness: EngineHarness, from: number, to: number): Promise<void> {
  for (let i = from; i < to; i++) {
    const body = i % 3 === 0 ? { k: `k${i}` } : { k: `k${i}`, big: text(i), n: [{ y: 1 }, { x: `x${i}` }] };
    await harness.write('i', { kind: 'index', id: String(i), body });
  }
}

/** What searches, and gets, show of the documents. */
async function shown(harness: EngineHarness, count: number): Promise<unknown> {
  await harness.engine.refresh('i');
  const { hits } = await harness.engine.search({
    indices: ['i'],
    maxBuckets: 1,
    body: { size: count, stored_fields: ['k', 'big'], _source: true, sort: ['k'] },
  });
  const decoder = new TextDecoder();
  const gets = [];
  for (let i = 0; i < count; i++) {
    for (const realtime of [true, false]) {
      const { source, kept } = await harness.engine.get({ index: 'i', id: String(i), realtime });
      gets.push([decoder.decode(source!), kept === null ? null : decoder.decode(kept)]);
    }
  }
  return { hits: hits.map(({ id, fields, source }) => [id, fields, decoder.decode(source)]), gets };
}

function expected(count: number): unknown {
  const ids = Array.from({ length: count }, (_, i) => i);
  const source = (i: number): string =>
    JSON.stringify(i % 3 === 0 ? { k: `k${i}` } : { k: `k${i}`, n: [{ y: 1 }, {}] });
  const kept = (i: number): string | null =>
    i % 3 === 0 ? null : JSON.stringify({ big: text(i), n: [{}, { x: `x${i}` }] });
  const fields = (i: number): object => ({ k: [`k${i}`], ...(i % 3 === 0 ? {} : { big: [text(i)] }) });
  return {
    hits: ids.sort((a, b) => (`k${a}` < `k${b}` ? -1 : 1)).map((i) => [String(i), fields(i), source(i)]),
    gets: [...ids].sort((a, b) => a - b).flatMap((i) => [1, 2].map(() => [source(i), kept(i)])),
  };
}

test.each([[{}], [{ 'index.sort.field': 'k' }], [{ 'index.codec': 'best_compression' }]])(
  'stored values that the source leaves out last through merges, restarts and the log (%j)',
  async (given) => {
    const settings = { 'index.number_of_shards': '1', ...given };
    const harness = await EngineHarness.start();
    await harness.create('i', { settings, mappings });
    await write(harness, 0, 30);
    expect((await harness.engine.get({ index: 'i', id: '1', realtime: true })).kept).not.toBeNull();
    await harness.engine.refresh('i');
    await write(harness, 20, 60);
    expect(await shown(harness, 60)).toEqual(expected(60));
    await harness.engine.forceMerge('i', { maxNumSegments: 1 });
    expect(await shown(harness, 60)).toEqual(expected(60));
    await write(harness, 60, 70);
    await harness.engine.close();
    await harness.open();
    expect(await shown(harness, 70)).toEqual(expected(70));
  },
);

test('a segment without such values is of the format that it always was', async () => {
  const disk = new MemoryDisk();
  const harness = await EngineHarness.start(disk);
  await harness.create('i', { settings: { 'index.number_of_shards': '1' }, mappings });
  const versions = async (): Promise<number[]> => {
    await harness.engine.flush('i', { force: true });
    const folder = `/data/indices/${harness.engine.index('i')!.uuid}/0`;
    const names = disk.list(folder).filter((name) => name.endsWith('.seg'));
    return names.map((name) => {
      const head = new Uint8Array(8);
      const file = disk.open(`${folder}/${name}`, 'read');
      file.read(head, 0);
      file.close();
      return new DataView(head.buffer).getUint32(4, true);
    });
  };
  await harness.write('i', { kind: 'index', id: '0', body: { k: 'a' } });
  expect(await versions()).toEqual([2]);
  await harness.write('i', { kind: 'index', id: '1', body: { k: 'a', big: 'x' } });
  await harness.write('i', { kind: 'index', id: '2', body: { k: 'a', n: {} } });
  expect((await versions()).sort()).toEqual([2, 5]);
  await harness.engine.forceMerge('i', { maxNumSegments: 1 });
  expect(await versions()).toContain(5);
});

test('who follows by operations keeps the same', async () => {
  const settings = { 'index.number_of_shards': '1' };
  const [from, to] = [await EngineHarness.start(), await EngineHarness.start()];
  for (const harness of [from, to]) await harness.create('i', { settings, mappings });
  await write(from, 0, 10);
  await from.engine.refresh('i');
  const operations = await from.engine.history.read('i', 0, 0, 1e9, 1e9);
  await to.engine.history.apply('i', 0, operations);
  expect(await shown(to, 10)).toEqual(expected(10));
});

test('stored values are shown as the mapping was when their document was written', async () => {
  const harness = await EngineHarness.start();
  const properties = { a: { type: 'keyword' }, all: stored, big: stored };
  const settings = { 'index.number_of_shards': '1' };
  await harness.create('i', { settings, mappings: { _source: { excludes: ['big'] }, properties } });
  const copying = (copy_to: string[]): Promise<unknown> =>
    harness.engine.updateMetadata(
      new Map([['i', { mapping: { properties: { a: { type: 'keyword', copy_to } } } }]]),
    );
  const body = { a: '1', all: '2', big: '3' };
  const all = async (): Promise<unknown> => {
    await harness.engine.refresh('i');
    const search = { stored_fields: ['all', 'big'], sort: ['_doc'] };
    const { hits } = await harness.engine.search({ indices: ['i'], maxBuckets: 1, body: search });
    return hits.map(({ fields }) => fields);
  };
  await harness.write('i', { kind: 'index', id: 'before', body });
  await copying(['all']);
  await harness.write('i', { kind: 'index', id: 'between', body });
  const written = [
    { all: ['2'], big: ['3'] },
    { all: ['1', '2'], big: ['3'] },
  ];
  expect(await all()).toEqual(written);
  await copying([]);
  await harness.write('i', { kind: 'index', id: 'after', body });
  expect(await all()).toEqual([...written, written[0]]);
});

test.each([
  ['long', 'x'.repeat(1 << 20)],
  ['long in JSON', '\u0001'.repeat(1 << 20)],
  ['within lists', [['x'.repeat(1 << 21)]]],
])(
  'a document that was acknowledged stays, also where the mapping copies too much of it by now (%s)',
  async (_name, a) => {
    const harness = await EngineHarness.start();
    const names = Array.from({ length: 300 }, (_, i) => `t${i}`);
    const targets = Object.fromEntries(names.map((name) => [name, { ...stored, index: false }]));
    const properties = { a: { type: 'text', index: false }, ...targets };
    await harness.create('i', { settings: { 'index.number_of_shards': '1' }, mappings: { properties } });
    await harness.write('i', { kind: 'index', id: '1', body: { a } });
    const mapping = { properties: { a: { type: 'text', index: false, copy_to: names } } };
    await harness.engine.updateMetadata(new Map([['i', { mapping }]]));
    await harness.engine.close();
    await harness.open();
    const { source, kept } = await harness.engine.get({ index: 'i', id: '1', realtime: true });
    expect([JSON.parse(new TextDecoder().decode(source!)), kept]).toEqual([{ a }, null]);
  },
);

test('what a batch copies to stored fields does not gather in memory', async () => {
  const harness = await EngineHarness.start();
  const names = Array.from({ length: 60 }, (_, i) => `t${i}`);
  const targets = Object.fromEntries(names.map((name) => [name, { ...stored, index: false }]));
  const properties = { a: { type: 'text', index: false, copy_to: names }, ...targets };
  const settings = { 'index.number_of_shards': '1', 'index.refresh_interval': '-1' };
  await harness.create('i', { settings, mappings: { properties } });
  const a = 'x'.repeat(1 << 20);
  const ids = Array.from({ length: 7 }, (_, i) => String(i));
  await harness.write('i', ...ids.map((id) => ({ kind: 'index' as const, id, body: { a } })));
  const [shards] = await harness.engine.stats(['i']);
  expect(shards![0]!.indexWriterBytes).toBeLessThan(256 << 20);
});

test('of a stored field that allows malformed values the others are shown', async () => {
  const harness = await EngineHarness.start();
  const n = { type: 'long', store: true, ignore_malformed: true };
  await harness.create('i', { mappings: { _source: { excludes: ['n'] }, properties: { n } } });
  await harness.write('i', { kind: 'index', id: '1', body: { n: [1, 'bad', 2] } });
  await harness.engine.refresh('i');
  const body = { stored_fields: ['n'] };
  const { hits } = await harness.engine.search({ indices: ['i'], maxBuckets: 1, body });
  expect(hits.map(({ fields }) => fields)).toEqual([{ n: [1, 2] }]);
});

test('what queries can read, and documents cannot, is no value of a stored field that allows malformed ones', async () => {
  const harness = await EngineHarness.start();
  const allowed = { store: true, ignore_malformed: true };
  const properties = {
    b: { type: 'byte', ...allowed },
    s: { type: 'short', ...allowed },
    d: { type: 'date', ...allowed },
    l: { type: 'long', coerce: false, ...allowed },
  };
  await harness.create('i', { mappings: { properties } });
  const body = { b: [1, 300], s: 70_000, d: ['now', '2020-01-01||+1d', '2020-01-01'], l: [5, '5', 5.5] };
  await harness.write('i', { kind: 'index', id: '1', body });
  await harness.engine.refresh('i');
  const shown = async (asked: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const found = await harness.engine.search({ indices: ['i'], maxBuckets: 1, body: asked });
    return found.hits[0]!.fields;
  };
  expect(await shown({ stored_fields: ['*'] })).toEqual({ b: [1], d: ['2020-01-01T00:00:00.000Z'], l: [5] });
  expect(await shown({ fields: ['*'], _source: false })).toBeUndefined();
});
