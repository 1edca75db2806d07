import { apiError } from '@sextant/contract';
import { classRanges, type Ranges, rangesOf, withAllCases } from './ranges.ts';

/** A regular expression, as Lucene's `RegExp` reads it. */
export type Regexp =
  | { readonly kind: 'union' | 'concat' | 'both'; readonly parts: readonly Regexp[] }
  /** `max` null = any number. */
  | { readonly kind: 'repeat'; readonly inner: Regexp; readonly min: number; readonly max: number | null }
  | { readonly kind: 'not'; readonly inner: Regexp }
  | { readonly kind: 'character'; readonly ranges: Ranges }
  | { readonly kind: 'nothing' };

/** Optional parts of the syntax. */
export const FLAGS = {
  INTERSECTION: 0x1,
  EMPTY: 0x2,
  ANYSTRING: 0x4,
  INTERVAL: 0x10,
  COMPLEMENT: 0x10000,
} as const;

/** What a query has that names none: a complement must be asked for. */
export const ALL_FLAGS = 0xff;

/** Groups within groups. */
const MAX_DEPTH = 200;

const emptyText: Regexp = Object.freeze({ kind: 'concat', parts: [] });
const anyCharacter: Regexp = Object.freeze({ kind: 'character', ranges: rangesOf(0, 0x10ffff) });
const anyText: Regexp = Object.freeze({ kind: 'repeat', inner: anyCharacter, min: 0, max: null });

/** Throws ApiError `illegal_argument_exception` with the words of Lucene. */
export function parseRegexp(text: string, flags: number, ignoreCase: boolean): Regexp {
  if (text === '') return emptyText;
  const parser = new Parser(text, flags, ignoreCase);
  return parser.whole();
}

class Parser {
  readonly #points: readonly string[];
  readonly #flags: number;
  readonly #ignoreCase: boolean;
  #at = 0;
  #depth = 0;

  constructor(text: string, flags: number, ignoreCase: boolean) {
    this.#points = Array.from(text);
    this.#flags = flags;
    this.#ignoreCase = ignoreCase;
  }

  whole(): Regexp {
    const found = this.#union();
    if (this.#more()) throw this.#error(`end-of-string expected at position ${this.#at}`);
    return found;
  }

  #error(reason: string): Error {
    return apiError('illegal_argument_exception', reason);
  }

  #more(): boolean {
    return this.#at < this.#points.length;
  }

  #peek(characters: string): boolean {
    return this.#more() && characters.includes(this.#points[this.#at]!);
  }

  #match(character: string): boolean {
    if (this.#points[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #next(): string {
    if (!this.#more()) throw this.#error('unexpected end-of-string');
    return this.#points[this.#at++]!;
  }

  #has(flag: number): boolean {
    return (this.#flags & flag) !== 0;
  }

  #union(): Regexp {
    if (++this.#depth > MAX_DEPTH) throw this.#error(`groups are nested more than [${MAX_DEPTH}] deep`);
    const parts = [this.#intersection()];
    while (this.#match('|')) parts.push(this.#intersection());
    this.#depth--;
    return parts.length === 1 ? parts[0]! : { kind: 'union', parts };
  }

  #intersection(): Regexp {
    const parts = [this.#concatenation()];
    while (this.#has(FLAGS.INTERSECTION) && this.#match('&')) parts.push(this.#concatenation());
    return parts.length === 1 ? parts[0]! : { kind: 'both', parts };
  }

  #concatenation(): Regexp {
    const parts = [this.#repetition()];
    const ends = this.#has(FLAGS.INTERSECTION) ? ')|&' : ')|';
    while (this.#more() && !this.#peek(ends)) parts.push(this.#repetition());
    return parts.length === 1 ? parts[0]! : { kind: 'concat', parts };
  }

  #repetition(): Regexp {
    let inner = this.#complement();
    while (this.#peek('?*+{')) {
      if (this.#match('?')) inner = { kind: 'repeat', inner, min: 0, max: 1 };
      else if (this.#match('*')) inner = { kind: 'repeat', inner, min: 0, max: null };
      else if (this.#match('+')) inner = { kind: 'repeat', inner, min: 1, max: null };
      else inner = this.#counted(inner);
    }
    return inner;
  }

  #counted(inner: Regexp): Regexp {
    this.#at++;
    const min = this.#integer();
    let max: number | null = min;
    if (this.#match(',')) max = this.#peek('0123456789') ? this.#integer() : null;
    if (!this.#match('}')) throw this.#error(`expected '}' at position ${this.#at}`);
    if (max !== null && min > max) {
      throw this.#error(`invalid repetition range(out of order): ${min}..${max}`);
    }
    return { kind: 'repeat', inner, min, max };
  }

  #integer(): number {
    const start = this.#at;
    while (this.#peek('0123456789')) this.#at++;
    if (start === this.#at) throw this.#error(`integer expected at position ${this.#at}`);
    return Number(this.#points.slice(start, this.#at).join(''));
  }

  #complement(): Regexp {
    if (this.#has(FLAGS.COMPLEMENT) && this.#match('~')) {
      if (++this.#depth > MAX_DEPTH) throw this.#error(`groups are nested more than [${MAX_DEPTH}] deep`);
      const inner = this.#complement();
      this.#depth--;
      return { kind: 'not', inner };
    }
    return this.#class();
  }

  #class(): Regexp {
    if (!this.#match('[')) return this.#simple();
    const negated = this.#match('^');
    const ranges: number[] = [...this.#classPart()];
    while (this.#more() && !this.#peek(']')) ranges.push(...this.#classPart());
    if (!this.#match(']')) throw this.#error(`expected ']' at position ${this.#at}`);
    return { kind: 'character', ranges: classRanges(ranges, negated) };
  }

  #classPart(): Ranges {
    const named = this.#namedClass();
    if (named !== null) return named;
    const from = this.#character();
    if (!this.#match('-')) return this.#rangesOf(from, from);
    if (this.#peek(']')) return [...this.#rangesOf(from, from), ...rangesOf(0x2d, 0x2d)];
    const to = this.#character();
    if (from > to) throw this.#error(`invalid range: from (${from}) cannot be > to (${to})`);
    return this.#rangesOf(from, to);
  }

  #rangesOf(from: number, to: number): Ranges {
    const ranges = rangesOf(from, to);
    return this.#ignoreCase && from === to ? withAllCases(from) : ranges;
  }

  /** `\d`, `\D`, `\s`, `\S`, `\w` and `\W`. Other letters of ASCII are refused here, so that they may name classes once. */
  #namedClass(): Ranges | null {
    if (this.#points[this.#at] !== '\\') return null;
    const name = this.#points[this.#at + 1];
    if (name === undefined || !/^[A-Za-z]$/.test(name)) return null;
    if (!(name.toLowerCase() in namedClasses)) {
      throw this.#error(`invalid character class \\${name.codePointAt(0)}`);
    }
    this.#at += 2;
    return classRanges(namedClasses[name.toLowerCase() as keyof typeof namedClasses], name < 'a');
  }

  #character(): number {
    this.#match('\\');
    return this.#next().codePointAt(0)!;
  }

  #simple(): Regexp {
    if (this.#match('.')) return anyCharacter;
    if (this.#has(FLAGS.EMPTY) && this.#match('#')) return { kind: 'nothing' };
    if (this.#has(FLAGS.ANYSTRING) && this.#match('@')) return anyText;
    if (this.#match('"')) return this.#quoted();
    if (this.#match('(')) return this.#group();
    if (this.#has(FLAGS.INTERVAL) && this.#match('<')) return this.#interval();
    const named = this.#namedClass();
    if (named !== null) return { kind: 'character', ranges: named };
    const point = this.#character();
    return { kind: 'character', ranges: this.#rangesOf(point, point) };
  }

  #quoted(): Regexp {
    const start = this.#at;
    while (this.#more() && !this.#peek('"')) this.#at++;
    if (!this.#match('"')) throw this.#error(`expected '"' at position ${this.#at}`);
    const points = this.#points.slice(start, this.#at - 1).map((point) => point.codePointAt(0)!);
    return literal(points, (point) => this.#rangesOf(point, point));
  }

  #group(): Regexp {
    if (this.#match(')')) return emptyText;
    const inner = this.#union();
    if (!this.#match(')')) throw this.#error(`expected ')' at position ${this.#at}`);
    return inner;
  }

  #interval(): Regexp {
    const start = this.#at;
    while (this.#more() && !this.#peek('>')) this.#at++;
    const text = this.#points.slice(start, this.#at).join('');
    if (!this.#match('>')) throw this.#error(`expected '>' at position ${this.#at}`);
    const found = /^(\d+)-(\d+)$/.exec(text);
    if (found === null) throw this.#error(`interval syntax error at position ${this.#at - 1}`);
    const [low, high] = [found[1]!, found[2]!];
    if (low.length > MAX_DIGITS || high.length > MAX_DIGITS) {
      throw this.#error(`interval syntax error at position ${this.#at - 1}`);
    }
    const width = low.length === high.length ? low.length : 0;
    return Number(low) > Number(high) ? interval(high, low, width) : interval(low, high, width);
  }
}

const namedClasses = {
  d: rangesOf(0x30, 0x39),
  s: [...rangesOf(0x09, 0x0a), ...rangesOf(0x0d, 0x0d), ...rangesOf(0x20, 0x20)],
  w: [...rangesOf(0x30, 0x39), ...rangesOf(0x41, 0x5a), ...rangesOf(0x5f, 0x5f), ...rangesOf(0x61, 0x7a)],
};

/** As many as a 32-bit number has. */
const MAX_DIGITS = 10;

function literal(points: readonly number[], ranges: (point: number) => Ranges): Regexp {
  return { kind: 'concat', parts: points.map((point) => ({ kind: 'character', ranges: ranges(point) })) };
}

/** Decimal numbers from one to another, of `width` digits, or with any number of zeros before them (0). */
function interval(low: string, high: string, width: number): Regexp {
  const digits = Math.max(low.length, high.length);
  const fixed = between(low.padStart(digits, '0'), high.padStart(digits, '0'));
  if (width > 0) return fixed;
  const zero: Regexp = { kind: 'character', ranges: rangesOf(0x30, 0x30) };
  const zeros: Regexp = { kind: 'repeat', inner: zero, min: 0, max: null };
  const parts: Regexp[] = [];
  for (let length = String(Number(low)).length; length <= digits; length++) {
    const from = Math.max(Number(low), length === 1 ? 0 : 10 ** (length - 1));
    const to = Math.min(Number(high), 10 ** length - 1);
    if (from <= to) parts.push(between(String(from), String(to)));
  }
  return { kind: 'concat', parts: [zeros, { kind: 'union', parts }] };
}

/** Two numbers of the same number of digits, and those between them. */
function between(low: string, high: string): Regexp {
  if (low === '') return emptyText;
  const [first, last] = [low.charCodeAt(0), high.charCodeAt(0)];
  const [restLow, restHigh] = [low.slice(1), high.slice(1)];
  const digit = (from: number, to: number): Regexp => ({ kind: 'character', ranges: rangesOf(from, to) });
  if (first === last) return { kind: 'concat', parts: [digit(first, last), between(restLow, restHigh)] };
  const nines = '9'.repeat(restLow.length);
  const zeros = '0'.repeat(restLow.length);
  const parts: Regexp[] = [
    { kind: 'concat', parts: [digit(first, first), between(restLow, nines)] },
    { kind: 'concat', parts: [digit(last, last), between(zeros, restHigh)] },
  ];
  if (last - first > 1) {
    parts.push({ kind: 'concat', parts: [digit(first + 1, last - 1), between(zeros, nines)] });
  }
  return { kind: 'union', parts };
}
