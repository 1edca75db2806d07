import { civilDay } from './date-parts.ts';

const DAY_MS = 86_400_000;
const DIGIT_ZERO = 0x30;

/** Years 0 to 9999, which have four digits. */
const FIRST_MS = -62_167_219_200_000;
const END_MS = 253_402_300_800_000;

/** Whether `printIsoDate` can print it. */
export function hasIsoDate(ms: number): boolean {
  return ms >= FIRST_MS && ms < END_MS;
}

/** Days up to this one of a month have one that follows in it. */
const SURELY_FOLLOWED = 27;

/**
 * What `printIsoDate` prints, in bytes that lie at one place: of dates that come one after the other, little changes from one to the
 * next.
 */
export class IsoDateBytes {
  readonly #bytes: Uint8Array;
  readonly #at: number;
  #day = Number.NaN;
  #dayOfMonth = 0;
  #time = Number.NaN;

  /** 24 bytes, from `at` on. */
  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
    for (const [i, sign] of [...'0000-00-00T00:00:00.000Z'].entries()) bytes[at + i] = sign.charCodeAt(0);
  }

  /** A whole number of milliseconds that `hasIsoDate`. */
  set(ms: number): void {
    const day = Math.floor(ms / DAY_MS);
    const time = ms - day * DAY_MS;
    if (day !== this.#day) this.#setDay(day);
    if (time !== this.#time) this.#setTime(time);
  }

  #setDay(day: number): void {
    if (day === this.#day + 1 && this.#dayOfMonth <= SURELY_FOLLOWED) this.#dayOfMonth++;
    else {
      const [year, month, dayOfMonth] = civilDay(day);
      const century = Math.floor(year / 100);
      this.#two(0, century);
      this.#two(2, year - century * 100);
      this.#two(5, month);
      this.#dayOfMonth = dayOfMonth;
    }
    this.#day = day;
    this.#two(8, this.#dayOfMonth);
  }

  #setTime(time: number): void {
    const hour = Math.floor(time / 3_600_000);
    const minute = Math.floor(time / 60_000);
    const second = Math.floor(time / 1000);
    const fraction = time - second * 1000;
    const tenths = Math.floor(fraction / 10);
    this.#two(11, hour);
    this.#two(14, minute - hour * 60);
    this.#two(17, second - minute * 60);
    this.#two(20, tenths);
    this.#bytes[this.#at + 22] = DIGIT_ZERO + fraction - tenths * 10;
    this.#time = time;
  }

  #two(at: number, value: number): void {
    const tens = Math.floor(value / 10);
    this.#bytes[this.#at + at] = DIGIT_ZERO + tens;
    this.#bytes[this.#at + at + 1] = DIGIT_ZERO + value - tens * 10;
  }
}
