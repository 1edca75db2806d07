/** Bytes beyond the end of the window that may be read and written: copies go in words. */
export const LZ4_SLACK = 32;
/** Bytes beyond the end of the input that may be read. */
export const LZ4_INPUT_SLACK = 8;

const MIN_MATCH = 4;
/** From here on a call of the runtime is faster than a loop. */
const LONG_COPY = 128;

/**
 * Unpacks the LZ4 block format (https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md), as far as is asked for. What is
 * unpacked follows the dictionary in the window; what is damaged never makes it read or write elsewhere.
 */
export class Lz4Decoder {
  /** Where in the input the next sequence begins. */
  inputAt = 0;
  /** How far the window is filled. */
  windowAt = 0;

  /**
   * Goes on from where it stopped until the window is filled up to `wanted` (or the input ends), never beyond
   * `windowEnd`. False where the input is damaged. The input goes on for at least `LZ4_INPUT_SLACK` bytes after its end, the
   * window for `LZ4_SLACK`.
   */
  fill(input: DataView, inputEnd: number, window: DataView, windowEnd: number, wanted: number): boolean {
    let i = this.inputAt;
    let o = this.windowAt;
    while (o < wanted && i < inputEnd) {
      const token = input.getUint8(i++);
      let literals = token >>> 4;
      if (literals === 15) {
        let more = 255;
        while (more === 255) {
          if (i >= inputEnd) return false;
          more = input.getUint8(i++);
          literals += more;
        }
      }
      if (i + literals > inputEnd || o + literals > windowEnd) return false;
      if (literals > 0) copyIn(input, i, window, o, literals);
      i += literals;
      o += literals;
      // The last sequence has no match.
      if (i === inputEnd) break;
      if (i + 2 > inputEnd) return false;
      const distance = input.getUint16(i, true);
      i += 2;
      let length = token & 15;
      if (length === 15) {
        let more = 255;
        while (more === 255) {
          if (i >= inputEnd) return false;
          more = input.getUint8(i++);
          length += more;
        }
      }
      length += MIN_MATCH;
      if (distance === 0 || distance > o || o + length > windowEnd) return false;
      copyWithin(window, o, distance, length);
      o += length;
    }
    this.inputAt = i;
    this.windowAt = o;
    return true;
  }
}

/** In words of eight bytes, so that up to seven bytes more are written. Mostly one word is enough. */
function copyIn(input: DataView, from: number, window: DataView, to: number, length: number): void {
  if (length > LONG_COPY) {
    const bytes = new Uint8Array(input.buffer, input.byteOffset + from, length);
    new Uint8Array(window.buffer, window.byteOffset + to, length).set(bytes);
    return;
  }
  window.setBigUint64(to, input.getBigUint64(from, true), true);
  for (let i = 8; i < length; i += 8) window.setBigUint64(to + i, input.getBigUint64(from + i, true), true);
}

/** In words, of which most matches need no more than two. */
function copyWithin(window: DataView, to: number, distance: number, length: number): void {
  if (distance < 4) {
    for (let i = to; i < to + length; i++) window.setUint8(i, window.getUint8(i - distance));
  } else if (distance >= 8 && length <= LONG_COPY) {
    window.setBigUint64(to, window.getBigUint64(to - distance, true), true);
    window.setBigUint64(to + 8, window.getBigUint64(to + 8 - distance, true), true);
    for (let i = to + 16; i < to + length; i += 8)
      window.setBigUint64(i, window.getBigUint64(i - distance, true), true);
  } else if (length > LONG_COPY && distance >= length) {
    new Uint8Array(window.buffer, window.byteOffset).copyWithin(to, to - distance, to - distance + length);
  } else {
    for (let i = to; i < to + length; i += 4) window.setInt32(i, window.getInt32(i - distance, true), true);
  }
}
