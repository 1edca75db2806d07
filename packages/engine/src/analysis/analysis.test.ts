import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyzeText, analyzeTexts } from './analyze-text.ts';
import { normalize } from './normalize.ts';
import { analyzerRegistry } from './registry.ts';

type Token = readonly [token: string, start: number, end: number, type: string, position: number];

const recorded: readonly (readonly [analyzer: string, text: string, tokens: readonly Token[]])[] = JSON.parse(
  readFileSync(new URL('testdata/tokens.json', import.meta.url), 'utf8'),
);
const builtIn = analyzerRegistry({});

function tokensOf(analyzer: string, text: string): Token[] {
  return analyzeText(builtIn.analyzer(analyzer)!, text).map((token) => [
    token.token,
    token.start_offset,
    token.end_offset,
    token.type,
    token.position,
  ]);
}

function bytesOf(analyzer: string, text: string): (readonly [string, number, number, number])[] {
  const tokens: (readonly [string, number, number, number])[] = [];
  let position = -1;
  builtIn.analyzer(analyzer)!.analyze(text, {
    token(buffer, start, length, startOffset, endOffset, increment) {
      position += increment;
      const token = new TextDecoder().decode(buffer.subarray(start, start + length));
      tokens.push([token, startOffset, endOffset, position]);
    },
  });
  return tokens;
}

test('tokens, offsets, types and positions are those that OpenSearch gave', () => {
  expect(recorded.length).toBeGreaterThan(400);
  for (const [analyzer, text, tokens] of recorded) {
    expect(tokensOf(analyzer, text), `${analyzer}: ${JSON.stringify(text)}`).toEqual(tokens);
  }
});

test('the byte path gives the tokens of the string path', () => {
  for (const [analyzer, text, tokens] of recorded) {
    const expected = tokens.map(([token, start, end, , position]) => [token, start, end, position]);
    expect(bytesOf(analyzer, text), JSON.stringify(text)).toEqual(expected);
  }
});

test('ASCII texts are cut the same as bytes and as strings', () => {
  const text = fc.string({ unit: fc.constantFrom(...'aZ19_.,:;\'"- \n\t!'), maxLength: 40 });
  fc.assert(
    fc.property(text, (value) => {
      const typed = tokensOf('standard', value).map(([token, start, end, , position]) => [
        token,
        start,
        end,
        position,
      ]);
      expect(bytesOf('standard', value)).toEqual(typed);
    }),
    { numRuns: 500 },
  );
});

test('no text makes a token longer than its limit, out of order or out of bounds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      let last = 0;
      for (const [, start, end] of tokensOf('standard', text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 300 },
  );
});

test('a removed stop word leaves a gap, also between the texts of an array', () => {
  const positions = analyzeTexts(builtIn.analyzer('stop')!, ['the a b the', 'the c']);
  expect(positions.map((token) => [token.token, token.position, token.start_offset])).toEqual([
    ['b', 2, 6],
    ['c', 5, 16],
  ]);
});

test('custom analyzers are put together from the settings', () => {
  const registry = analyzerRegistry({
    'index.analysis.analyzer.mine.type': 'custom',
    'index.analysis.analyzer.mine.tokenizer': 'standard',
    'index.analysis.analyzer.mine.filter': ['lowercase', 'asciifolding', 'cut'],
    'index.analysis.filter.cut.type': 'stop',
    'index.analysis.filter.cut.stopwords': 'foo, bar',
  });
  const tokens = analyzeText(registry.analyzer('mine')!, 'Foo Réal BAR Æon');
  expect(tokens.map((token) => [token.token, token.position])).toEqual([
    ['real', 1],
    ['aeon', 3],
  ]);
});

test('normalizers keep one term', () => {
  const registry = analyzerRegistry({
    'index.analysis.normalizer.fold.type': 'custom',
    'index.analysis.normalizer.fold.filter': ['lowercase', 'asciifolding'],
  });
  expect(normalize(registry.normalizer('fold')!, 'Été À Paris')).toBe('ete a paris');
  expect(normalize(registry.normalizer('lowercase')!, 'Été')).toBe('été');
});

test.each([
  [{ 'analyzer.x.type': 'foo' }, 'Unknown analyzer type [foo] for [x]'],
  [{ 'analyzer.x.type': 'custom', 'analyzer.x.tokenizer': 'nope' }, 'Failed to build analyzers: [x]'],
  [{ 'analyzer.x.filter': 'lowercase' }, 'analyzer [x] must specify either an analyzer type, or a tokenizer'],
  [{ 'analyzer._x.type': 'english' }, 'analyzer name must not start with \'_\'. got "_x"'],
  [{ 'tokenizer.t.type': 'foo' }, 'Unknown tokenizer type [foo] for [t]'],
  [{ 'filter.t.type': 'foo' }, 'Unknown filter type [foo] for [t]'],
  [{ 'char_filter.n.type': 'foo' }, 'Unknown char_filter type [foo] for [n]'],
  [{ 'normalizer.n.filter': 'porter_stem' }, 'Custom normalizer [n] may not use filter [porter_stem]'],
  [{ 'normalizer.n.filter': 'nope' }, 'Custom Analyzer [n] failed to find filter under name [nope]'],
])('settings %j are refused', (given, reason) => {
  const settings = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [`index.analysis.${key}`, value]),
  );
  expect(() => analyzerRegistry(settings)).toThrow(`illegal_argument_exception: ${reason}`);
});
