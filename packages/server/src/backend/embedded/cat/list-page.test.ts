import type { IndexMetadata } from '@sextant/engine';
import { expect, test } from 'vitest';
import { indexPages, pageOfIndices, pageOfShards, pageWish, readToken, shardPages } from './list-page.ts';

const index = (name: string, creationDate: number, numberOfShards = 1, numberOfReplicas = 0) =>
  ({ name, creationDate, numberOfShards, numberOfReplicas }) as IndexMetadata;
const base64 = (text: string) => Buffer.from(text).toString('base64');

test('pages of indices follow the time of creation, then the name, both ways, without gap or repetition', () => {
  const indices = [index('c', 20), index('b', 10), index('a', 20), index('d', 30), index('e', 5)];
  for (const [sort, expected] of [
    ['asc', ['e', 'b', 'a', 'c', 'd']],
    ['desc', ['d', 'c', 'a', 'b', 'e']],
  ] as const) {
    const seen: string[] = [];
    let token: string | undefined;
    do {
      const wish = pageWish({ size: 2, sort }, indexPages);
      const page = pageOfIndices(indices, readToken(token, 'index'), wish);
      seen.push(...page.rows.map(({ name }) => name));
      token = page.nextToken ?? undefined;
    } while (token !== undefined);
    expect(seen).toEqual(expected);
  }
});

test('a page goes on where an index stood that is deleted now', () => {
  const wish = pageWish({ size: 1 }, indexPages);
  const end = readToken(base64('15|gone'), 'index');
  expect(pageOfIndices([index('a', 10), index('b', 20)], end, wish)).toMatchObject({
    rows: [{ name: 'b' }],
    nextToken: null,
  });
});

test('a page of shards ends at a whole shard with all its copies, and the next one goes on in the same index', () => {
  const indices = [index('a', 10, 3, 999), index('b', 20, 2, 499)];
  const wish = pageWish({ size: 2000 }, shardPages);
  const first = pageOfShards(indices, undefined, wish);
  expect(first.rows).toMatchObject([{ index: { name: 'a' }, from: 0, to: 2 }]);
  expect(first.nextToken).toBe(base64('1|10|a'));
  const second = pageOfShards(indices, readToken(first.nextToken!, 'shard'), wish);
  expect(second).toMatchObject({
    rows: [
      { index: { name: 'a' }, from: 2, to: 3 },
      { index: { name: 'b' }, from: 0, to: 2 },
    ],
    nextToken: null,
  });
});

test("sizes and directions that there are not are refused in OpenSearch's words", () => {
  expect(() => pageWish({ size: 0, sort: 'x' }, indexPages)).toThrow('size must be greater than zero');
  expect(() => pageWish({ size: 5001 }, indexPages)).toThrow('size should be less than [5000]');
  expect(() => pageWish({ size: 1999 }, shardPages)).toThrow('size should at least be [2000]');
  expect(() => pageWish({ sort: 'ASC' }, indexPages)).toThrow('value of sort can either be asc or desc');
});

test.each(['', 'abc', '§§§', base64('x|a'), base64('0|a'), base64('-1|a'), base64('1|'), base64('1|a|b')])(
  'the token %j is refused',
  (token) => {
    expect(() => readToken(token, 'index')).toThrow('has been tainted and is incorrect');
  },
);

test('a token of shards names a shard too', () => {
  expect(readToken(base64('0|7|a'), 'shard')).toEqual({ created: 7, name: 'a', shard: 0 });
  for (const text of ['7|a', '-1|7|a', 'x|7|a']) {
    expect(() => readToken(base64(text), 'shard')).toThrow('tainted');
  }
});
