import { expect, test } from 'vitest';
import { exactLong, parseDocument, parseWithDoubles, parseWithLongs } from './long-texts.ts';

const parsed = (text: string): unknown => parseWithLongs(text);

test('whole numbers that a double would round are texts, but for parameters of scripts', () => {
  const text =
    '{"query":{"term":{"n":9007199254740993}},"script":{"source":"x","params":{"n":9007199254740993}}}';
  expect(parsed(text)).toEqual({
    query: { term: { n: '9007199254740993' } },
    script: { source: 'x', params: { n: 9007199254740992 } },
  });
  const { script } = parseWithLongs(text, exactLong) as { script: { params: { n: { digits: string } } } };
  expect(script.params.n.digits).toBe('9007199254740993');
});

test('whole doubles are told from whole numbers among the parameters of scripts, and nowhere else', () => {
  const params = '{"a":2.0,"b":2,"c":[1e3,{"d":-0.0}],"e":0.5,"params":{"f":3.0}}';
  const double = (value: number): unknown => Object(value);
  const expected = {
    a: double(2),
    b: 2,
    c: [double(1000), { d: double(-0) }],
    e: 0.5,
    params: { f: double(3) },
  };
  for (const name of ['script', 'minimum_should_match_script', 'scripted_metric']) {
    const body = parsed(`{"a":[{"${name}":{"source":"x","params":${params}}}],"boost":2.0}`) as {
      a: [Record<string, { params: unknown }>];
      boost: unknown;
    };
    expect(body.a[0][name]!.params).toEqual(expected);
    expect(body.boost).toBe(2);
  }
  expect(parsed('{"query":{"term":{"params":2.0}},"collate":{"query":"x","params":{"a":2.0}}}')).toEqual({
    query: { term: { params: 2 } },
    collate: { query: 'x', params: { a: 2 } },
  });
  const aggs = '{"aggs":{"id":{"sum":{"field":"n"}},"params":{"histogram":{"field":"n","interval":2.0}}}}';
  expect(parsed(aggs)).toEqual(JSON.parse(aggs));
  expect(JSON.stringify(parsed('{"script":{"source":"x","params":{"a":2.0}}}'))).toBe(
    '{"script":{"source":"x","params":{"a":2}}}',
  );
});

test('whole doubles within _meta of what is kept are told from whole numbers', () => {
  const double = (value: number): unknown => Object(value);
  const text =
    '{"_meta":{"v":1.0,"w":1,"a":[1e3,{"b":-0.0}]},"priority":1.0,"properties":{"x":{"meta":{"y":1.0}}}}';
  expect(parseWithDoubles(text)).toEqual({
    _meta: { v: double(1), w: 1, a: [double(1000), { b: double(-0) }] },
    priority: 1,
    properties: { x: { meta: { y: 1 } } },
  });
  expect(
    parseWithDoubles('{"mappings":{"_meta":{"filter":1.0},"properties":{"_meta":{"boost":1.0}}}}'),
  ).toEqual({
    mappings: { _meta: { filter: double(1) }, properties: { _meta: { boost: 1 } } },
  });
  expect(parseWithDoubles('{"aliases":{"a":{"filter":{"term":{"_meta":1.0}}}}}')).toEqual({
    aliases: { a: { filter: { term: { _meta: 1 } } } },
  });
  expect(parseWithLongs('{"query":{"term":{"_meta":1.0}}}')).toEqual({ query: { term: { _meta: 1 } } });
});

test('a document is no script, whatever its members are called', () => {
  const text =
    '{"script":{"id":"x","params":{"a":2.0,"n":9007199254740993}},"params":{"n":9007199254740993}}';
  const n = '9007199254740993';
  expect(parseDocument(text)).toEqual({ script: { id: 'x', params: { a: 2, n } }, params: { n } });
});
