import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyzeTexts } from './analyze-text.ts';
import { analyzerRegistry, type FlatSettings } from './registry.ts';

interface Frozen {
  readonly text: string;
  /** `POSITION:TERM`, as OpenSearch gives them. */
  readonly terms: string;
}

const file = join(import.meta.dirname, 'testdata', 'languages.json');
const frozen = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Frozen>>;

function termsOf(analyzer: string, text: string, settings: FlatSettings = {}): string {
  const found = analyzerRegistry(settings).analyzer(analyzer);
  if (found === undefined) throw new Error(`no analyzer ${analyzer}`);
  return analyzeTexts(found, [text])
    .map(({ position, token }) => `${position}:${token}`)
    .join(' ');
}

test.each(Object.entries(frozen))('the analyzer %s gives what OpenSearch gives', (name, { text, terms }) => {
  expect(termsOf(name, text)).toBe(terms);
});

test('words that are excluded are not stemmed, and stop words are those that are given', () => {
  const settings = {
    'index.analysis.analyzer.mine.type': 'german',
    'index.analysis.analyzer.mine.stem_exclusion': ['häuser'],
    'index.analysis.analyzer.mine.stopwords': ['am'],
  };
  expect(termsOf('mine', 'Die Häuser am Hause', settings)).toBe('0:die 1:hauser 3:haus');
});

test('a type of analyzer that is not there is refused by its name', () => {
  const settings = { 'index.analysis.analyzer.mine.type': 'klingon' };
  expect(() => analyzerRegistry(settings)).toThrow('Unknown analyzer type [klingon] for [mine]');
});
