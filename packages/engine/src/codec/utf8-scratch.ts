const ENCODER = new TextEncoder();
/** Up to here a loop over the characters is faster than the call. */
const SHORT = 32;

/** UTF-8 of the text in memory of its own. */
export function utf8Of(text: string): Uint8Array {
  const { length } = text;
  if (length > SHORT) return ENCODER.encode(text);
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) return ENCODER.encode(text);
    bytes[i] = unit;
  }
  return bytes;
}

/** Writes UTF-8 of the text from `at` on, where three bytes for each unit of it are free; returns how many it takes. */
export function writeUtf8(text: string, target: Uint8Array, at: number): number {
  const { length } = text;
  if (length <= SHORT) {
    let i = 0;
    while (i < length) {
      const unit = text.charCodeAt(i);
      if (unit > 0x7f) break;
      target[at + i++] = unit;
    }
    if (i === length) return length;
  }
  return ENCODER.encodeInto(text, at === 0 ? target : target.subarray(at)).written;
}

/** Encodes strings into one buffer that is used again and again. */
export class Utf8Scratch {
  bytes = new Uint8Array(256);

  /** UTF-8 of the text stands in `bytes[0, result)` until the next call. */
  encode(text: string): number {
    const length = text.length;
    if (this.bytes.length < length * 3) this.bytes = new Uint8Array(length * 4);
    return writeUtf8(text, this.bytes, 0);
  }
}
