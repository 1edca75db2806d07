import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analyzeText } from '../analyze-text.ts';
import { analyzerRegistry } from '../registry.ts';

type Token = readonly [token: string, start: number, end: number, type: string, position: number];

const recorded: readonly (readonly [text: string, maxTokenLength: number, tokens: readonly Token[]])[] =
  JSON.parse(readFileSync(new URL('../testdata/urls.json', import.meta.url), 'utf8'));

function tokensOf(text: string, maxTokenLength: number): Token[] {
  const registry = analyzerRegistry({
    'index.analysis.tokenizer.urls.type': 'uax_url_email',
    'index.analysis.tokenizer.urls.max_token_length': String(maxTokenLength),
    'index.analysis.analyzer.mine.tokenizer': 'urls',
  });
  return analyzeText(registry.analyzer('mine')!, text).map((token) => [
    token.token,
    token.start_offset,
    token.end_offset,
    token.type,
    token.position,
  ]);
}

test('URLs and addresses are the tokens that OpenSearch gave', () => {
  expect(recorded.length).toBeGreaterThan(150);
  for (const [text, maxTokenLength, tokens] of recorded) {
    expect(tokensOf(text, maxTokenLength), `${maxTokenLength}: ${JSON.stringify(text)}`).toEqual(tokens);
  }
});

test('a URL of which no end is near is cut, however long tokens may be', () => {
  const [url, rest] = tokensOf(`http://a/${'b'.repeat(5000)}`, 1_000_000);
  expect(url!.slice(1, 4)).toEqual([0, 4096, '<URL>']);
  expect(rest!.slice(1, 4)).toEqual([4096, 5009, '<ALPHANUM>']);
});
