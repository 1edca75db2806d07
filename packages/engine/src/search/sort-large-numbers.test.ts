import { expect, test } from 'vitest';
import { jsonText } from '../testing/run-aggregations.ts';
import { searchableShard, searchShards } from '../testing/searchable.ts';

function shard(index: string, type: string, values: readonly unknown[]) {
  const documents = values.map((v) => (v === null ? {} : { v }));
  const format = type === 'date' ? { format: 'epoch_millis' } : {};
  return searchableShard({ index, properties: { v: { type, ...format } }, segments: [documents] });
}

const [last, near] = ['9223372036854775807', '9223372036854775806'];
const around = [1, 2, 3, 4, 5].map((n) => String(2n ** 53n - 2n + BigInt(n)));
const longs = shard('longs', 'long', [...around, null, last, near, '-9007199254740993', 1]);
const more = [2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2, 2 ** 53 + 4, null, 2 ** 63, 1.5, -(2 ** 53), 1e300];
const doubles = shard('doubles', 'double', more);
const dates = shard('dates', 'date', [last, near, 1, around[2], null]);
const integers = shard('integers', 'integer', [1, null]);
const singles = [
  1,
  0.1,
  2 ** 24,
  2 ** 24 + 2,
  2 ** 31,
  2 ** 53,
  2 ** 53 + 2 ** 30,
  2 ** 63,
  -(2 ** 53),
  3.4e38,
  null,
];
const floats = shard('floats', 'float', singles);
const halves = shard('halves', 'half_float', [1, 2048, 0.1, null, 65504]);
const beside = [-1, 0, 1].flatMap((n) => [2048 + n, 2 ** 24 + n, 2 ** 31 + n, 2 ** 31 + 2 + n]);
const wholes = shard('wholes', 'long', [...beside, ...around, String(2n ** 53n + 2n ** 30n - 1n), null]);

/** As clients have a value of an answer: as text, or as JSON is read of which long numbers keep their digits. */
const given: ReadonlyMap<string, (text: string) => unknown> = new Map([
  ['texts', (text) => text],
  ['numbers', (text) => (/^-?\d{16,}$/.test(text) ? text : Number(text))],
]);

test.each([
  ['longs and doubles', [longs, doubles]],
  ['longs and dates', [longs, dates]],
  ['doubles and dates', [doubles, dates]],
  ['integers and dates', [integers, dates]],
  ['longs, doubles and dates', [longs, doubles, dates]],
  ['longs and floats', [longs, floats]],
  ['whole numbers around those of floats', [wholes, floats]],
  ['whole numbers, floats and half floats', [wholes, floats, halves]],
  ['floats and half floats', [floats, halves]],
  ['floats and dates', [floats, dates]],
])('each document is on one page, whatever is beyond the whole numbers of doubles: %s', (_, shards) => {
  for (const [form, read] of given) {
    for (const order of ['asc', 'desc']) {
      for (const missing of ['_first', '_last']) {
        const sort = [{ v: { order, missing } }, { _index: 'asc' }, { _id: 'asc' }];
        const all = searchShards(shards, { sort, size: 100 }).hits.map(({ index, id }) => index + id);
        const paged: string[] = [];
        let after: object = {};
        while (paged.length <= all.length) {
          const [hit] = searchShards(shards, { sort, size: 1, ...after }).hits;
          if (hit === undefined) break;
          paged.push(hit.index + hit.id);
          const [value, ...place] = hit.sort!;
          after = { search_after: [read(jsonText(value).replaceAll('"', '')), ...place] };
        }
        expect(paged, `${form} ${JSON.stringify(sort)}`).toEqual(all);
      }
    }
  }
});
