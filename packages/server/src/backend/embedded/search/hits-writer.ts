import type { Json } from '@sextant/contract';
import type { HitWriter } from '@sextant/engine';
import { scalarJson } from '../../../wire/json-writer.ts';
import { floatText } from '../../../wire/number-text.ts';
import type { AnswerView } from './search-answer.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** More than is written of a hit beside its names, its document and what it is sorted by. */
const HIT_BYTES = 96;

/** Memory of a long answer that has gone out, for the next that is written. */
let spare: Buffer | undefined;
const SPARE_BYTES_MAX = 4 << 20;
/** The same of pages that are not longer than this: searches of one turn of the event loop are written before any of their answers goes out. */
const smallSpares: Buffer[] = [];
const SMALL_BYTES = 64 << 10;
const SMALL_SPARES_MAX = 16;
/** What the hits of the last answer took, each. */
let bytesPerHit = 512;

/** Gives back what `HitsWriter.finish` gave, which is not read any more. */
export function recycle({ buffer }: Uint8Array): void {
  const { byteLength } = buffer;
  if (byteLength === SMALL_BYTES) {
    if (smallSpares.length < SMALL_SPARES_MAX) smallSpares.push(Buffer.from(buffer));
  } else if (byteLength <= SPARE_BYTES_MAX && byteLength > (spare?.length ?? 0)) spare = Buffer.from(buffer);
}

function spareBytes(expected: number): Buffer {
  if (expected <= SMALL_BYTES) return smallSpares.pop() ?? Buffer.allocUnsafeSlow(SMALL_BYTES);
  const bytes = (spare?.length ?? 0) >= expected ? spare! : Buffer.allocUnsafeSlow(expected);
  spare = undefined;
  return bytes;
}

/** Hits go into the bytes of the answer without a tree of their own: a page has a thousand of them. */
export class HitsWriter implements HitWriter {
  #bytes: Buffer;
  #length = 0;
  #hits = 0;
  readonly #type: string;
  #index: string | undefined;
  #head: Uint8Array = new Uint8Array(0);

  /** `hits`: about so many will come. */
  constructor(hits: number, { documentType }: Pick<AnswerView, 'documentType'>) {
    // Those of the last answer may have been large ones: where these are, too, there will be more room soon enough.
    this.#bytes = spareBytes(Math.min(2 + hits * bytesPerHit, SPARE_BYTES_MAX));
    this.#type = documentType ? ',"_type":"_doc"' : '';
    this.#ascii('[');
  }

  hit(
    index: string,
    id: string,
    score: number | null,
    source: Uint8Array | null,
    sort: readonly Json[] | null,
  ): boolean {
    if (index !== this.#index) {
      this.#index = index;
      this.#head = Buffer.from(`,{"_index":${JSON.stringify(index)}${this.#type},"_id":"`);
    }
    this.#reserve(this.#head.length + id.length);
    // No comma before the first.
    this.#copy(this.#hits++ === 0 ? this.#head.subarray(1) : this.#head);
    this.#id(id);
    // Only now is it known how long the id has become: what is escaped takes six bytes for a character.
    this.#reserve(HIT_BYTES + (source?.length ?? 0));
    if (score === null) this.#ascii('","_score":null');
    else {
      this.#ascii('","_score":');
      this.#ascii(scoreText(score));
    }
    if (source !== null) {
      this.#ascii(',"_source":');
      this.#copy(source);
    }
    const isWritten = sort === null || this.#sort(sort);
    this.#ascii('}');
    return isWritten;
  }

  finish(): Uint8Array {
    this.#reserve(1);
    this.#ascii(']');
    if (this.#hits > 0) bytesPerHit = Math.ceil(this.#length / this.#hits) + HIT_BYTES;
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
      // With a byte for the comma, or for what ends the list.
      this.#reserve(written.length * 3 + 1);
      if (i > 0) this.#ascii(',');
      if (typeof sort[i] === 'number') this.#ascii(written);
      else this.#text(written);
    }
    this.#reserve(2);
    this.#ascii(']');
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
    const grown = Buffer.from(new ArrayBuffer(Math.max(this.#bytes.length * 2, this.#length + more)));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}

function scoreText(score: number): string {
  return Number.isFinite(score) ? floatText(score) : `"${floatText(score)}"`;
}
