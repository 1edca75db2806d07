import { apiError } from '@sextant/contract';
import type { Analyzer } from '../analysis/analyzer.ts';
import { utf8Of } from '../codec/utf8-scratch.ts';
import { queryValue } from '../mapping/field-value.ts';
import type { MappedField } from '../mapping/mapped-field.ts';

export { utf8Of as utf8 };

/** A token of a query's text: a copy of its bytes, and its position (the first is 0 or more). */
export interface QueryToken {
  readonly term: Uint8Array;
  readonly position: number;
  /** How many positions it spans, where that is more than one. */
  readonly span?: number;
}

/** Nothing that people search for comes near; a hostile text of 100 MB would fill the memory. */
const MAX_TOKENS = 65_536;
/** Of all terms together: pieces of a text over each other take as much as its square. */
const MAX_TERM_BYTES = 32 << 20;

function tooLong(): Error {
  const limits = `[${MAX_TOKENS}] terms, or [${MAX_TERM_BYTES}] bytes of them`;
  return apiError('illegal_argument_exception', `the text of a query has more than ${limits}`);
}

/** Throws ApiError for a text that is longer than a query may be. `withShingles`: pieces over each other are ways as well. */
export function queryTokens(analyzer: Analyzer, text: string, withShingles = false): QueryToken[] {
  const tokens: QueryToken[] = [];
  let position = -1;
  let isStacked = false;
  let bytes = 0;
  analyzer.analyze(text, {
    token(buffer, start, length, _startOffset, _endOffset, positionIncrement) {
      position += positionIncrement;
      if (positionIncrement === 0) isStacked = true;
      bytes += length;
      if (tokens.length === MAX_TOKENS || bytes > MAX_TERM_BYTES) throw tooLong();
      tokens.push({ term: buffer.slice(start, start + length), position });
    },
  });
  return isStacked ? spannedTokens(analyzer, text, withShingles) : tokens;
}

/** Whether the text ends with its last token, so that more of it may follow: no space behind it, nothing that was removed. */
export function endsWithToken(analyzer: Analyzer, text: string): boolean {
  let last = -1;
  let ends = false;
  analyzer.analyzeTokens(text, {
    token({ endOffset }) {
      last = endOffset;
    },
    end(_left, endOffset) {
      ends = last === endOffset;
    },
  });
  return ends;
}

/** Pieces of a text over each other: ways through them are without number, and lead to nothing else. */
const overlapping: ReadonlySet<string> = new Set(['shingle', '<DOUBLE>']);

/** Where several tokens stand at one position, some may span more than one. */
function spannedTokens(analyzer: Analyzer, text: string, withShingles: boolean): QueryToken[] {
  const tokens: QueryToken[] = [];
  let position = -1;
  let isGraph = true;
  analyzer.analyzeTokens(text, {
    token({ term, type, increment, positionLength }) {
      position += increment;
      if (!withShingles && overlapping.has(type)) isGraph = false;
      const token = { term: utf8Of(term), position };
      tokens.push(positionLength > 1 ? { ...token, span: positionLength } : token);
    },
    end() {},
  });
  return isGraph ? tokens : tokens.map(({ term, position: at }) => ({ term, position: at }));
}

/** The tokens by their positions, in order. */
export function byPosition(tokens: readonly QueryToken[]): QueryToken[][] {
  const places: QueryToken[][] = [];
  for (const token of tokens) {
    const place = places.at(-1);
    if (place !== undefined && place[0]!.position === token.position) place.push(token);
    else places.push([token]);
  }
  return places;
}

const decoder = new TextDecoder();

/** A word as terms of the field are kept, which are not cut: an analyzer that is named may have left its case. */
export function normalizedWord(field: MappedField, text: string): string {
  const isKept = field.storage === 'text' || field.normalizer === undefined;
  return isKept ? text : String(queryValue(field, text));
}

export function textOf(term: Uint8Array): string {
  return decoder.decode(term);
}

/** The lowest bytes above everything that begins with the prefix; null where nothing is. */
export function firstAfterPrefix(prefix: Uint8Array): Uint8Array | null {
  const end = prefix.slice();
  for (let i = end.length - 1; i >= 0; i--) {
    if (end[i]! < 0xff) {
      end[i]!++;
      return end.subarray(0, i + 1);
    }
  }
  return null;
}
