import { type Json, RawJson } from '@sextant/contract';
import { isPlainHit, type SearchHit } from '@sextant/engine';
import { scalarJson } from '../../../wire/json-writer.ts';
import { floatText } from '../../../wire/number-text.ts';
import type { AnswerView } from './search-answer.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** More than is written of a hit beside its names, its document and what it is sorted by. */
const HIT_BYTES = 96;

/** The list of hits as it is written; undefined where a hit has more than its document and what it was sorted by. */
export function plainHits(hits: readonly SearchHit[], view: AnswerView): RawJson | undefined {
  let expected = 2;
  for (const hit of hits) {
    if (!isPlainHit(hit, view)) return undefined;
    expected += HIT_BYTES * 2 + (hit.source?.length ?? 0);
  }
  const writer = new HitsWriter(expected, view.documentType ? ',"_type":"_doc"' : '');
  for (const hit of hits) if (!writer.hit(hit)) return undefined;
  return new RawJson(writer.finish(), true);
}

/** Hits go into the bytes of the answer without a tree of their own: a page has a thousand of them. */
class HitsWriter {
  #bytes: Buffer;
  #length = 0;
  readonly #type: string;
  #index: string | undefined;
  #head: Uint8Array = new Uint8Array(0);

  constructor(expected: number, type: string) {
    this.#bytes = Buffer.allocUnsafe(expected);
    this.#type = type;
    this.#ascii('[');
  }

  /** False where it is sorted by what is no scalar. */
  hit({ index, id, score, source, sort }: SearchHit): boolean {
    if (index !== this.#index) {
      this.#index = index;
      this.#head = Buffer.from(`,{"_index":${JSON.stringify(index)}${this.#type},"_id":"`);
    }
    this.#reserve(this.#head.length + id.length);
    // No comma before the first.
    this.#copy(this.#length === 1 ? this.#head.subarray(1) : this.#head);
    this.#id(id);
    // Only now is it known how long the id has become: what is escaped takes six bytes for a character.
    this.#reserve(HIT_BYTES + (source?.length ?? 0));
    if (score === null) this.#ascii('","_score":null');
    else {
      this.#ascii('","_score":');
      this.#ascii(scoreText(score));
    }
    if (source !== undefined) {
      this.#ascii(',"_source":');
      this.#copy(source);
    }
    const isWritten = sort === undefined || this.#sort(sort);
    this.#ascii('}');
    return isWritten;
  }

  finish(): Uint8Array {
    this.#reserve(1);
    this.#ascii(']');
    return this.#bytes.subarray(0, this.#length);
  }

  #id(id: string): void {
    const bytes = this.#bytes;
    const start = this.#length;
    for (let i = 0; i < id.length; i++) {
      const code = id.charCodeAt(i);
      if (code < 0x20 || code > 0x7e || code === QUOTE || code === BACKSLASH) {
        this.#text(JSON.stringify(id).slice(1, -1));
        return;
      }
      bytes[start + i] = code;
    }
    this.#length = start + id.length;
  }

  #sort(sort: readonly Json[]): boolean {
    this.#ascii(',"sort":[');
    for (let i = 0; i < sort.length; i++) {
      const written = scalarJson(sort[i]!);
      if (written === undefined) return false;
      if (i > 0) this.#text(',');
      this.#text(written);
    }
    this.#text(']');
    this.#reserve(1);
    return true;
  }

  #text(text: string): void {
    this.#reserve(text.length * 3);
    this.#length += this.#bytes.write(text, this.#length);
  }

  /** Of a few characters, for which there is room. */
  #ascii(text: string): void {
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = 0; i < text.length; i++) bytes[at++] = text.charCodeAt(i);
    this.#length = at;
  }

  #copy(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + more));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}

function scoreText(score: number): string {
  return Number.isFinite(score) ? floatText(score) : `"${floatText(score)}"`;
}
