import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import type { KeptDocs, KeptScores, ScoredDoc, ScorePage } from './kept-scores.ts';
import { partLeast } from './part-least.ts';

/** More documents have no key of their own. */
export const MOST_IN_BUFFER = 2 ** 20;
/** A key is a whole number that a double holds: a score in the 32 bits above these, and the number of its document. */
const NUMBERS = 2 ** 21;

const INFINITE_BITS = 0x7f800000;
const LEAST_BITS = -(2 ** 31);

/** Memory of one search for the next, and for keys, which are needed within a call only. */
const SPARE_DOCS = 4096;
const DOC_BYTES = 12;
let spare: ArrayBuffer | undefined;
const spareKeys = new Float64Array(SPARE_DOCS);

/** Of any content. */
function memoryOf(docs: number): ArrayBuffer {
  if (docs > SPARE_DOCS) return new ArrayBuffer(docs * DOC_BYTES);
  const memory = spare ?? new ArrayBuffer(SPARE_DOCS * DOC_BYTES);
  spare = undefined;
  return memory;
}

/**
 * Of many documents: they are taken one after the other into a room for more than are kept, and whenever it is full the worst are
 * thrown away together. A heap would move each that is taken past ten others, by branches that nothing can foretell.
 */
export class ScoreBuffer implements KeptScores {
  readonly capacity: number;
  /** So many are parted. */
  readonly #limit: number;
  #memory: ArrayBuffer;
  #segments!: Int32Array;
  #docs!: Int32Array;
  #scores!: Float32Array;
  /** The scores once more. */
  #bits!: Int32Array;
  #taken = 0;
  /** NaN before the first were thrown away: no score is as low. */
  #worst = Number.NaN;
  #best = Number.NaN;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.#limit = capacity + (capacity >> 1);
    this.#memory = memoryOf(Math.min(this.#limit + BLOCK_SIZE, SPARE_DOCS));
    this.#divide();
  }

  #divide(): void {
    const memory = this.#memory;
    const room = Math.floor(memory.byteLength / DOC_BYTES);
    this.#segments = new Int32Array(memory, 0, room);
    this.#docs = new Int32Array(memory, room * 4, room);
    this.#scores = new Float32Array(memory, room * 8, room);
    this.#bits = new Int32Array(memory, room * 8, room);
  }

  get minScore(): number {
    return Number.isNaN(this.#worst) ? -1 : this.#worst;
  }

  get size(): number {
    return Math.min(this.#taken, this.capacity);
  }

  get maxScore(): number {
    const scores = this.#scores;
    for (let i = 0; i < this.#taken; i++) if (!(scores[i]! <= this.#best)) this.#best = scores[i]!;
    return this.#best;
  }

  collect(segment: number, docs: Int32Array, scores: Float32Array, length: number): void {
    for (let from = 0; from < length; from += BLOCK_SIZE) {
      if (this.#taken + BLOCK_SIZE > this.#docs.length) this.#makeRoom();
      this.#take(segment, docs, scores, from, Math.min(length, from + BLOCK_SIZE));
      if (this.#taken >= this.#limit) this.#throwAway();
    }
  }

  /** Without a branch that nothing could foretell. */
  #take(segment: number, docs: Int32Array, scores: Float32Array, from: number, to: number): void {
    const [ownSegments, ownDocs, ownScores, worst] = [this.#segments, this.#docs, this.#scores, this.#worst];
    let taken = this.#taken;
    for (let i = from; i < to; i++) {
      const score = scores[i]!;
      ownSegments[taken] = segment;
      ownDocs[taken] = docs[i]!;
      ownScores[taken] = score;
      taken += Number(!(score <= worst));
    }
    this.#taken = taken;
  }

  #makeRoom(): void {
    const room = Math.min(this.#limit + BLOCK_SIZE, this.#docs.length * 2);
    const [segments, docs, scores] = [this.#segments, this.#docs, this.#scores];
    this.#memory = memoryOf(room);
    this.#divide();
    this.#segments.set(segments);
    this.#docs.set(docs);
    this.#scores.set(scores);
  }

  /** Keeps the best, in their order. */
  #throwAway(): void {
    const { capacity } = this;
    const taken = this.#taken;
    const keys = this.#keys();
    partLeast(keys, 0, taken, capacity);
    const last = keys[capacity - 1]!;
    const [segments, docs, scores, bits] = [this.#segments, this.#docs, this.#scores, this.#bits];
    this.#worst = scores[numberOf(last)]!;
    let kept = 0;
    for (let i = 0; i < taken; i++) {
      const key = keyOf(bits[i]!, i);
      segments[kept] = segments[i]!;
      docs[kept] = docs[i]!;
      bits[kept] = bits[i]!;
      kept += Number(key <= last);
    }
    this.#taken = kept;
  }

  /** Of all documents, the least that of the best one. Valid until those of another are made. */
  #keys(): Float64Array {
    const taken = this.#taken;
    const bits = this.#bits;
    const keys = taken > SPARE_DOCS ? new Float64Array(taken) : spareKeys;
    for (let i = 0; i < taken; i++) keys[i] = keyOf(bits[i]!, i);
    return keys;
  }

  kept(): KeptDocs {
    if (this.#taken > this.capacity) this.#throwAway();
    return this.#docsOf(Float64Array.from({ length: this.#taken }, (_, i) => i));
  }

  page(from: number, size: number): ScorePage {
    const kept = this.size;
    const start = Math.min(from, kept);
    const keys = this.#keys();
    partLeast(keys, 0, this.#taken, kept);
    partLeast(keys, 0, kept, start);
    const wanted = keys.subarray(start, kept).sort();
    const shown = this.#listed(wanted.subarray(0, Math.min(wanted.length, size)));
    const rest = wanted.subarray(shown.length);
    const ahead = rest.length === 0 ? null : this.#docsOf(rest.map(numberOf));
    this.#release();
    return { shown, ahead };
  }

  #listed(keys: Float64Array): ScoredDoc[] {
    const found: ScoredDoc[] = [];
    for (const key of keys) {
      const number = numberOf(key);
      found.push({
        segment: this.#segments[number]!,
        doc: this.#docs[number]!,
        score: this.#scores[number]!,
      });
    }
    return found;
  }

  #docsOf(numbers: Float64Array): KeptDocs {
    const { length } = numbers;
    const [segments, docs, scores] = [
      new Int32Array(length),
      new Int32Array(length),
      new Float32Array(length),
    ];
    for (let i = 0; i < length; i++) {
      const number = numbers[i]!;
      segments[i] = this.#segments[number]!;
      docs[i] = this.#docs[number]!;
      scores[i] = this.#scores[number]!;
    }
    return { segments, docs, scores };
  }

  #release(): void {
    this.#best = this.maxScore;
    this.#taken = 0;
    if (this.#memory.byteLength === SPARE_DOCS * DOC_BYTES) spare = this.#memory;
    this.#memory = EMPTY;
    this.#divide();
  }
}

const EMPTY = new ArrayBuffer(0);

function keyOf(bits: number, number: number): number {
  // Of scores that are no less than 0 the bits are in their order.
  const order = bits >= 0 && bits <= INFINITE_BITS ? bits : orderOf(bits);
  return number - order * NUMBERS;
}

/** What is no number, as a sum of infinite scores may be, is as bad as what is infinitely bad. */
function orderOf(bits: number): number {
  if (bits === LEAST_BITS) return 0;
  if ((bits & 0x7fffffff) > INFINITE_BITS) return LEAST_BITS + 1;
  return bits ^ 0x7fffffff;
}

function numberOf(key: number): number {
  return ((key % NUMBERS) + NUMBERS) % NUMBERS;
}
