import { expect, test } from 'vitest';
import type { Analyzer } from '../../analysis/analyzer.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import { testBudget } from '../../testing/query-context.ts';
import { Meter } from '../values/meter.ts';
import { SourceTerms } from './source-terms.ts';

test('the words of a text are numbered while it is taken apart, not held until its end', () => {
  const numbered: (string | undefined)[] = [];
  const analyze: Analyzer['analyze'] = (text, sink) => {
    const buffer = new TextEncoder().encode(text);
    for (let i = 0; i < buffer.length; i++) {
      sink.token(buffer, i, 1, i, i + 1, 1);
      numbered.push(terms.text(i));
    }
    return 0;
  };
  const analyzer = { analyze } as unknown as Analyzer;
  const meter = new Meter(testBudget(), 'a');
  const terms = new SourceTerms({ paths: ['t'], analyzer, duplicates: null, meter });
  const stored = new TextEncoder().encode('{"t":"abc"}');
  const segment = { sourceOf: () => stored } as unknown as SegmentReader;
  let count = 0;
  const values = (_docs: unknown, _parents: unknown, _values: unknown, length: number): void => {
    count += length;
  };
  terms.source(segment).read(Int32Array.of(0), Int32Array.of(0), 1, { values });
  expect(numbered).toEqual(['a', 'b', 'c']);
  expect(count).toBe(3);
});
