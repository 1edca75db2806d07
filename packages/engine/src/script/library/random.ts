import type { ScriptHost } from '../../budget/script-host.ts';
import { badArgument } from '../java-error.ts';
import { meter } from '../meter.ts';
import { JavaValue, type LongValue, wrapLong } from '../values.ts';
import { type JavaClass, javaClass } from './class-table.ts';

const MULTIPLIER = 0x5deece66dn;
const MASK = (1n << 48n) - 1n;
const UNITS_PER_NUMBER = 4;

/** `java.util.Random`: the same numbers for the same seed as Java's. */
export class JavaRandom extends JavaValue {
  readonly javaClass = 'Random';
  #seed = 0n;

  constructor(seed: LongValue) {
    super();
    this.seed(seed);
  }

  override text(): string {
    return 'java.util.Random';
  }

  seed(value: LongValue): void {
    this.#seed = (BigInt(value) ^ MULTIPLIER) & MASK;
  }

  /** So many bits, as an int. */
  #next(bits: number): number {
    meter.pass(UNITS_PER_NUMBER);
    this.#seed = (this.#seed * MULTIPLIER + 0xbn) & MASK;
    return Number(BigInt.asIntN(32, this.#seed >> BigInt(48 - bits)));
  }

  int(): number {
    return this.#next(32);
  }

  /** Throws IllegalArgumentException. */
  below(bound: number): number {
    if (bound <= 0) throw badArgument('bound must be positive');
    let bits = this.#next(31);
    if ((bound & (bound - 1)) === 0) return Number((BigInt(bound) * BigInt(bits)) >> 31n);
    // All remainders come as often.
    while (bits - (bits % bound) + (bound - 1) > 2147483647) bits = this.#next(31);
    return bits % bound;
  }

  long(): LongValue {
    const high = BigInt(this.#next(32)) << 32n;
    return wrapLong(high + BigInt(this.#next(32)));
  }

  double(): number {
    const high = this.#next(26) * 2 ** 27;
    return (high + this.#next(27)) / 2 ** 53;
  }

  float(): number {
    return this.#next(24) / 2 ** 24;
  }

  flag(): boolean {
    return this.#next(1) !== 0;
  }
}

export function chance({ random }: ScriptHost): JavaRandom {
  return new JavaRandom(Math.floor(random.float() * 2 ** 48));
}

export const randomClasses: readonly JavaClass[] = [
  javaClass({
    name: 'Random',
    fullName: 'java.util.Random',
    hosted: { 'new make()': chance },
    members: {
      'new make(long)': (seed: LongValue) => new JavaRandom(seed),
      'void setSeed(long)': (self: JavaRandom, seed: LongValue) => self.seed(seed),
      'int nextInt()': (self: JavaRandom) => self.int(),
      'int nextInt(int)': (self: JavaRandom, bound: number) => self.below(bound),
      'long nextLong()': (self: JavaRandom) => self.long(),
      'double nextDouble()': (self: JavaRandom) => self.double(),
      'float nextFloat()': (self: JavaRandom) => self.float(),
      'boolean nextBoolean()': (self: JavaRandom) => self.flag(),
    },
  }),
];
