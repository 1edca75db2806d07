import type { RE2JS } from 're2js';
import { re2 } from '../analysis/linear-regex.ts';
import { illegalArgument } from './errors.ts';

/** As `index.max_regex_length` is by default. */
const PATTERN_LENGTH_MAX = 1000;
/** Steps that a character of the text may take. */
const PROGRAM_SIZE_MAX = 2000;
const TEXT_LENGTH_MAX = 10_000;

/**
 * A regular expression of a user, matched as Java's `String.matches` does: against the whole text. It runs on an
 * engine whose time grows with the length of the text and of the expression, never with the number of ways to match;
 * therefore it has no backreferences and no lookaround.
 */
export class LinearPattern {
  readonly #expression: string;
  #compiled: RE2JS | undefined;

  constructor(expression: string) {
    this.#expression = expression;
  }

  /** Why the expression cannot be used; undefined where it can. */
  problem(): string | undefined {
    const { length } = this.#expression;
    if (length > PATTERN_LENGTH_MAX) {
      return `The length of regex [${length}] has exceeded the allowed maximum of [${PATTERN_LENGTH_MAX}]`;
    }
    try {
      this.#compiled ??= re2().compile(this.#expression);
    } catch (error) {
      return (error as Error).message;
    }
    const size = this.#compiled.programSize();
    if (size <= PROGRAM_SIZE_MAX) return undefined;
    return `The regex takes [${size}] steps, more than the allowed maximum of [${PROGRAM_SIZE_MAX}]`;
  }

  /** Throws illegal_argument_exception where the expression cannot be used, or the text is too long for it. */
  matches(text: string): boolean {
    if (text.length > TEXT_LENGTH_MAX) {
      const limit = `longer than the [${TEXT_LENGTH_MAX}] characters that a regex is matched against`;
      throw illegalArgument(`a name of [${text.length}] characters is ${limit}`);
    }
    if (this.#compiled === undefined) {
      const problem = this.problem();
      if (problem !== undefined) throw illegalArgument(`Pattern [${this.#expression}]: ${problem}`);
    }
    return this.#compiled!.testExact(text);
  }
}
