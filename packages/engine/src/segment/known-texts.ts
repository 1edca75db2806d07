import { ByteList } from '../codec/lists.ts';

/** Longer texts are seldom repeated. */
const TEXT_BYTES_MAX = 256;
const SLOT_COUNT = 256;
/** Of a hash as many bytes at most are taken. */
const SAMPLED_BYTES = 16;
/** All texts together; then it begins anew. */
const BYTES_MAX = 32 * 1024;
/** After so many texts of which fewer than an eighth were known, no more are looked for. */
const TRIAL = 512;
const WORTH = 8;

/** Words of a slot: where the text begins in the bytes and how long it is, and what was made of it. */
const SLOT_WORDS = 6;

/** What a text became: tokens [from, to) of the stream. */
export interface KnownTokens {
  from: number;
  to: number;
  tokens: number;
  length: number;
}

/**
 * Short texts that a field had before in this buffer, and where their tokens stand: names of browsers, paths and the like come again
 * and again, and need not be taken apart each time.
 */
export class KnownTexts {
  /** What `find` found last. */
  readonly found: KnownTokens = { from: 0, to: 0, tokens: 0, length: 0 };
  #slots: Int32Array | null = null;
  readonly #bytes = new ByteList();
  #slot = 0;
  #looks = 0;
  #hits = 0;
  #isUseless = false;

  get bytesUsed(): number {
    return (this.#slots?.byteLength ?? 0) + this.#bytes.values.byteLength;
  }

  /** Whether the text is known: then `found` says what it became. Else it may be given to `remember`, before the next `find`. */
  find(bytes: Uint8Array, start: number, end: number): boolean {
    const length = end - start;
    if (this.#isUseless || length > TEXT_BYTES_MAX || length === 0) {
      this.#slot = -1;
      return false;
    }
    this.#slots ??= new Int32Array(SLOT_COUNT * SLOT_WORDS);
    if (++this.#looks > TRIAL && this.#hits * WORTH < this.#looks) {
      this.#giveUp();
      return false;
    }
    const slot = slotOf(bytes, start, end) * SLOT_WORDS;
    this.#slot = slot;
    const slots = this.#slots;
    if (slots[slot + 1] !== length) return false;
    const own = this.#bytes.values;
    const at = slots[slot]!;
    for (let i = 0; i < length; i++) if (own[at + i] !== bytes[start + i]) return false;
    this.#hits++;
    const { found } = this;
    found.from = slots[slot + 2]!;
    found.to = slots[slot + 3]!;
    found.tokens = slots[slot + 4]!;
    found.length = slots[slot + 5]!;
    return true;
  }

  /** What the text became that was not found. */
  remember(bytes: Uint8Array, start: number, end: number, made: KnownTokens): void {
    const slot = this.#slot;
    if (slot < 0 || this.#slots === null) return;
    if (this.#bytes.length + end - start > BYTES_MAX) this.clear();
    const slots = this.#slots;
    slots[slot] = this.#bytes.length;
    slots[slot + 1] = end - start;
    slots[slot + 2] = made.from;
    slots[slot + 3] = made.to;
    slots[slot + 4] = made.tokens;
    slots[slot + 5] = made.length;
    this.#bytes.append(bytes, start, end - start);
  }

  /** Knows no text any more. */
  clear(): void {
    this.#slots?.fill(0);
    this.#bytes.length = 0;
  }

  #giveUp(): void {
    this.#isUseless = true;
    this.#slot = -1;
    this.#slots = null;
    this.#bytes.length = 0;
    this.#bytes.values = new Uint8Array(0);
  }
}

function slotOf(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  const step = length <= SAMPLED_BYTES ? 1 : Math.ceil(length / SAMPLED_BYTES);
  let hash = length;
  for (let i = start; i < end; i += step) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  hash = Math.imul(hash ^ bytes[end - 1]!, 0x85ebca6b);
  return (hash ^ (hash >>> 15)) & (SLOT_COUNT - 1);
}
