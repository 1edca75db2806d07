import type { Meter } from '../values/meter.ts';
import { BIASES, LINEAR_COUNTING_THRESHOLDS, RAW_ESTIMATES } from './hyper-log-log-tables.ts';

/** A HyperLogLog++ as plain data: one of the two. */
export interface CounterState {
  readonly slots: Int32Array<ArrayBuffer>;
  readonly registers: Uint8Array<ArrayBuffer> | null;
}

const MIN_PRECISION = 4;
const MAX_PRECISION = 18;
const MAX_LOAD_FACTOR = 0.75;
/** Bits of a hash that linear counting keeps as they are. */
const SPARSE_PRECISION = 25;
const RUN_BITS = 6;
const RUN_MASK = (1 << RUN_BITS) - 1;
const NEIGHBORS = 6;
/** 2 to the power of minus the run length. */
const INVERSES = Float64Array.from({ length: 66 }, (_, runLength) => 2 ** -runLength);
/** Of a counter without its hashes, about. */
const OWN_BYTES = 160;

/** Bits of the register number so that counts up to the threshold are (nearly) exact. */
export function precisionFromThreshold(threshold: number): number {
  const bytes = Math.ceil(threshold / MAX_LOAD_FACTOR) * 4;
  const bits = bytes === 0 ? 1 : Math.floor(Math.log2(bytes)) + 1;
  return Math.min(MAX_PRECISION, Math.max(MIN_PRECISION, bits));
}

/**
 * What counting looks at of a 64-bit hash, whatever the precision: its first 25 bits, and in 6 bits behind them at which of the other 39 the
 * first 1 stands, from 1 on (40: at none). Never 0.
 */
export function condense(high: number, low: number): number {
  const rest = ((high << SPARSE_PRECISION) | (low >>> (32 - SPARSE_PRECISION))) >>> 0;
  const zeros = rest !== 0 ? Math.clz32(rest) : 32 + Math.min(Math.clz32(low << SPARSE_PRECISION), 7);
  return ((high >>> (32 - SPARSE_PRECISION)) << RUN_BITS) | (1 + zeros);
}

/** A condensed hash as linear counting keeps it: enough to tell its register and run length later. Neither 0 nor 1. */
export function encode(hash: number, precision: number): number {
  const index = hash >>> RUN_BITS;
  if ((index & ((1 << (SPARSE_PRECISION - precision)) - 1)) !== 0) return index << 1;
  return (index << (RUN_BITS + 1)) | ((hash & RUN_MASK) << 1) | 1;
}

/** Notes a condensed hash in registers, as many as the precision tells. */
export function setHash(registers: Uint8Array, hash: number, precision: number): void {
  const index = hash >>> RUN_BITS;
  const bits = index << (32 - SPARSE_PRECISION + precision);
  const runLength = bits !== 0 ? 1 + Math.clz32(bits) : (hash & RUN_MASK) + SPARSE_PRECISION - precision;
  setRegister(registers, index >>> (SPARSE_PRECISION - precision), runLength);
}

/**
 * Counts distinct 64-bit hashes as OpenSearch's HyperLogLog++ does, to the same number: a set of hashes
 * while they are few, registers beyond.
 */
export class HyperLogLog {
  readonly #precision: number;
  readonly #limit: number;
  readonly #meter: Meter | null;
  #slots: Int32Array<ArrayBuffer> = new Int32Array(8);
  #size = 0;
  #registers: Uint8Array<ArrayBuffer> | null = null;

  /** `meter` is told of the memory. */
  constructor(precision: number, meter: Meter | null = null) {
    this.#precision = precision;
    this.#meter = meter;
    meter?.take(OWN_BYTES + 8 * 4);
    this.#limit = Math.floor((2 ** precision / 4) * MAX_LOAD_FACTOR);
  }

  /** A condensed hash. */
  add(hash: number): void {
    if (this.#registers === null) this.#addSparse(encode(hash, this.#precision));
    else setHash(this.#registers, hash, this.#precision);
  }

  /** Whether so many different hashes may be more than it keeps as a set. */
  mayOutgrow(hashes: number): boolean {
    return hashes > this.#limit;
  }

  /**
   * In place of hashes added to an empty counter, one by one: the registers that `setHash` made of them. They are only taken where they
   * show that the hashes are more than it keeps as a set; false otherwise.
   */
  take(registers: Uint8Array<ArrayBuffer>): boolean {
    let used = 0;
    for (let i = 0; i < registers.length; i++) if (registers[i]! > 0) used++;
    // Each register has a hash of its own, at least.
    if (!this.mayOutgrow(used)) return false;
    this.#registers = registers;
    this.#slots = new Int32Array(0);
    return true;
  }

  /** A hash as `encode` made it. */
  addEncoded(encoded: number): void {
    if (this.#registers === null) this.#addSparse(encoded);
    else setEncoded(this.#registers, encoded, this.#precision);
  }

  #addSparse(encoded: number): void {
    const mask = this.#slots.length - 1;
    let slot = (Math.imul(encoded, 0x9e3779b1) >>> 7) & mask;
    for (let found = this.#slots[slot]!; found !== 0; found = this.#slots[slot]!) {
      if (found === encoded) return;
      slot = (slot + 1) & mask;
    }
    this.#slots[slot] = encoded;
    this.#size++;
    if (this.#size > this.#limit) this.#toRegisters();
    else if (this.#size * 2 > this.#slots.length) this.#growSlots();
  }

  #growSlots(): void {
    const old = this.#slots;
    this.#meter?.take(old.length * 4);
    const mask = old.length * 2 - 1;
    this.#slots = new Int32Array(old.length * 2);
    for (const encoded of old) {
      if (encoded === 0) continue;
      let slot = (Math.imul(encoded, 0x9e3779b1) >>> 7) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = encoded;
    }
  }

  #toRegisters(): Uint8Array {
    if (this.#registers !== null) return this.#registers;
    this.#meter?.take(1 << this.#precision);
    const registers = new Uint8Array(1 << this.#precision);
    for (const encoded of this.#encoded()) setEncoded(registers, encoded, this.#precision);
    this.#registers = registers;
    this.#slots = new Int32Array(0);
    return registers;
  }

  *#encoded(): Iterable<number> {
    for (const encoded of this.#slots) if (encoded !== 0) yield encoded;
  }

  /** Takes what another one of the same precision has counted. */
  merge(other: HyperLogLog): void {
    if (other.#registers !== null) this.#takeRegisters(other.#registers);
    else for (const encoded of other.#encoded()) this.addEncoded(encoded);
  }

  state(): CounterState {
    return { slots: this.#slots.slice(), registers: this.#registers?.slice() ?? null };
  }

  /** As `merge`, of the state of another one. */
  absorb({ slots, registers }: CounterState): void {
    if (registers === null) {
      for (const encoded of slots) if (encoded !== 0) this.addEncoded(encoded);
    } else this.#takeRegisters(registers);
  }

  #takeRegisters(others: Uint8Array): void {
    const registers = this.#toRegisters();
    for (let i = 0; i < registers.length; i++) setRegister(registers, i, others[i]!);
  }

  cardinality(): number {
    if (this.#registers === null)
      return linearCounting(2 ** SPARSE_PRECISION, 2 ** SPARSE_PRECISION - this.#size);
    return this.#estimate(this.#registers);
  }

  #estimate(registers: Uint8Array): number {
    const count = registers.length;
    let inverseSum = 0;
    let empty = 0;
    for (let i = 0; i < count; i++) {
      const runLength = registers[i]!;
      inverseSum += INVERSES[runLength]!;
      if (runLength === 0) empty++;
    }
    const raw = (alpha(this.#precision) * count * count) / inverseSum;
    const corrected = raw <= 5 * count ? raw - bias(raw, this.#precision) : raw;
    const simple = empty === 0 ? corrected : linearCounting(count, empty);
    return Math.round(
      simple <= LINEAR_COUNTING_THRESHOLDS[this.#precision - MIN_PRECISION]! ? simple : corrected,
    );
  }
}

function setRegister(registers: Uint8Array, index: number, runLength: number): void {
  if (registers[index]! < runLength) registers[index] = runLength;
}

function setEncoded(registers: Uint8Array, encoded: number, precision: number): void {
  if ((encoded & 1) === 1) {
    const runLength = ((encoded >>> 1) & RUN_MASK) + SPARSE_PRECISION - precision;
    setRegister(registers, (encoded >>> (RUN_BITS + 1)) >>> (SPARSE_PRECISION - precision), runLength);
    return;
  }
  const index = encoded >>> 1;
  const bits = index << (32 - SPARSE_PRECISION + precision);
  setRegister(registers, index >>> (SPARSE_PRECISION - precision), 1 + Math.clz32(bits));
}

function linearCounting(slots: number, empty: number): number {
  return Math.round(slots * Math.log(slots / empty));
}

function alpha(precision: number): number {
  if (precision === 4) return 0.673;
  if (precision === 5) return 0.697;
  return 0.7213 / (1 + 1.079 / 2 ** precision);
}

/** The mean bias near a raw estimate: of its six nearest neighbors in the table, weighted by nearness. */
function bias(estimate: number, precision: number): number {
  const raw = RAW_ESTIMATES[precision - MIN_PRECISION]!;
  const biases = BIASES[precision - MIN_PRECISION]!;
  const weights = new Float64Array(NEIGHBORS);
  let from = biases.length - NEIGHBORS;
  for (let i = 0; i < raw.length; i++) {
    const weight = 1 / Math.abs(raw[i]! - estimate);
    if (weight === Number.POSITIVE_INFINITY) return biases[i]!;
    if (weights[i % NEIGHBORS]! >= weight) {
      from = i - NEIGHBORS;
      break;
    }
    weights[i % NEIGHBORS] = weight;
  }
  let weightSum = 0;
  let biasSum = 0;
  for (let i = 0; i < NEIGHBORS; i++) {
    biasSum += weights[i]! * biases[from + i]!;
    weightSum += weights[i]!;
  }
  return biasSum / weightSum;
}
