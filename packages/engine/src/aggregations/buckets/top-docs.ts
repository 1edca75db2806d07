import { growFloat32, growInt32 } from '../values/growable.ts';
import type { Meter } from '../values/meter.ts';

/** The best so many documents of those that are offered in ascending order; of equal ones the first. */
export class TopDocs {
  readonly #size: number;
  readonly #meter: Meter;
  /** A heap whose root is the one that goes first. */
  #docs = new Int32Array(0);
  #scores = new Float32Array(0);
  #length = 0;

  constructor(size: number, meter: Meter) {
    this.#size = size;
    this.#meter = meter;
  }

  offer(doc: number, score: number): void {
    if (this.#length < this.#size) {
      this.#docs = growInt32(this.#docs, this.#length + 1, 0, this.#meter);
      this.#scores = growFloat32(this.#scores, this.#length + 1, this.#meter);
      this.#up(this.#length++, doc, score);
    } else if (score > this.#scores[0]!) this.#down(doc, score);
  }

  #up(from: number, doc: number, score: number): void {
    let i = from;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!this.#goesBefore(doc, score, parent)) break;
      this.#move(parent, i);
      i = parent;
    }
    this.#docs[i] = doc;
    this.#scores[i] = score;
  }

  #down(doc: number, score: number): void {
    const length = this.#length;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= length) break;
      const right = child + 1;
      if (right < length && this.#goesBefore(this.#docs[right]!, this.#scores[right]!, child)) child = right;
      if (this.#goesBefore(doc, score, child)) break;
      this.#move(child, i);
      i = child;
    }
    this.#docs[i] = doc;
    this.#scores[i] = score;
  }

  #move(from: number, to: number): void {
    this.#docs[to] = this.#docs[from]!;
    this.#scores[to] = this.#scores[from]!;
  }

  /** Whether a document is let go before that of a place. */
  #goesBefore(doc: number, score: number, place: number): boolean {
    const other = this.#scores[place]!;
    return score < other || (score === other && doc > this.#docs[place]!);
  }

  /** All that are kept, by their number. */
  ascending(): { readonly docs: Int32Array; readonly scores: Float32Array } {
    const places = Array.from({ length: this.#length }, (_, i) => i);
    places.sort((a, b) => this.#docs[a]! - this.#docs[b]!);
    return {
      docs: Int32Array.from(places, (place) => this.#docs[place]!),
      scores: Float32Array.from(places, (place) => this.#scores[place]!),
    };
  }
}
