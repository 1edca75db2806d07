import { utf8 } from '../query/query-tokens.ts';
import type { SearchScript } from '../script/search-script.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { compareBytes, type SortKey } from './sort-key.ts';

/** The script of the shard that a segment is of. */
export type ScriptOf = (segment: SegmentReader) => SearchScript;

interface ScriptSort<Value> {
  readonly descending: boolean;
  /** undefined = no `search_after`. */
  readonly after: Value | undefined;
  readonly scriptOf: ScriptOf;
  /** The script asks for the score of a document. */
  readonly needsScores: boolean;
}

/** Sorts by what a script says of each document. It is asked once for each that comes. */
abstract class ScriptSortKey<Value> implements SortKey {
  readonly needsScores: boolean;
  readonly hasOrder = false;
  readonly #sort: ScriptSort<Value>;
  readonly #values: Value[] = [];
  readonly #sign: number;
  #script: SearchScript | null = null;
  #doc = -1;
  #own: Value | undefined;
  /** What the script says of documents that come, and the next of these; null: it is asked of each. */
  #said: Float64Array | null = null;
  #expected: Int32Array = new Int32Array(0);
  #next = 0;
  #bottom: Value | undefined;

  constructor(sort: ScriptSort<Value>) {
    this.#sort = sort;
    this.needsScores = sort.needsScores;
    this.#sign = sort.descending ? -1 : 1;
  }

  protected abstract compare(a: Value, b: Value): number;
  protected abstract read(value: unknown): Value;

  setSegment(segment: SegmentReader): void {
    this.#script = this.#sort.scriptOf(segment);
    this.#script.setSegment(segment);
    this.#doc = -1;
    this.#said = null;
  }

  expect(docs: Int32Array, scores: Float32Array, length: number): void {
    const said = this.#script!.runBlock?.(docs, length, scores, null);
    this.#said = said?.slice(0, length) ?? null;
    this.#expected = docs;
    this.#next = 0;
  }

  #valueOf(doc: number, score: number): Value {
    if (doc !== this.#doc) {
      this.#own = this.read(this.#saidOf(doc) ?? this.#script!.run(doc, score));
      this.#doc = doc;
    }
    return this.#own!;
  }

  #saidOf(doc: number): number | null {
    if (this.#said === null) return null;
    const expected = this.#expected;
    let at = this.#next;
    while (at < this.#said.length && expected[at] !== doc) at++;
    this.#next = at;
    return this.#said[at] ?? null;
  }

  setBottom(slot: number): void {
    this.#bottom = this.#values[slot]!;
  }

  compareBottom(doc: number, score: number): number {
    return this.#sign * this.compare(this.#bottom!, this.#valueOf(doc, score));
  }

  compareAfter(doc: number, score: number): number {
    const { after } = this.#sort;
    return after === undefined ? -1 : this.#sign * this.compare(after, this.#valueOf(doc, score));
  }

  compareSlots(a: number, b: number): number {
    return this.#sign * this.compare(this.#values[a]!, this.#values[b]!);
  }

  copy(slot: number, doc: number, score: number): void {
    this.#values[slot] = this.#valueOf(doc, score);
  }

  value(slot: number): Value & (number | Uint8Array) {
    return this.#values[slot] as Value & (number | Uint8Array);
  }

  nextCompetitive(from: number): number {
    return from;
  }

  inOrder(): null {
    return null;
  }

  bestOf(): null {
    return null;
  }
}

/** As `Double.compare`: 0 is above -0, and what is no number above all others. */
function rankOf(value: number): number {
  if (Number.isNaN(value)) return 1;
  return Object.is(value, -0) ? -1 : 0;
}

export class ScriptNumberKey extends ScriptSortKey<number> {
  protected override compare(a: number, b: number): number {
    if (a < b) return -1;
    if (a > b) return 1;
    if (a !== 0 && a === b) return 0;
    return rankOf(a) - rankOf(b);
  }

  protected override read(value: unknown): number {
    return value as number;
  }
}

/** By the bytes of the texts; a script that answers none counts as an empty one. */
export class ScriptTextKey extends ScriptSortKey<Uint8Array> {
  protected override compare(a: Uint8Array, b: Uint8Array): number {
    return compareBytes(a, b);
  }

  protected override read(value: unknown): Uint8Array {
    return utf8(value === null ? '' : String(value));
  }
}
