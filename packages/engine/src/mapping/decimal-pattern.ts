import { illegalArgument } from './errors.ts';

/** What stands around the digits of a number. */
export interface Affixes {
  readonly prefix: string;
  readonly suffix: string;
}

/** What a pattern of Java's DecimalFormat such as `$#,##0.00` or `##0.#E0` asks for, with English symbols. */
export interface DecimalPattern {
  readonly positive: Affixes;
  readonly negative: Affixes;
  /** 100 for percents, 1000 for per mille. */
  readonly multiplier: number;
  /** Digits between commas; 0: there are none. */
  readonly grouping: number;
  readonly minInteger: number;
  /** Digits before the point that an exponent leaves at most, where there is one. */
  readonly maxInteger: number;
  readonly minFraction: number;
  readonly maxFraction: number;
  /** The point is printed without digits behind it too. */
  readonly showsPoint: boolean;
  /** At least so many digits of the exponent; null: it has none. */
  readonly exponentDigits: number | null;
}

/** Java's DOUBLE_FRACTION_DIGITS. */
const MOST_PLACES = 340;

/** Of Java's, for a pattern without a character. */
const UNLIMITED: DecimalPattern = {
  positive: { prefix: '', suffix: '' },
  negative: { prefix: '-', suffix: '' },
  multiplier: 1,
  grouping: 3,
  minInteger: 0,
  maxInteger: Number.POSITIVE_INFINITY,
  minFraction: 0,
  maxFraction: MOST_PLACES,
  showsPoint: false,
  exponentDigits: null,
};

/** Throws ApiError in the words of Java where it refuses the pattern. */
export function decimalPattern(pattern: string): DecimalPattern {
  if (pattern === '') return UNLIMITED;
  const own = new PatternPart(pattern, 0, false);
  const { prefix, suffix } = own;
  const rest = own.next < pattern.length ? new PatternPart(pattern, own.next, true) : null;
  const isSame = rest === null || (rest.prefix === prefix && rest.suffix === suffix);
  const negative = isSame ? { prefix: `-${prefix}`, suffix } : { prefix: rest.prefix, suffix: rest.suffix };
  return { ...own.numbers(), positive: { prefix, suffix }, negative };
}

/** The pattern of numbers, or what follows a semicolon: what stands around negative ones. */
class PatternPart {
  prefix = '';
  suffix = '';
  /** Where the other part begins; the end of the pattern where there is none. */
  next: number;
  readonly #pattern: string;
  readonly #isNegative: boolean;
  #multiplier = 1;
  #left = 0;
  #zeros = 0;
  #right = 0;
  #grouping = -1;
  #point = -1;
  #exponentDigits: number | null = null;

  constructor(pattern: string, start: number, isNegative: boolean) {
    this.#pattern = pattern;
    this.#isNegative = isNegative;
    this.next = pattern.length;
    let at = this.#affix(start, 'prefix');
    while (at < this.next) {
      at = isNegative ? this.#skipNumber(at) : this.#number(at);
      at = this.#affix(at, 'suffix');
    }
    this.#finish();
  }

  numbers(): Omit<DecimalPattern, 'positive' | 'negative'> {
    const [left, zeros] = [this.#left, this.#zeros];
    const digits = left + zeros + this.#right;
    const point = this.#point < 0 ? digits : this.#point;
    const minInteger = point - left;
    return {
      multiplier: this.#multiplier,
      grouping: Math.max(0, this.#grouping),
      minInteger,
      maxInteger: this.#exponentDigits === null ? Number.POSITIVE_INFINITY : left + minInteger,
      minFraction: this.#point < 0 ? 0 : left + zeros - point,
      maxFraction: Math.min(MOST_PLACES, digits - point),
      showsPoint: this.#point === 0 || this.#point === digits,
      exponentDigits: this.#exponentDigits,
    };
  }

  /** Reads a text from `start` on, up to a character of a number. */
  #affix(start: number, which: 'prefix' | 'suffix'): number {
    const pattern = this.#pattern;
    let isQuoted = false;
    for (let at = start; at < pattern.length; at++) {
      const char = pattern[at]!;
      if (char === "'") {
        if (pattern[at + 1] === "'") this[which] += pattern[at++];
        else isQuoted = !isQuoted;
      } else if (isQuoted) this[which] += char;
      else if ('#0,.'.includes(char)) return at;
      else if (char === ';') {
        if (which === 'prefix' || this.#isNegative) throw this.#refused("Unquoted special character ';' in");
        this.next = at + 1;
        return this.next;
      } else if (char === '\u00a4') {
        const isDoubled = pattern[at + 1] === char;
        this[which] += isDoubled ? 'XXX' : char;
        if (isDoubled) at++;
      } else {
        this.#multiply(char);
        this[which] += char;
      }
    }
    if (isQuoted) throw this.#refused('Malformed');
    return pattern.length;
  }

  #multiply(char: string): void {
    if (char !== '%' && char !== '‰') return;
    if (this.#multiplier !== 1) throw this.#refused('Too many percent/per mille characters in');
    this.#multiplier = char === '%' ? 100 : 1000;
  }

  /** Of negative numbers the digits are those of all. */
  #skipNumber(start: number): number {
    let at = start;
    while (at < this.#pattern.length && '#0,.E'.includes(this.#pattern[at]!)) at++;
    return at;
  }

  #number(start: number): number {
    const pattern = this.#pattern;
    let at = start;
    for (; at < pattern.length; at++) {
      const char = pattern[at]!;
      if (char === '#') {
        if (this.#zeros > 0) this.#right++;
        else this.#left++;
      } else if (char === '0') {
        if (this.#right > 0) throw this.#refused("Unexpected '0' in");
        this.#zeros++;
      } else if (char === ',') this.#grouping = 0;
      else if (char === '.') {
        if (this.#point >= 0) throw this.#refused('Multiple decimal separators in');
        this.#point = this.#left + this.#zeros + this.#right;
      } else return char === 'E' ? this.#exponent(at + 1) : at;
      if ((char === '#' || char === '0') && this.#grouping >= 0 && this.#point < 0) this.#grouping++;
    }
    return at;
  }

  #exponent(start: number): number {
    if (this.#exponentDigits !== null) throw this.#refused('Multiple exponential symbols in');
    let at = start;
    while (this.#pattern[at] === '0') at++;
    this.#exponentDigits = at - start;
    if (this.#left + this.#zeros < 1 || at === start) throw this.#refused('Malformed exponential');
    return at;
  }

  /** Without a `0` the digit before the point is always there, or, where there is none before it, the one behind it. */
  #finish(): void {
    const point = this.#point;
    if (this.#zeros === 0 && this.#left > 0 && point >= 0) {
      const kept = Math.max(1, point);
      this.#right = this.#left - kept;
      this.#left = kept - 1;
      this.#zeros = 1;
    }
    const isWrong = point < 0 ? this.#right > 0 : point < this.#left || point > this.#left + this.#zeros;
    if (isWrong || this.#grouping === 0) throw this.#refused('Malformed');
  }

  #refused(problem: string): Error {
    return illegalArgument(`${problem} pattern "${this.#pattern}"`);
  }
}
