/** V8 hashes a longer text by its length alone: all such of one length in a map, or a set, would be compared, each with each. */
const HASHED = 16_000;
/** A piece of a long text in the map, beside its characters. */
const BYTES_PER_PIECE = 96;

/** Stands for one long text in a map or a set. No value that is not made here is one, whatever a document or a script has. */
export class LongText {
  /** Of the pieces that were met, it ends with this one. */
  readonly piece: number;

  constructor(piece: number) {
    this.piece = piece;
  }
}

/** Where the memory for long texts, and the work of reading them, is counted. */
interface Account {
  /** Throws where there is no room. */
  take(bytes: number): void;
  charge(steps: number): void;
}

/** Whether it has a key other than itself. */
export function isLongText(value: unknown): value is string {
  return typeof value === 'string' && value.length > HASHED;
}

/** Keys of texts, however long they are, for a map or a set that may hold many of them. */
export class TextKeys {
  readonly #account: Account | null;
  /** Pieces of long texts, each with the number of the one before it, and the text that ends with it. */
  readonly #pieces = new Map<string, LongText>();

  constructor(account: Account | null = null) {
    this.#account = account;
  }

  /** The same for the same text, and for it alone; of any value but a long text the value itself. */
  of<Value>(value: Value): Value | LongText {
    return isLongText(value) ? this.#longText(value) : value;
  }

  #longText(text: string): LongText {
    this.#account?.charge(text.length >>> 10);
    let last = this.#upTo(-1, text.slice(0, HASHED));
    for (let at = HASHED; at < text.length; at += HASHED)
      last = this.#upTo(last.piece, text.slice(at, at + HASHED));
    return last;
  }

  /** The text that ends with a piece, after the piece of that number. */
  #upTo(before: number, characters: string): LongText {
    const piece = `${before},${characters}`;
    const known = this.#pieces.get(piece);
    if (known !== undefined) return known;
    this.#account?.take(BYTES_PER_PIECE + piece.length * 2);
    const made = new LongText(this.#pieces.size);
    this.#pieces.set(piece, made);
    return made;
  }
}
