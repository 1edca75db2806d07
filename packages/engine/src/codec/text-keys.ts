/** V8 hashes a longer text by its length alone: all such of one length in a map, or a set, would be compared, each with each. */
const HASHED = 16_000;
/** Half of a pair, with which no text of a document begins. */
const MARK = '\udfff';

/** Short keys for long texts, for a map or a set that may hold many of them. */
export class TextKeys {
  /** Pieces of long texts, each with the number of the one before it: by that, its own number. */
  readonly #pieces = new Map<string, number>();

  /** The same for the same text, and for it alone; of any other value the value itself. */
  of<Value>(value: Value): Value | string {
    if (typeof value !== 'string' || value.length <= HASHED) return value;
    let before = -1;
    for (let at = 0; at < value.length; at += HASHED) {
      const piece = `${before},${value.slice(at, at + HASHED)}`;
      let number = this.#pieces.get(piece);
      if (number === undefined) {
        number = this.#pieces.size;
        this.#pieces.set(piece, number);
      }
      before = number;
    }
    return MARK + before;
  }
}

/** Whether a map compares the text with all of its length that it holds. */
export function isComparedWithAll(text: string): boolean {
  return text.length > HASHED;
}
