import { expect, test } from 'vitest';
import { scanAnswer } from './page-scan.ts';

function scanned(text: string): { readonly skeleton: unknown; readonly sources: readonly string[] } {
  const bytes = new TextEncoder().encode(text);
  const { skeleton, starts, ends } = scanAnswer(bytes);
  const sources = Array.from(starts, (start, i) => Buffer.from(bytes.subarray(start, ends[i])).toString());
  return { skeleton: JSON.parse(skeleton) as unknown, sources };
}

test('documents are taken out byte by byte, whatever stands in them', () => {
  const sources = [
    '{"n": 9007199254740993, "d":1.0,"_source":{"hits":[1]}}',
    '{ "t":"a\\"}]{[\\\\", "ü" : [ {}, [] ] }',
    'null',
    '{}',
  ];
  const hits = sources.map((source, i) => `{"_id":"${i}" , "_source" : ${source},"sort":["_source"]}`);
  const text = ` {"_scroll_id":"_source","hits":{"total":{"value":4},"hits":[ ${hits.join(' , ')}]}} `;
  expect(scanned(text)).toEqual({
    skeleton: {
      _scroll_id: '_source',
      hits: {
        total: { value: 4 },
        hits: sources.map((_, i) => ({ _id: String(i), _source: i, sort: ['_source'] })),
      },
    },
    sources,
  });
});

test('what is called _source elsewhere stays', () => {
  const text =
    '{"_source":{"a":1},"hits":{"_source":1,"hits":[{"inner":{"_source":2},"fields":[{"_source":3}]}]},' +
    '"other":{"hits":[{"_source":{"b":2}}]}}';
  expect(scanned(text)).toEqual({ skeleton: JSON.parse(text), sources: [] });
});

test('what ends too early is no JSON', () => {
  for (const text of ['', '{"hits":{"hits":[{"_source":{"a', '{"hits":{"hits":[{"_source":', '"\\']) {
    expect(() => scanned(text)).toThrow(SyntaxError);
  }
});
