const LINE_FEED = 0x0a;
const SPACE = 0x20;

/** Up to so many bytes are copied one by one: a call of the runtime takes longer. */
const SHORT = 24;

/** Told how many bytes an answer is about to have; throws ApiError where that is too much. */
export type Room = (bytes: number) => void;

/** Bytes that are put together piece by piece. What was written last can be taken back: `length` may be set to one that it had. */
export class ByteSink {
  length = 0;
  #bytes = Buffer.allocUnsafeSlow(4096);
  readonly #room: Room | undefined;

  constructor(room?: Room) {
    this.#room = room;
  }

  byte(code: number): void {
    this.#reserve(1);
    this.#bytes[this.length++] = code;
  }

  text(text: string): void {
    this.#reserve(text.length * 3);
    this.length += this.#bytes.write(text, this.length);
  }

  copy(bytes: Uint8Array, from: number, to: number): void {
    this.#reserve(to - from);
    if (to - from > SHORT) this.#bytes.set(bytes.subarray(from, to), this.length);
    else for (let at = from, i = this.length; at < to; at++) this.#bytes[i++] = bytes[at]!;
    this.length += to - from;
  }

  /** A new line, two spaces further in for each level. */
  line(level: number): void {
    const spaces = 2 * level;
    this.#reserve(spaces + 1);
    this.#bytes[this.length] = LINE_FEED;
    const bytes = this.#bytes;
    const end = this.length + 1 + spaces;
    if (spaces > SHORT) bytes.fill(SPACE, this.length + 1, end);
    else for (let at = this.length + 1; at < end; at++) bytes[at] = SPACE;
    this.length = end;
  }

  finish(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  #reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.#bytes.length) return;
    this.#room?.(needed);
    const grown = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, needed));
    this.#bytes.copy(grown, 0, 0, this.length);
    this.#bytes = grown;
  }
}
