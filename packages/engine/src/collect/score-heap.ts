import type { KeptDocs, KeptScores, ScoredDoc } from './kept-scores.ts';

/** Documents are numbered as they are taken, by so many bits: those that a float leaves free in a double. */
const NUMBER_BITS = 29;
const NUMBERS = 2 ** NUMBER_BITS - 1;
/** Beyond all floats. */
const INFINITE = 2 ** 200;

/** Holds a key on its way from one function to another, which would else have memory of its own. */
const wide = new Float64Array(1);
/** The lower half of it comes first. */
const halves = new Uint32Array(wide.buffer);

/**
 * Puts the key of a document to `wide`. Of two keys the greater is that of the better document: a double that is its score, with its
 * number in the bits below. So a heap moves and compares one number for each document, and never two that are equal.
 */
function putKey(score: number, number: number): void {
  wide[0] = Number.isFinite(score) ? score + 0 : infinite(score);
  halves[0] = halves[0]! | (wide[0] < 0 ? number : NUMBERS - number);
}

/** What is no number, as a sum of infinite scores may be, is worse than all others. */
function infinite(score: number): number {
  return score > 0 ? INFINITE : -INFINITE;
}

/** Beside the documents that are kept there is room for so many times as many that no longer are. */
const ROOM = 4;
const LEAST_ROOM = 64;
const FIRST_ROOM = 1024;

/** Room for a hundred hits. Memory of one search for the next: the runtime takes longer to find some than a search to fill it. */
const SPARE_BYTES = 4 * 1024;
let spare: ArrayBuffer | undefined;

/** At least so many bytes, of any content. */
function memoryOf(bytes: number): ArrayBuffer {
  if (bytes > SPARE_BYTES) return new ArrayBuffer(bytes);
  const memory = spare ?? new ArrayBuffer(SPARE_BYTES);
  spare = undefined;
  return memory;
}

/** Of few documents: each better one takes the place of the worst. */
export class ScoreHeap implements KeptScores {
  readonly capacity: number;
  #buffer: ArrayBuffer | undefined;
  /** Of the documents that are kept. */
  readonly #keys: Float64Array;
  /** By their numbers, also of documents that are no longer kept. */
  #segments: Int32Array;
  #docs: Int32Array;
  #scores: Float32Array;
  #taken = 0;
  #size = 0;
  #worst = -1;
  #best = Number.NaN;
  /** How the keys stand: falling, as long as each comes after the one before it; in any order; as a heap with the worst on top. */
  #state: 'falling' | 'loose' | 'heap' = 'falling';

  constructor(capacity: number) {
    this.capacity = capacity;
    const room = Math.min(capacity, FIRST_ROOM) + LEAST_ROOM;
    const keysBytes = capacity * 8;
    const buffer = memoryOf(keysBytes + room * 12);
    this.#buffer = buffer;
    this.#keys = new Float64Array(buffer, 0, capacity);
    this.#segments = new Int32Array(buffer, keysBytes, room);
    this.#docs = new Int32Array(buffer, keysBytes + room * 4, room);
    this.#scores = new Float32Array(buffer, keysBytes + room * 8, room);
  }

  get minScore(): number {
    return this.#worst;
  }

  collect(segment: number, docs: Int32Array, scores: Float32Array, length: number): void {
    let i = 0;
    for (; i < length && this.#size < this.capacity; i++) this.#add(segment, docs[i]!, scores[i]!);
    if (this.capacity === 0) return;
    for (let worst = this.#worst; i < length; i++) {
      const score = scores[i]!;
      if (score <= worst) continue;
      if (this.#state !== 'heap') this.#makeHeap();
      this.#take(segment, docs[i]!, score);
      this.#sink(0);
      worst = this.#scores[this.#numberAt(0)]!;
      this.#worst = worst;
    }
  }

  /** While there is room. */
  #add(segment: number, doc: number, score: number): void {
    this.#take(segment, doc, score);
    if (this.#size > 0 && wide[0]! > this.#keys[this.#size - 1]!) this.#state = 'loose';
    this.#keys[this.#size++] = wide[0]!;
    if (this.#size < this.capacity) return;
    if (this.#state === 'loose') this.#makeHeap();
    const worst = this.#state === 'heap' ? 0 : this.#size - 1;
    this.#worst = this.#scores[this.#numberAt(worst)]!;
  }

  /** Notes a document that is to be kept, and puts its key to `wide`. */
  #take(segment: number, doc: number, score: number): void {
    if (this.#taken === this.#docs.length) this.#makeRoom();
    const number = this.#taken++;
    this.#segments[number] = segment;
    this.#docs[number] = doc;
    this.#scores[number] = score;
    if (!(score <= this.#best)) this.#best = score;
    putKey(score, number);
  }

  /** Of the document whose key stands there. */
  #numberAt(at: number): number {
    const key = this.#keys[at]!;
    wide[0] = key;
    const bits = halves[0]! & NUMBERS;
    return key < 0 ? bits : NUMBERS - bits;
  }

  #makeRoom(): void {
    const most = ROOM * this.capacity + LEAST_ROOM;
    const length = this.#docs.length;
    if (length >= most) {
      this.#forgetLost();
      return;
    }
    const room = Math.min(most, length * 2);
    const [segments, docs, scores] = [this.#segments, this.#docs, this.#scores];
    this.#segments = new Int32Array(room);
    this.#docs = new Int32Array(room);
    this.#scores = new Float32Array(room);
    this.#segments.set(segments);
    this.#docs.set(docs);
    this.#scores.set(scores);
  }

  /** Numbers those that are kept anew, in the same order, so that their keys stay in theirs. */
  #forgetLost(): void {
    const next = new Int32Array(this.#taken).fill(-1);
    const keys = this.#keys;
    for (let at = 0; at < this.#size; at++) next[this.#numberAt(at)] = 0;
    let kept = 0;
    for (let number = 0; number < next.length; number++) {
      if (next[number] === -1) continue;
      this.#segments[kept] = this.#segments[number]!;
      this.#docs[kept] = this.#docs[number]!;
      this.#scores[kept] = this.#scores[number]!;
      next[number] = kept++;
    }
    this.#taken = kept;
    for (let at = 0; at < this.#size; at++) {
      const number = next[this.#numberAt(at)]!;
      putKey(this.#scores[number]!, number);
      keys[at] = wide[0]!;
    }
  }

  #makeHeap(): void {
    const keys = this.#keys;
    const size = this.#size;
    if (this.#state === 'falling') keys.subarray(0, size).reverse();
    else {
      for (let at = (size >> 1) - 1; at >= 0; at--) {
        wide[0] = keys[at]!;
        this.#sink(at);
      }
    }
    this.#state = 'heap';
  }

  /** Puts the key in `wide` where it belongs, at or below a place that is free. */
  #sink(place: number): void {
    const key = wide[0]!;
    const keys = this.#keys;
    const size = this.#size;
    let at = place;
    let child = 2 * at + 1;
    // Which of two is worse nothing could foretell: it is added up without a branch.
    for (const pairs = size - 1; child < pairs; child = 2 * at + 1) {
      child += Number(keys[child + 1]! < keys[child]!);
      const worse = keys[child]!;
      if (worse > key) break;
      keys[at] = worse;
      at = child;
    }
    if (child === size - 1 && keys[child]! <= key) {
      keys[at] = keys[child]!;
      at = child;
    }
    keys[at] = key;
  }

  kept(): KeptDocs {
    const numbers = new Int32Array(this.#size);
    for (let at = 0; at < this.#size; at++) numbers[at] = this.#numberAt(at);
    return this.#docsOf(numbers.sort());
  }

  #docsOf(numbers: Int32Array): KeptDocs {
    const { length } = numbers;
    const segments = new Int32Array(length);
    const docs = new Int32Array(length);
    const scores = new Float32Array(length);
    for (let i = 0; i < length; i++) {
      const number = numbers[i]!;
      segments[i] = this.#segments[number]!;
      docs[i] = this.#docs[number]!;
      scores[i] = this.#scores[number]!;
    }
    return { segments, docs, scores };
  }

  get size(): number {
    return this.#size;
  }

  get maxScore(): number {
    return this.#best;
  }

  page(from: number, size: number): { readonly shown: ScoredDoc[]; readonly ahead: KeptDocs | null } {
    this.#order(from);
    const end = Math.min(this.#size, from + size);
    const shown = this.#listed(from, end);
    let ahead: KeptDocs | null = null;
    if (end < this.#size) {
      const numbers = Int32Array.from({ length: this.#size - end }, (_, i) => this.#numberAt(end + i));
      ahead = this.#docsOf(numbers);
    }
    this.#release();
    return { shown, ahead };
  }

  #release(): void {
    this.#size = 0;
    if (this.#buffer?.byteLength === SPARE_BYTES) spare = this.#buffer;
    this.#buffer = undefined;
  }

  #listed(from: number, end: number): ScoredDoc[] {
    const found: ScoredDoc[] = [];
    for (let at = from; at < end; at++) {
      const number = this.#numberAt(at);
      found.push({
        segment: this.#segments[number]!,
        doc: this.#docs[number]!,
        score: this.#scores[number]!,
      });
    }
    return found;
  }

  /** They are the worst of what is kept, which stand on top of the heap: those before them need no order. */
  #order(from: number): void {
    if (this.#state === 'falling') return;
    if (this.#state === 'loose') this.#makeHeap();
    const keys = this.#keys;
    const all = this.#size;
    while (this.#size > from) {
      const worst = keys[0]!;
      wide[0] = keys[--this.#size]!;
      if (this.#size > 0) this.#sink(0);
      keys[this.#size] = worst;
    }
    this.#size = all;
    this.#state = 'falling';
  }
}
