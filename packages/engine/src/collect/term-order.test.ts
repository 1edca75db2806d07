import { afterEach, expect, test, vi } from 'vitest';
import type { SearchOptions, SearchResult } from '../search/search-api.ts';
import { EngineHarness, type PlainOperation } from '../testing/engine-harness.ts';
import { seeded } from '../testing/random-search.ts';
import { TermOrder } from './term-order.ts';

const harnesses: EngineHarness[] = [];

afterEach(async () => {
  for (const harness of harnesses.splice(0)) await harness.engine.close();
});

async function filled(
  documents: readonly (readonly PlainOperation[])[],
  keyword: Readonly<Record<string, unknown>> = {},
): Promise<EngineHarness> {
  const harness = await EngineHarness.start();
  harnesses.push(harness);
  const properties = { k: { type: 'keyword', ...keyword }, n: { type: 'integer' }, t: { type: 'text' } };
  await harness.create('i', { mappings: { properties } });
  for (const part of documents) {
    await harness.write('i', ...part);
    await harness.engine.refresh('i');
  }
  return harness;
}

const search = (harness: EngineHarness, body: SearchOptions['body']): Promise<SearchResult> =>
  harness.engine.search({ indices: ['i'], maxBuckets: 1, body: { _source: false, ...body } });

const shown = ({ hits, total }: SearchResult): unknown => [total, hits.map(({ id, sort }) => [id, sort])];

const indexed = (from: number, to: number, k: (n: number) => unknown): PlainOperation[] =>
  Array.from({ length: to - from }, (_, i) => {
    const n = from + i;
    return { kind: 'index', id: `d${n}`, body: { k: k(n), n: n % 5, t: n % 3 === 0 ? 'x' : 'x y' } };
  });

const unique = (n: number): string => `k${String((n * 7919) % 4000).padStart(4, '0')}`;

test.each([
  ['from the lowest', { sort: ['k'] }],
  ['from the highest', { sort: [{ k: 'desc' }] }],
  ['of what matches', { sort: [{ k: 'desc' }], query: { term: { n: 2 } } }],
  ['after a value', { sort: ['k'], search_after: ['k1000'] }],
  ['after a value that there is not', { sort: [{ k: 'desc' }], search_after: ['k1000x'] }],
  ['with a further key', { sort: ['k', { n: 'desc' }], search_after: ['k0500', 3] }],
  ['a page on', { sort: ['k'], from: 40, size: 5 }],
])('the first documents by a keyword are found in its order, %s', async (_, body) => {
  const harness = await filled([indexed(0, 2000, unique), indexed(2000, 3000, unique)]);
  const values = vi.spyOn(TermOrder.prototype, 'take');
  const found = await search(harness, body);
  expect(values).toHaveBeenCalled();
  values.mockRestore();
  // Where scores are wanted every document is looked at.
  expect(shown(found)).toEqual(shown(await search(harness, { ...body, track_scores: true })));
  expect(found.hits.length).toBeGreaterThan(0);
});

test.each<[string, (n: number) => unknown, Readonly<Record<string, unknown>>, SearchOptions['body']]>([
  ['of several values', (n) => [unique(n), 'z'], {}, { sort: ['k'] }],
  ['without postings', unique, { index: false }, { sort: ['k'] }],
  [
    'that some lack, which come first',
    (n) => (n % 9 === 0 ? null : unique(n)),
    {},
    { sort: [{ k: { order: 'asc', missing: '_first' } }] },
  ],
  [
    'that some lack, which stand among the others',
    (n) => (n % 9 === 0 ? null : unique(n)),
    {},
    { sort: [{ k: { order: 'asc', missing: 'k0003' } }] },
  ],
])('a keyword %s tells no order', async (_, k, keyword, body) => {
  const harness = await filled([indexed(0, 2000, k)], keyword);
  const values = vi.spyOn(TermOrder.prototype, 'take');
  const found = await search(harness, body);
  expect(values).not.toHaveBeenCalled();
  values.mockRestore();
  expect(shown(found)).toEqual(shown(await search(harness, { ...body, track_scores: true })));
});

test('documents without a keyword follow where those with one do not fill the page', async () => {
  const harness = await filled([indexed(0, 2000, (n) => (n % 400 === 7 ? unique(n) : null))]);
  const found = await search(harness, { sort: ['k'] });
  expect(found.hits.map(({ sort }) => sort![0] === null)).toEqual([
    ...Array(5).fill(false),
    ...Array(5).fill(true),
  ]);
  expect(shown(found)).toEqual(shown(await search(harness, { sort: ['k'], track_scores: true })));
});

const seed = Number(process.env.SEXTANT_SEED ?? Math.floor(Math.random() * 2 ** 31));

test(`documents in the order of their keywords are those of a look at all of them (seed ${seed})`, async () => {
  const random = seeded(seed);
  const whole = (below: number): number => Math.floor(random() * below);
  const pick = <T>(...items: readonly T[]): T => items[whole(items.length)]!;
  for (let round = 0; round < 6; round++) {
    const many = pick(3, 60, 3000);
    const lacking = pick(0, 0, 0.02, 0.5);
    const k = (): unknown => (random() < lacking ? null : `k${whole(many)}`);
    const harness = await filled([indexed(0, 1500, k), indexed(1500, 1900, k), indexed(1900, 1950, k)]);
    const gone = Array.from(
      { length: whole(300) },
      () => ({ kind: 'delete', id: `d${whole(1950)}` }) as const,
    );
    if (gone.length > 0) await harness.write('i', ...gone);
    await harness.engine.refresh('i');
    for (let each = 0; each < 30; each++) {
      const order = pick('asc', 'desc');
      const first = { k: { order, ...(random() < 0.3 ? { missing: pick('_first', '_last', 'k1') } : {}) } };
      const further = pick([], [{ n: pick('asc', 'desc') }], [{ n: 'asc' }, '_doc']);
      const body = {
        sort: [first, ...further],
        size: pick(1, 10, 50),
        query: pick<object>(
          { match_all: {} },
          { term: { n: 3 } },
          { match: { t: 'y' } },
          { range: { n: { gte: 2 } } },
        ),
        track_total_hits: pick<boolean | number>(true, false, 100),
      };
      const page = await search(harness, body);
      const last = page.hits.at(-1)?.sort;
      const pages = last === undefined || random() < 0.5 ? [body] : [body, { ...body, search_after: last }];
      for (const asked of pages) {
        const found = shown(await search(harness, asked)) as readonly unknown[];
        const wanted = shown(await search(harness, { ...asked, track_scores: true })) as readonly unknown[];
        expect(found[1], `round ${round}, ${JSON.stringify(asked)}`).toEqual(wanted[1]);
        if (asked.track_total_hits === true) expect(found[0]).toEqual(wanted[0]);
      }
    }
  }
});
