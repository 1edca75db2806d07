import { expect, test } from 'vitest';
import { SourcesBuilder } from './join-documents.ts';

function texts({ source, starts, ends }: ReturnType<SourcesBuilder['build']>): string[] {
  return Array.from(starts, (start, i) => Buffer.from(source.subarray(start, ends[i])).toString());
}

test('sources of a page stand one after the other, whatever was expected of their length', () => {
  const given = ['{"a":"ü€😀"}', '', '{}', `{"long":"${'€'.repeat(5000)}"}`, '{"b":2}'];
  for (const expected of [0, 1, 20_000]) {
    const builder = new SourcesBuilder(expected);
    given.forEach((text, i) => {
      if (i % 2 === 0) builder.addText(text);
      else builder.add(new TextEncoder().encode(text));
    });
    expect(texts(builder.build())).toEqual(given);
  }
});

test('a page of which nothing is left has no sources', () => {
  const { source, starts, ends } = new SourcesBuilder(100).build();
  expect([source.length, starts.length, ends.length]).toEqual([0, 0, 0]);
});

test('a slice of the sources is a copy that can be given away', () => {
  const builder = new SourcesBuilder(10);
  builder.addText('{}');
  const { source } = builder.build();
  structuredClone(source, { transfer: [source.slice().buffer] });
  expect(source.length).toBe(2);
});
