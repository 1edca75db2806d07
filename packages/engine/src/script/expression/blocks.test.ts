import { expect, test } from 'vitest';
import { testBudget } from '../../testing/query-context.ts';
import { seeded } from '../../testing/random-search.ts';
import { searchableShard } from '../../testing/searchable.ts';
import { ExpressionSearchScript } from './expression-search-script.ts';

const DOCS = 300;

const shard = searchableShard({
  properties: {
    n: { type: 'long' },
    f: { type: 'double' },
    d: { type: 'date' },
    g: { type: 'geo_point' },
  },
  segments: [
    Array.from({ length: DOCS }, (_, i) => ({
      n: (i * 37) % 11,
      ...(i % 3 === 0 ? {} : { f: (i - 150) / 7 }),
      d: [[], [i * 1e9], [i * 1e9, -i * 1e10]][i % 3],
      g: '10.5,20.25',
    })),
  ],
});

const NAMES = [
  "doc['n']",
  "doc['f'].value",
  "doc['d']",
  "doc['d'].date.monthOfYear",
  "doc['d'].count()",
  "doc['g'].lat",
  '_score',
  'p',
  '0.5',
  '-3',
  '0x1F',
  '2',
];
const BINARY = '* / % + - << >> >>> < <= > >= == != & ^ | && ||'.split(' ');
const UNARY = ['!', '~', '-', '+'];
const CALLS = ['abs', 'ceil', 'exp', 'ln', 'log10', 'sqrt', 'sin', 'tanh'];
const PAIR_CALLS = ['max', 'min', 'pow', 'logn', 'atan2'];

class Formulas {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  #one(of: readonly string[]): string {
    return of[Math.floor(this.#random() * of.length)]!;
  }

  formula(depth: number): string {
    const kind = depth === 0 ? 0 : Math.floor(this.#random() * 8);
    const part = (): string => this.formula(depth - 1);
    if (kind === 0) return this.#one(NAMES);
    if (kind === 1) return `${this.#one(UNARY)}(${part()})`;
    if (kind === 2) return `(${part()}) ? (${part()}) : (${part()})`;
    if (kind === 3) return `${this.#one(CALLS)}(${part()})`;
    if (kind === 4) return `${this.#one(PAIR_CALLS)}(${part()}, ${part()})`;
    return `(${part()}) ${this.#one(BINARY)} (${part()})`;
  }
}

test('of many documents at once an expression says what it says of each', () => {
  const seed = Number(process.env.TEST_SEED ?? Date.now() % 1e9);
  const formulas = new Formulas(seeded(seed));
  const place = { mapping: shard.mapping, searcher: shard.searcher, budget: testBudget() };
  const docs = Int32Array.from({ length: DOCS }, (_, i) => i);
  const scores = Float64Array.from(docs, (doc) => doc / 3);
  for (let round = 0; round < 400; round++) {
    const source = formulas.formula(4);
    const spec = { source, stored: false, lang: 'expression', params: { p: 7 } };
    const script = new ExpressionSearchScript(spec, 'score', place);
    script.setSegment(shard.searcher.segments[0]!);
    const each = Array.from(docs, (doc) => script.runNumber(doc, scores[doc]!, 0));
    const from = round % 2 === 0 ? 0 : 131;
    const some = docs.subarray(from, DOCS);
    const many = script.runBlock(some, some.length, scores.subarray(from), null);
    expect([...many.subarray(0, some.length)], `seed ${seed}: ${source}`).toEqual(each.slice(from));
  }
});
