import { type ComponentSettings, invalid } from '../component-settings.ts';
import type { ComponentContext, TokenizerType } from '../component-type.ts';
import type { TermSink, Tokenizer } from '../token-stream.ts';
import { type CharClass, charClasses } from './char-classes.ts';

export interface GramSizes {
  readonly min: number;
  readonly max: number;
}

/** Sizes of grams, as Lucene checks them. Throws ApiError. */
export function gramSizes(settings: ComponentSettings, defaults: GramSizes): GramSizes {
  const min = settings.integer('min_gram', defaults.min);
  const max = settings.integer('max_gram', defaults.max);
  return { min, max };
}

export function checkGrams({ min, max }: GramSizes): void {
  if (min < 1) throw invalid('minGram must be greater than zero');
  if (min > max) throw invalid('minGram must not be greater than maxGram');
}

/** Throws ApiError where the index does not allow so many sizes. */
export function checkGramDiff({ min, max }: GramSizes, context: ComponentContext): void {
  const limit = context.limit('index.max_ngram_diff', 1);
  if (max - min <= limit) return;
  throw invalid(
    `The difference between max_gram and min_gram in NGram Tokenizer must be less than or equal to: [${limit}] ` +
      `but was [${max - min}]. This limit can be set by changing the [index.max_ngram_diff] index level setting.`,
  );
}

/** The offsets of the code points of a run, with its end. */
function boundariesOf(text: string, start: number, end: number): number[] {
  const boundaries: number[] = [];
  for (let at = start; at < end; ) {
    boundaries.push(at);
    at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  }
  boundaries.push(end);
  return boundaries;
}

function gramsOfRun(text: string, bounds: readonly number[], sizes: GramSizes, sink: TermSink): void {
  const count = bounds.length - 1;
  for (let from = 0; from + sizes.min <= count; from++) {
    edgeGrams({ text, bounds, from }, sizes, sink);
  }
}

interface GramStart {
  readonly text: string;
  readonly bounds: readonly number[];
  readonly from: number;
}

function edgeGrams({ text, bounds, from }: GramStart, { min, max }: GramSizes, sink: TermSink): void {
  const last = Math.min(bounds.length - 1, from + max);
  for (let to = from + min; to <= last; to++) {
    sink.term(text.slice(bounds[from], bounds[to]), bounds[from]!, bounds[to]!, 'word', 1);
  }
}

/** Lucene's NGramTokenizer: grams of each run of characters that belong to a token. */
function gramTokenizer(sizes: GramSizes, belongs: CharClass | null, onlyEdges: boolean): Tokenizer {
  const cut = (text: string, start: number, end: number, sink: TermSink): void => {
    if (start === end) return;
    const stop = onlyEdges ? Math.min(end, start + sizes.max * 2) : end;
    const bounds = boundariesOf(text, start, stop);
    if (onlyEdges) edgeGrams({ text, bounds, from: 0 }, sizes, sink);
    else gramsOfRun(text, bounds, sizes, sink);
  };
  return (text, sink) => {
    if (belongs === null) {
      cut(text, 0, text.length, sink);
      return 0;
    }
    let start = 0;
    for (let at = 0; at < text.length; ) {
      const char = String.fromCodePoint(text.codePointAt(at)!);
      if (!belongs(char)) {
        cut(text, start, at, sink);
        start = at + char.length;
      }
      at += char.length;
    }
    cut(text, start, text.length, sink);
    return 0;
  };
}

const DEFAULTS: GramSizes = { min: 1, max: 2 };

function belongsOf(settings: ComponentSettings): CharClass | null {
  return charClasses(settings.list('token_chars'), settings.text('custom_token_chars'));
}

export const ngram: TokenizerType = {
  name: 'ngram',
  make: (settings, context) => {
    const sizes = gramSizes(settings, DEFAULTS);
    checkGramDiff(sizes, context);
    const belongs = belongsOf(settings);
    checkGrams(sizes);
    return gramTokenizer(sizes, belongs, false);
  },
};

export const edgeNgram: TokenizerType = {
  name: 'edge_ngram',
  make: (settings) => {
    const sizes = gramSizes(settings, DEFAULTS);
    const belongs = belongsOf(settings);
    checkGrams(sizes);
    return gramTokenizer(sizes, belongs, true);
  },
};

function renamed(name: string, now: string): TokenizerType {
  return {
    name,
    make: () => {
      throw invalid(
        `The [${name}] tokenizer name was deprecated pre 1.0. Please change the tokenizer name to [${now}] ` +
          'for indices created in versions 3.0 or higher instead.',
      );
    },
  };
}

export const oldNgram = renamed('nGram', 'ngram');
export const oldEdgeNgram = renamed('edgeNGram', 'edge_ngram');
