/** Documents [from, to) of one segment of a search. */
export interface SearchPart {
  /** The place of the segment among all segments of the search. */
  readonly segment: number;
  readonly from: number;
  readonly to: number;
  /** All documents of the segment. */
  readonly isWhole: boolean;
  /** How many documents match in the segment is known already, or of no interest: they are not to be counted. */
  readonly isCounted: boolean;
  /** Whoever has the part before it takes this one too. */
  readonly goesOn: boolean;
}

/** Whoever asked for help; helpers count from 2. */
const LEADER = 1;
export const FIRST_HELPER = 2;

/** Int32 before the parts: whether helpers, or all, are to stop; and the matching documents that were counted so far. */
const STOP = 0;
const COUNTED = 1;
const HEADER = 2;

/** Int32 of a part: who has it, and what it is. */
const OWNER = 0;
const SEGMENT = 1;
const FROM = 2;
const TO = 3;
const FLAGS = 4;
const PART = 5;

const WHOLE = 1;
const COUNT_KNOWN = 2;
const GOES_ON = 4;

const GO_ON = 0;
const HELPERS_STOP = 1;
const ALL_STOP = 2;

/**
 * The parts of one search in memory that threads share. Each takes the next one that nobody has, so that the quicker does
 * more, and one that never came is not missed.
 */
export class SearchParts {
  readonly memory: SharedArrayBuffer;
  readonly #cells: Int32Array;
  readonly #owner: number;
  #next = 0;
  /** This thread has the part before the next one. */
  #has = false;

  /** `memory` as `SearchParts.of` made it; `owner`: the number of this thread among those of the search. */
  constructor(memory: SharedArrayBuffer, owner = LEADER) {
    this.memory = memory;
    this.#cells = new Int32Array(memory);
    this.#owner = owner;
  }

  static of(parts: readonly SearchPart[]): SearchParts {
    const memory = new SharedArrayBuffer((HEADER + parts.length * PART) * 4);
    const cells = new Int32Array(memory);
    parts.forEach(({ segment, from, to, isWhole, isCounted, goesOn }, i) => {
      const at = HEADER + i * PART;
      cells[at + SEGMENT] = segment;
      cells[at + FROM] = from;
      cells[at + TO] = to;
      cells[at + FLAGS] = (isWhole ? WHOLE : 0) | (isCounted ? COUNT_KNOWN : 0) | (goesOn ? GOES_ON : 0);
    });
    return new SearchParts(memory);
  }

  get length(): number {
    return (this.#cells.length - HEADER) / PART;
  }

  /** The next part that goes with the last one, or that nobody has; undefined where there is none, or this thread is to stop. */
  claim(): SearchPart | undefined {
    const cells = this.#cells;
    const goesOn = this.#has && this.#next < this.length && this.#goesOn(this.#next);
    if (goesOn) {
      Atomics.store(cells, HEADER + this.#next * PART + OWNER, this.#owner);
      return this.#part(this.#next++);
    }
    this.#has = false;
    const stop = Atomics.load(cells, STOP);
    if (stop === ALL_STOP || (stop === HELPERS_STOP && this.#owner !== LEADER)) return undefined;
    for (; this.#next < this.length; this.#next++) {
      if (this.#goesOn(this.#next)) continue;
      const at = HEADER + this.#next * PART;
      if (Atomics.compareExchange(cells, at + OWNER, 0, this.#owner) !== 0) continue;
      this.#has = true;
      return this.#part(this.#next++);
    }
    return undefined;
  }

  #goesOn(place: number): boolean {
    return (this.#cells[HEADER + place * PART + FLAGS]! & GOES_ON) !== 0;
  }

  #part(place: number): SearchPart {
    const cells = this.#cells;
    const at = HEADER + place * PART;
    const flags = cells[at + FLAGS]!;
    return {
      segment: cells[at + SEGMENT]!,
      from: cells[at + FROM]!,
      to: cells[at + TO]!,
      isWhole: (flags & WHOLE) !== 0,
      isCounted: (flags & COUNT_KNOWN) !== 0,
      goesOn: (flags & GOES_ON) !== 0,
    };
  }

  /** Helpers end with the part that they have: their threads are wanted for others. */
  dismiss(): void {
    Atomics.compareExchange(this.#cells, STOP, GO_ON, HELPERS_STOP);
  }

  /** Nobody takes a part any more, but for those that go on from one that he has. */
  close(): void {
    Atomics.store(this.#cells, STOP, ALL_STOP);
  }

  /** The helpers that have taken parts, ascending. Final once nobody takes one any more. */
  helpers(): number[] {
    const found = new Set<number>();
    for (let i = 0; i < this.length; i++) {
      const owner = Atomics.load(this.#cells, HEADER + i * PART + OWNER);
      if (owner >= FIRST_HELPER) found.add(owner);
    }
    return [...found].sort((a, b) => a - b);
  }

  /** Counts matching documents of parts; returns how many all threads have counted. */
  addCounted(docs: number): number {
    return Atomics.add(this.#cells, COUNTED, docs) + docs;
  }
}
