import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyzeTexts } from './analyze-text.ts';
import { analyzerRegistry } from './registry.ts';
import { snowballOf, stemmerOf } from './stemmers/stemmers.ts';

/** Of a stemmer, or a filter where there is none of the name, or of `snowball` where that stands before it: `WORD>STEM`, as OpenSearch gives them. */
const file = join(import.meta.dirname, 'testdata', 'stems.json');
const frozen = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;

function stemOf(name: string): (word: string) => string {
  const [, language] = /^snowball (.*)$/.exec(name) ?? [];
  const stemmer = language === undefined ? stemmerOf(name) : snowballOf(language);
  if (stemmer !== undefined) return (word) => stemmer.term(word) ?? '';
  const settings = {
    'index.analysis.analyzer.a.type': 'custom',
    'index.analysis.analyzer.a.tokenizer': 'keyword',
    'index.analysis.analyzer.a.filter': [name],
  };
  const analyzer = analyzerRegistry(settings).analyzer('a')!;
  return (word) => analyzeTexts(analyzer, [word])[0]?.token ?? '';
}

test.each(Object.entries(frozen))('%s gives what OpenSearch gives', (name, pairs) => {
  const stem = stemOf(name);
  const stems = pairs.split(' ').map((pair) => {
    const [word] = pair.split('>');
    return `${word}>${stem(word!)}`;
  });
  expect(stems.join(' ')).toBe(pairs);
});
