import { expect, test, vi } from 'vitest';
import { TestMemory } from '../testing/memory-account.ts';
import { testBudget } from '../testing/query-context.ts';
import { seeded } from '../testing/random-search.ts';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const seed = Number(process.env.SEXTANT_SEED ?? Math.floor(Math.random() * 2 ** 31));

const properties = {
  /** One value at most, some documents have none. */
  one: { type: 'keyword' },
  several: { type: 'keyword' },
  /** Without postings, and without values by document. */
  plain: { type: 'keyword', index: false },
  listed: { type: 'keyword', doc_values: false },
  flag: { type: 'boolean' },
};

type Document = Readonly<Record<string, unknown>>;

const valuesOf = (document: Document, field: string): string[] => [document[field] ?? []].flat().map(String);

test(`patterns and ranges of terms find what a look at each document does (seed ${seed})`, () => {
  const random = seeded(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const word = (): string =>
    Array.from({ length: 1 + below(4) }, () => 'abcé語'[below(5)]!).join('') +
    (below(3) === 0 ? below(30) : '');
  const document = (): Document => {
    const one = word();
    const sparse = below(20) === 0 ? {} : { one, plain: one, listed: one };
    return { ...sparse, several: Array.from({ length: below(4) }, word), flag: below(2) === 0 };
  };
  for (const sizes of [[5000], [300, 40, 700]]) {
    const segments = sizes.map((size) => Array.from({ length: size }, document));
    const documents = segments.flat();
    const deleted = documents.flatMap((_, i) => (below(30) === 0 ? [String(i + 1)] : []));
    const shard = searchableShard({ properties, segments, deleted });
    const alive = documents.filter((_, i) => !deleted.includes(String(i + 1)));
    const bytes = (text: string): Buffer => Buffer.from(text);
    for (let round = 0; round < 60; round++) {
      const field = ['one', 'several', 'plain', 'listed'][below(4)]!;
      const [text, other] = [word(), word()];
      const pattern = [`${text}*`, `*${text}`, `${text}*${other}`, `?${text}*`, `*${text}*`][below(5)]!;
      const expression = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'u');
      const cases: readonly (readonly [object, (term: string) => boolean])[] = [
        [{ prefix: { [field]: text } }, (term) => term.startsWith(text)],
        [{ wildcard: { [field]: pattern } }, (term) => expression.test(term)],
        [
          { range: { [field]: { gte: text, lt: other } } },
          (term) => bytes(term).compare(bytes(text)) >= 0 && bytes(term).compare(bytes(other)) < 0,
        ],
      ];
      for (const [query, matches] of cases) {
        const found = alive.filter((each) => valuesOf(each, field).some(matches));
        const count = (body: object): number =>
          searchShards([shard], { ...body, track_total_hits: true }).total!.value;
        const name = JSON.stringify(query);
        expect([name, count({ query })]).toEqual([name, found.length]);
        const both = { bool: { filter: [query, { term: { flag: true } }] } };
        expect([name, count({ query: both })]).toEqual([name, found.filter(({ flag }) => flag).length]);
      }
    }
  }
});

test(`the nearest terms of a fuzzy query are those of all terms, over several segments (seed ${seed})`, () => {
  const random = seeded(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const word = (): string => Array.from({ length: 2 + below(6) }, () => 'aabcé語'[below(6)]!).join('');
  const segments = [500, 200, 60].map((size) => Array.from({ length: size }, () => ({ one: word() })));
  const shard = searchableShard({ properties, segments });
  const terms = new Set(segments.flat().map(({ one }) => one));
  for (let round = 0; round < 40; round++) {
    const text = word();
    const [edits, expansions, prefix] = [1 + below(2), 1 + below(60), below(3)];
    const options = { value: text, fuzziness: edits, max_expansions: expansions, prefix_length: prefix };
    const near = [...terms]
      .map((term) => ({ term, distance: distance([...text], [...term]) }))
      .filter(
        ({ term, distance }) =>
          distance <= edits && [...term].slice(0, prefix).join('') === [...text].slice(0, prefix).join(''),
      )
      .map(({ term, distance }) => ({
        term,
        boost: Math.max(0, 1 - distance / Math.min([...term].length, [...text].length)),
      }))
      .sort((a, b) => b.boost - a.boost || Buffer.from(a.term).compare(Buffer.from(b.term)))
      .slice(0, prefix >= [...text].length ? 0 : expansions)
      .map(({ term }) => term);
    const wanted = prefix >= [...text].length ? [text] : near;
    const hits = segments.flat().filter(({ one }) => wanted.includes(one)).length;
    const found = searchShards([shard], { query: { fuzzy: { one: options } }, track_total_hits: true });
    expect([JSON.stringify(options), found.total!.value]).toEqual([JSON.stringify(options), hits]);
  }
});

/** The textbook table: neighbours that change places are one edit. */
function distance(a: readonly string[], b: readonly string[]): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const costs = [
        row[j - 1]! + 1,
        rows[i - 1]![j]! + 1,
        rows[i - 1]![j - 1]! + Number(a[i - 1] !== b[j - 1]),
      ];
      row.push(Math.min(...costs, swapped ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY));
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

// As OpenSearch 3.6 answers.
test.each([
  ['term', 'ÄPFEL', ['ÄPFEL', 'ÄPfel']],
  ['term', 'äpfel', ['äpfel']],
  ['term', 'k', ['k', 'K']],
  ['prefix', 'Äp', ['ÄPFEL', 'ÄPfel']],
  ['prefix', 'K', ['k', 'K']],
  ['wildcard', 'äP*L', ['äpfel']],
  ['wildcard', '*FEL', ['äpfel', 'ÄPFEL', 'ÄPfel']],
])('%s of %j in any case: letters of ASCII alone have one', (kind, value, found) => {
  const terms = ['äpfel', 'ÄPFEL', 'ÄPfel', 'k', 'K', '\u212a'];
  const shard = searchableShard({ properties, segments: [terms.map((one) => ({ one }))] });
  const query = { [kind]: { one: { value, case_insensitive: true } } };
  const { hits } = searchShards([shard], { query, sort: ['_doc'] });
  expect(hits.map(({ id }) => terms[Number(id) - 1])).toEqual(found);
});

test('between long terms that a pattern takes long for, it is looked whether the search goes on', () => {
  const count = 30;
  const segment = Array.from({ length: count }, (_, i) => ({ one: `${'a'.repeat(3000)}${i}` }));
  const shard = searchableShard({ properties, segments: [segment] });
  for (const caseInsensitive of [false, true]) {
    let looks = 0;
    const clock = { nanos: () => looks++ };
    const value = `*${'a'.repeat(1000)}b*`;
    const query = { wildcard: { one: { value, case_insensitive: caseInsensitive } } };
    searchShards([shard], { query }, { budget: testBudget({ clock }) });
    expect(looks).toBeGreaterThan(count);
  }
});

test(`a list of addresses and networks finds what lies in any of them (seed ${seed})`, () => {
  const random = seeded(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const address = (): readonly number[] => [10, below(3), below(4), below(256)];
  const segments = [3000, 200].map((size) => Array.from({ length: size }, () => ({ ip: address() })));
  const stored = segments.map((documents) => documents.map(({ ip }) => ({ ip: ip.join('.') })));
  const shard = searchableShard({ properties: { ip: { type: 'ip' } }, segments: stored });
  const numberOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum * 256 + part, 0);
  for (let round = 0; round < 60; round++) {
    const networks = Array.from({ length: 1 + below(6) }, () => ({ base: address(), bits: 12 + below(21) }));
    const values = networks.map(({ base, bits }) => {
      const size = 2 ** (32 - bits);
      const first = Math.floor(numberOf(base) / size) * size;
      const text = [24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join('.');
      return { text: bits === 32 ? text : `${text}/${bits}`, first, last: first + size - 1 };
    });
    const lies = (ip: readonly number[]): boolean =>
      values.some(({ first, last }) => numberOf(ip) >= first && numberOf(ip) <= last);
    const query = { terms: { ip: values.map(({ text }) => text) } };
    const found = searchShards([shard], { query, track_total_hits: true }).total!.value;
    const expected = segments.flat().filter(({ ip }) => lies(ip)).length;
    expect([JSON.stringify(query), found]).toEqual([JSON.stringify(query), expected]);
  }
});

test.each([
  ['<terms of a query>', { prefix: { listed: 'word' } }],
  ['<terms of a query>', { wildcard: { plain: '*7*' } }],
  ['<terms of a fuzzy query>', { fuzzy: { one: { value: 'word123', prefix_length: 4 } } }],
])('memory that is taken for %s is counted: %j', (label, query) => {
  const values = Array.from({ length: 3000 }, (_, i) => `word${1000 + i}`);
  const shard = searchableShard({
    properties,
    segments: [values.map((word) => ({ one: word, plain: word, listed: word }))],
  });
  const labels = new Set<string>();
  const memory = new TestMemory();
  const take = vi.spyOn(memory, 'take').mockImplementation((_, name) => void labels.add(name));
  searchShards([shard], { query }, { budget: testBudget({ memory }) });
  take.mockRestore();
  expect([...labels]).toContain(label);
});
