import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analyzeTexts } from './analyze-text.ts';
import { analyzerRegistry } from './registry.ts';

type Token = readonly [
  token: string,
  start: number,
  end: number,
  type: string,
  position: number,
  positionLength?: number,
];

interface Chain {
  readonly char_filter?: readonly unknown[];
  readonly tokenizer?: unknown;
  readonly filter?: readonly unknown[];
}

/** What OpenSearch 3.6 made of the texts, as one array, with many chains. */
const recorded: {
  readonly texts: readonly string[];
  readonly chains: readonly (readonly [Chain, readonly Token[]])[];
} = JSON.parse(readFileSync(new URL('testdata/chains.json', import.meta.url), 'utf8'));

function assemble(chain: Chain) {
  return analyzerRegistry({}).assemble(
    {
      charFilters: chain.char_filter ?? [],
      tokenizer: chain.tokenizer ?? 'keyword',
      filters: chain.filter ?? [],
    },
    true,
  );
}

test('all components give the tokens, offsets, types and positions that OpenSearch gave', () => {
  expect(recorded.chains.length).toBeGreaterThan(100);
  for (const [chain, tokens] of recorded.chains) {
    const given = analyzeTexts(assemble(chain), recorded.texts, { gap: 100 }).map(
      ({ attributes, ...token }): Token => {
        const { positionLength } = attributes;
        const shown = [
          token.token,
          token.start_offset,
          token.end_offset,
          token.type,
          token.position,
        ] as const;
        return positionLength > 1 ? [...shown, positionLength] : shown;
      },
    );
    expect(given, JSON.stringify(chain)).toEqual(tokens);
  }
});

test('the bytes that are indexed are those of the tokens', () => {
  for (const [chain] of recorded.chains) {
    const analyzer = assemble(chain);
    for (const text of recorded.texts) {
      const indexed: unknown[] = [];
      let position = -1;
      analyzer.analyze(text, {
        token(buffer, start, length, startOffset, endOffset, increment) {
          position += increment;
          const term = new TextDecoder().decode(buffer.subarray(start, start + length));
          indexed.push([term, startOffset, endOffset, position]);
        },
      });
      const tokens = analyzeTexts(analyzer, [text]).flatMap((token) => {
        const row = [
          Buffer.from(token.token).toString(),
          token.start_offset,
          token.end_offset,
          token.position,
        ];
        return Array.from({ length: token.attributes.termFrequency }, () => row);
      });
      expect(indexed, JSON.stringify([chain, text])).toEqual(tokens);
    }
  }
});

test('words of words are not looked for in what no tokenizer of words has made', () => {
  const words = Array.from({ length: 255 }, (_, i) => 'a'.repeat(i + 1));
  const filter = { type: 'dictionary_decompounder', word_list: words, max_subword_size: 255 };
  const analyzer = assemble({ tokenizer: 'keyword', filter: [filter] });
  expect(analyzeTexts(analyzer, ['a'.repeat(100_000)])).toHaveLength(1);
  expect(analyzeTexts(analyzer, ['a'.repeat(100)]).length).toBeGreaterThan(1000);
});
