import type { RE2JS } from 're2js';
import { type ComponentSettings, invalid } from '../component-settings.ts';
import type { TokenFilterType } from '../component-type.ts';
import { javaPattern } from '../java-pattern.ts';
import { lowercase } from '../lowercase.ts';
import type { StreamFilter, Token, TokenStage } from '../token-stream.ts';
import { unescapeRule } from '../word-rules.ts';
import { WordSet, wordsOf } from '../words/word-list.ts';
import { PassingStage } from './passing-stage.ts';

/** Marks words that stemmers are to leave alone. */
class MarkStage extends PassingStage {
  readonly #isKeyword: (term: string) => boolean;

  constructor(next: TokenStage, isKeyword: (term: string) => boolean) {
    super(next);
    this.#isKeyword = isKeyword;
  }

  token(token: Token): void {
    if (this.#isKeyword(token.term)) token.keyword = true;
    this.next.token(token);
  }
}

export function markKeywords(words: WordSet): StreamFilter {
  return marking((term) => words.has(term));
}

function marking(isKeyword: (term: string) => boolean): StreamFilter {
  return { open: (next) => new MarkStage(next, isKeyword), adds: ['keyword'] };
}

function markerOf(settings: ComponentSettings): StreamFilter {
  const ignoresCase = settings.flag('ignore_case', false);
  const expression = settings.text('keywords_pattern');
  if (expression !== undefined) {
    if (settings.has('keywords') || settings.has('keywords_path'))
      throw invalid('cannot specify both `keywords_pattern` and `keywords` or `keywords_path`');
    const pattern: RE2JS = javaPattern(expression);
    return marking((term) => pattern.testExact(term));
  }
  const words = wordsOf(settings, 'keywords');
  if (words === undefined) {
    throw invalid(
      'keyword filter requires either `keywords`, `keywords_path`, or `keywords_pattern` to be configured',
    );
  }
  return markKeywords(new WordSet(words, ignoresCase));
}

export const keywordMarker: TokenFilterType = { name: 'keyword_marker', isDefinedOnly: true, make: markerOf };

/** Each token twice: as a keyword, and to be stemmed. */
class RepeatStage extends PassingStage {
  token(token: Token): void {
    const again = token.withTerm(token.term, 0);
    token.keyword = true;
    again.keyword = false;
    this.next.token(token);
    this.next.token(again);
  }
}

export const keywordRepeat: TokenFilterType = {
  name: 'keyword_repeat',
  forRules: () => 'unfit',
  make: () => ({ open: (next) => new RepeatStage(next), adds: ['keyword'] }),
};

class OverrideStage extends PassingStage {
  readonly #stems: ReadonlyMap<string, string>;
  readonly #ignoresCase: boolean;

  constructor(next: TokenStage, stems: ReadonlyMap<string, string>, ignoresCase: boolean) {
    super(next);
    this.#stems = stems;
    this.#ignoresCase = ignoresCase;
  }

  token(token: Token): void {
    if (!token.keyword) {
      const stem = this.#stems.get(this.#ignoresCase ? lowercase(token.term) : token.term);
      if (stem !== undefined) {
        token.term = stem;
        token.keyword = true;
      }
    }
    this.next.token(token);
  }
}

/** `running, runs => run`. Throws ApiError. */
function stemsOf(rules: readonly string[], ignoresCase: boolean): Map<string, string> {
  const stems = new Map<string, string>();
  for (const [i, rule] of rules.entries()) {
    const sides = rule.split('=>');
    const words = (sides[0] ?? '').split(',').map((word) => unescapeRule(word.trim()));
    const stem = unescapeRule((sides[1] ?? '').trim());
    if (sides.length !== 2 || stem === '' || stem.includes(',') || words.includes(''))
      throw invalid(`Line [${i + 1}]: Invalid keyword override rule: ${rule}`);
    for (const word of words) {
      const key = ignoresCase ? lowercase(word) : word;
      if (!stems.has(key)) stems.set(key, stem);
    }
  }
  return stems;
}

export const stemmerOverride: TokenFilterType = {
  name: 'stemmer_override',
  isDefinedOnly: true,
  make: (settings) => {
    const rules = wordsOf(settings, 'rules');
    if (rules === undefined)
      throw invalid('stemmer override filter requires either `rules` or `rules_path` to be configured');
    const ignoresCase = settings.flag('ignore_case', false);
    const stems = stemsOf(
      rules.filter((rule) => rule !== '' && !rule.startsWith('#')),
      ignoresCase,
    );
    return { open: (next) => new OverrideStage(next, stems, ignoresCase), adds: ['keyword'] };
  },
};
