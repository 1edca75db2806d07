import { JavaError } from './java-error.ts';

/** Values, or 16 characters each, that one call of the library may go through: less than a second. */
const UNITS_MAX = 4_000_000;
const CHARS_PER_UNIT = 16;
/** Each part of a text that is put together is an object for a while. */
const UNITS_PER_PART = 2;

/**
 * What the library goes through where a call does not show it: values within values, of which few make many, and
 * texts that expressions look at. Whoever counts the work of scripts takes it from here, after each call.
 */
class Meter {
  #units = 0;

  /** As `pass`, of what there cannot be too much of in one call: it never throws. */
  count(units: number): void {
    this.#units += units;
  }

  /** Throws JavaError where one call goes through more than it may. */
  pass(units: number): void {
    this.#units += units;
    if (this.#units <= UNITS_MAX) return;
    this.#units = 0;
    throw tooMuch('operations');
  }

  /** Counts a text before it is made, where it is made of one part many times. Throws as `pass` does. */
  passText(length: number, parts: number): void {
    this.pass(parts * UNITS_PER_PART + length / CHARS_PER_UNIT);
  }

  /** What was gone through since it was asked last. */
  drain(): number {
    const units = this.#units;
    this.#units = 0;
    return units;
  }
}

export const meter = new Meter();

export function tooMuch(what: string): JavaError {
  return new JavaError('painless_error', `The script takes more ${what} than one may.`, [], 'PainlessError');
}
