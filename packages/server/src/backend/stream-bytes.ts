const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Bytes as OpenSearch's nodes write what they put into an id. */
export class StreamWriter {
  readonly #bytes: number[] = [];

  int(value: number): this {
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.#bytes.push((rest & 0x7f) | 0x80);
    this.#bytes.push(rest);
    return this;
  }

  long(value: number): this {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigInt64(0, BigInt(value));
    this.#bytes.push(...bytes);
    return this;
  }

  text(value: string): this {
    const bytes = encoder.encode(value);
    this.int(bytes.length);
    for (const byte of bytes) this.#bytes.push(byte);
    return this;
  }

  /** Base64 for addresses, with padding: tools copy it whole. */
  written(): string {
    const text = Buffer.from(this.#bytes).toString('base64url');
    return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
  }
}

/** Reads it. Throws RangeError at the end, TypeError for what is no UTF-8: `isUnreadable` tells. */
export class StreamReader {
  readonly #bytes: Buffer;
  #at = 0;

  /** Base64 for addresses. */
  constructor(text: string) {
    if (!/^[\w-]*={0,2}$/.test(text)) throw new RangeError('an illegal base64 character');
    this.#bytes = Buffer.from(text, 'base64url');
  }

  int(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#bytes.readUInt8(this.#at++);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw new RangeError('a number is too long');
  }

  long(): number {
    const value = this.#bytes.readBigInt64BE(this.#at);
    this.#at += 8;
    return Number(value);
  }

  text(): string {
    const length = this.int();
    const end = this.#at + length;
    if (end > this.#bytes.length) {
      const left = this.#bytes.length - this.#at;
      throw new RangeError(`attempting to read ${length} bytes but only ${left} bytes are available`);
    }
    const value = decoder.decode(this.#bytes.subarray(this.#at, end));
    this.#at = end;
    return value;
  }
}

/** Whether a `StreamReader` has thrown it. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof RangeError || error instanceof TypeError;
}
