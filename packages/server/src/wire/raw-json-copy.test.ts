import { Double, RawJson } from '@sextant/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filterPaths } from '../http/filter-path.ts';
import { type AnswerTree, unfold } from './answer-tree.ts';
import { compactJson } from './json-writer.ts';
import { prettyJson } from './pretty-json.ts';
import { atOnce } from './turns.ts';

const spaces = fc.constantFrom('', '', ' ', '\n', '\t \r\n');
const word = fc.constantFrom(
  '1',
  '-0',
  '1.50',
  '1e3',
  '-2.5E-7',
  '12345678901234567890',
  'true',
  'false',
  'null',
);
const text = fc.oneof(
  fc.string().map((value) => JSON.stringify(value)),
  fc.constantFrom('"a"', '"b"', '"a.b"', '"\\u0061"', '"\\/\\"x\\\\"', '"é🙂"', '"\\u0001"', '"{[,:]}"'),
);

/** Texts of JSON in which names do not come again. */
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc
    .tuple(
      spaces,
      fc.oneof(
        { maxDepth: 4 },
        word,
        text,
        fc.array(tie('json'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
        fc
          .tuple(
            spaces,
            fc.array(tie('json'), { maxLength: 4 }),
            fc.constantFrom('a', 'b.c', '\\u0061"'.slice(0, 6)),
          )
          .map(
            ([space, values, name]) =>
              `{${space}${values.map((value, i) => `"${name}${i}"${space}:${value}`).join(`${space},`)}${space}}`,
          ),
      ),
      spaces,
    )
    .map((parts) => parts.join('')),
}));

const raw = (bytes: string): AnswerTree => new RawJson(Buffer.from(bytes)) as AnswerTree;

test('JSON is copied as its values are written', () => {
  fc.assert(
    fc.property(json, (given) => {
      const tree = unfold(raw(given));
      expect(atOnce(prettyJson(raw(given))).toString()).toBe(atOnce(prettyJson(tree)).toString());
      expect(atOnce(prettyJson(new Map([['x', [raw(given)]]]))).toString()).toBe(
        atOnce(prettyJson(new Map([['x', [tree]]]))).toString(),
      );
    }),
    { numRuns: 500 },
  );
});

test('numbers with a fraction are written as Java writes doubles', () => {
  const digits = fc.integer({ min: 0, max: 10 ** 9 });
  fc.assert(
    fc.property(
      fc.constantFrom('', '-'),
      digits,
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 12 }),
      (sign, whole, fraction) => {
        const text = `${sign}${whole}.${fraction}`;
        expect(atOnce(prettyJson(raw(text))).toString()).toBe(
          `${compactJson(new Double(Number(text))).toString()}\n`,
        );
      },
    ),
    { numRuns: 2000 },
  );
});

test('of JSON is left what is left of its values', () => {
  const paths = fc.array(
    fc.constantFrom('a1', 'a*', '-a0', '**.a2', '-**.a1', 'a1.*', '*', '-a1.a*', 'b\\.c0'),
    {
      minLength: 1,
      maxLength: 3,
    },
  );
  fc.assert(
    fc.property(json, paths, (given, filters) => {
      const left = (tree: AnswerTree): string =>
        compactJson(
          atOnce(
            filterPaths(
              new Map([
                ['o', tree],
                ['a1', tree],
              ]),
              ['o', ...filters],
            ),
          ),
        ).toString();
      const whole = (tree: AnswerTree): string => {
        const found = compactJson(atOnce(filterPaths(tree, filters))).toString();
        // Nothing of a list is an empty list, where it is known that it is one.
        return found === '[]' ? '{}' : found;
      };
      const plain = filters.some((path) => !path.startsWith('-'));
      const tree = unfold(raw(given));
      if (plain) expect(whole(raw(given))).toBe(whole(tree));
      expect(JSON.parse(left(raw(given)))).toEqual(JSON.parse(left(tree)));
    }),
    { numRuns: 1000 },
  );
});

test('an answer that would become too long is told of before it is made', () => {
  const bytes = `${'['.repeat(100)}${'1,'.repeat(100_000)}1${']'.repeat(100)}`;
  const wanted: number[] = [];
  const room = (length: number): void => {
    wanted.push(length);
    if (length > 1 << 20) throw new Error('no room');
  };
  expect(() => atOnce(prettyJson(raw(bytes), room))).toThrow('no room');
  expect(wanted.at(-1)).toBeLessThan(2 << 20);
});

test.each([['o'], ['-none'], ['o.x'], ['none'], ['-o'], ['o.l.v']])(
  'a long answer of which %s leaves a part gives others their turn, however much is kept or left out at once',
  (path) => {
    const items = Array.from({ length: 100_000 }, (_, i) => `{"v":${i},"w":"${i}"}`).join(',');
    const tree = raw(`{"o":{"x":[${items}],"l":[${items}]}}`);
    const work = filterPaths(tree, [path]);
    let turns = 0;
    while (work.next().done !== true) turns++;
    expect(turns).toBeGreaterThan(30);
  },
);
