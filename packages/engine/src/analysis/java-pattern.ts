import { ApiError } from '@sextant/contract';
import type { RE2JS } from 're2js';
import { invalid } from './component-settings.ts';
import { re2 } from './linear-regex.ts';

/** As `index.max_regex_length` is by default. */
const PATTERN_LENGTH_MAX = 1000;
/** Steps that a character of a text may take. */
const PROGRAM_SIZE_MAX = 2000;

/** Flags of Java's Pattern that change nothing here: case is Unicode's in any case, and lines end by `\n`. */
const heededAnyway: ReadonlySet<string> = new Set(['UNICODE_CASE', 'UNIX_LINES']);
const unsupported: ReadonlySet<string> = new Set([
  'CANON_EQ',
  'COMMENTS',
  'COMMENT',
  'UNICODE_CHAR_CLASS',
  'UNICODE_CHARACTER_CLASS',
]);

/** `CASE_INSENSITIVE|DOTALL` as flags of the library. Throws ApiError. */
function flagsOf(text: string | undefined): { readonly bits: number; readonly literal: boolean } {
  let bits = 0;
  let literal = false;
  for (const flag of (text ?? '').split('|').filter((each) => each !== '')) {
    const name = flag.toUpperCase();
    if (name === 'CASE_INSENSITIVE') bits |= re2().CASE_INSENSITIVE;
    else if (name === 'MULTILINE') bits |= re2().MULTILINE;
    else if (name === 'DOTALL') bits |= re2().DOTALL;
    else if (name === 'LITERAL') literal = true;
    else if (unsupported.has(name)) throw invalid(`regex flag [${flag}] is not supported`);
    else if (!heededAnyway.has(name)) throw invalid(`Unknown regex flag [${flag}]`);
  }
  return { bits, literal };
}

function syntaxError(reason: string): ApiError {
  return new ApiError({ type: 'pattern_syntax_exception', reason });
}

function checked(make: () => RE2JS, expression: string): RE2JS {
  const { length } = expression;
  if (length > PATTERN_LENGTH_MAX)
    throw syntaxError(
      `The length of regex [${length}] has exceeded the allowed maximum of [${PATTERN_LENGTH_MAX}]`,
    );
  let compiled: RE2JS;
  try {
    compiled = make();
  } catch (error) {
    throw syntaxError((error as Error).message);
  }
  const size = compiled.programSize();
  if (size <= PROGRAM_SIZE_MAX) return compiled;
  throw syntaxError(
    `The regex takes [${size}] steps, more than the allowed maximum of [${PROGRAM_SIZE_MAX}]`,
  );
}

/**
 * A regular expression of a user in Java's syntax, on an engine whose time grows with text and expression alone; it
 * has no backreferences and no lookaround. Throws ApiError where it cannot be read.
 */
export function javaPattern(expression: string, flags?: string): RE2JS {
  const { bits, literal } = flagsOf(flags);
  const source = literal ? re2().quote(expression) : expression;
  return checked(() => re2().compile(source, bits), expression);
}

const luceneSpecial = /^[~&<]$/;

/** An expression of Lucene's own syntax, of which the longest match counts; without `~`, `&` and `<1-9>`. */
export function lucenePattern(expression: string): RE2JS {
  let source = '';
  let inClass = false;
  for (let at = 0; at < expression.length; at++) {
    const char = expression[at]!;
    if (char === '\\') {
      const next = expression[++at];
      if (next === undefined) throw invalid('unexpected end-of-string');
      source += /[a-zA-Z0-9]/.test(next) && !/[dDwWsS]/.test(next) ? next : `\\${next}`;
    } else if (inClass) {
      if (char === ']') inClass = false;
      source += char === '[' ? '\\[' : char;
    } else if (char === '"') {
      const end = expression.indexOf('"', at + 1);
      if (end < 0) throw invalid(`expected '"' at position ${expression.length}`);
      source += `(?:${re2().quote(expression.slice(at + 1, end))})`;
      at = end;
    } else if (luceneSpecial.test(char)) {
      throw invalid(`operator [${char}] of regular expressions is not supported in a tokenizer`);
    } else {
      if (char === '[') inClass = true;
      source += outside(char);
    }
  }
  return checked(() => re2().compile(source, re2().LONGEST_MATCH | re2().DOTALL), expression);
}

/** A character that stands in no class. */
function outside(char: string): string {
  if (char === '@') return '.*';
  if (char === '#') return '[^\\x00-\\x{10FFFF}]';
  return char === '^' || char === '$' ? `\\${char}` : char;
}
