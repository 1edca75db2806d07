import { type ComponentSettings, invalid } from '../component-settings.ts';
import type { TokenFilterType } from '../component-type.ts';
import type { StreamFilter, TermFilter, Token, TokenFilter, TokenStage } from '../token-stream.ts';
import { stopWords } from '../words/stop-lists.ts';
import { stopWordsOf, WordSet, wordsOf } from '../words/word-list.ts';
import { KeepingStage, PassingStage } from './passing-stage.ts';

const unchanged: TermFilter = { term: (term) => term };

/** Removes words; their places stay empty. */
export function stopFilter(words: WordSet): TermFilter {
  if (words.size === 0) return unchanged;
  return { term: (term) => (words.has(term) ? null : term) };
}

/** A stop filter that keeps the last word of a text, which may be the beginning of another. */
class SuggestStopStage extends KeepingStage {
  readonly #words: WordSet;
  #waiting: Token | null = null;

  constructor(next: TokenStage, words: WordSet) {
    super(next);
    this.#words = words;
  }

  protected keeps(token: Token): boolean {
    return !this.#words.has(token.term);
  }

  override token(token: Token): void {
    if (this.#waiting !== null) super.token(this.#waiting);
    this.#waiting = token;
  }

  override end(left: number, endOffset: number): void {
    const last = this.#waiting;
    if (last !== null) {
      // What ends before the text does is a whole word.
      if (endOffset > last.endOffset) super.token(last);
      else {
        last.keyword ||= this.#words.has(last.term);
        this.passes(last);
      }
    }
    super.end(left, endOffset);
  }
}

function stopOf(settings: ComponentSettings): TokenFilter {
  const ignoresCase = settings.flag('ignore_case', false);
  const words = new WordSet(stopWordsOf(settings, stopWords('_english_')!), ignoresCase);
  if (settings.has('enable_position_increments')) {
    throw invalid(
      'enable_position_increments is not supported anymore as of Lucene 4.4 as it can create broken token streams. ' +
        'Please fix your analysis chain or use an older compatibility version (<= 4.3).',
    );
  }
  if (settings.flag('remove_trailing', true)) return stopFilter(words);
  return { open: (next) => new SuggestStopStage(next, words), adds: ['keyword'] };
}

export const stop: TokenFilterType = { name: 'stop', make: stopOf };

export const keep: TokenFilterType = {
  name: 'keep',
  isDefinedOnly: true,
  make: (settings) => {
    const given = wordsOf(settings, 'keep_words');
    if (given === undefined)
      throw invalid('keep requires either `keep_words` or `keep_words_path` to be configured');
    const words = new WordSet(given, settings.flag('keep_words_case', false));
    return { term: (term) => (words.has(term) ? term : null) };
  },
};

class KeepTypesStage extends KeepingStage {
  readonly #types: ReadonlySet<string>;
  readonly #includes: boolean;

  constructor(next: TokenStage, types: ReadonlySet<string>, includes: boolean) {
    super(next);
    this.#types = types;
    this.#includes = includes;
  }

  protected keeps(token: Token): boolean {
    return this.#types.has(token.type) === this.#includes;
  }
}

export const keepTypes: TokenFilterType = {
  name: 'keep_types',
  isDefinedOnly: true,
  make: (settings) => {
    const types = new Set(settings.list('types'));
    if (types.size === 0) throw invalid('keep_types requires `types` to be configured');
    const mode = settings.text('mode') ?? 'include';
    if (mode !== 'include' && mode !== 'exclude') {
      const allowed = '`keep_types` tokenfilter mode can only be [include] or [exclude]';
      throw invalid(`${allowed} but was [${mode}].`);
    }
    return { open: (next) => new KeepTypesStage(next, types, mode === 'include') };
  },
};

/** Each term once; what is left out takes its place with it, as in OpenSearch. */
class UniqueStage extends PassingStage {
  readonly #samePosition: boolean;
  readonly #seen = new Set<string>();

  constructor(next: TokenStage, samePosition: boolean) {
    super(next);
    this.#samePosition = samePosition;
  }

  token(token: Token): void {
    if (this.#samePosition && token.increment > 0) this.#seen.clear();
    if (this.#seen.has(token.term)) return;
    this.#seen.add(token.term);
    this.next.token(token);
  }
}

const removeDuplicatesFilter: StreamFilter = { open: (next) => new UniqueStage(next, true) };

export const unique: TokenFilterType = {
  name: 'unique',
  make: (settings) => {
    const samePosition = settings.flag('only_on_same_position', false);
    return { open: (next) => new UniqueStage(next, samePosition) };
  },
};

export const removeDuplicates: TokenFilterType = {
  name: 'remove_duplicates',
  make: () => removeDuplicatesFilter,
};
