import type { Clock, Random } from '@sextant/base';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Ids for documents without one: 15 bytes of sequence, time and a random node number, ordered as OpenSearch's
 * TimeBasedUUIDGenerator does (bytes that change slowly stand together, so that sorted ids compress), in 20
 * characters of URL-safe base64.
 */
export class DocumentIds {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #node: Uint8Array;
  #sequence: number;
  #lastMs = 0;

  constructor(clock: Pick<Clock, 'now'>, random: Random) {
    this.#clock = clock;
    this.#node = random.bytes(6);
    this.#sequence = Math.floor(random.float() * 0x1000000);
  }

  next(): string {
    this.#sequence = (this.#sequence + 1) & 0xffffff;
    const sequence = this.#sequence;
    // Time must not run backwards; and a wrapped sequence must not meet the same millisecond again.
    this.#lastMs = Math.max(this.#lastMs + (sequence === 0 ? 1 : 0), this.#clock.now());
    const low = this.#lastMs % 0x100000000;
    const high = Math.floor(this.#lastMs / 0x100000000);
    const node = this.#node;
    return (
      encode(sequence & 0xff, sequence >>> 16, (low >>> 16) & 0xff) +
      encode(low >>> 24, high & 0xff, (high >>> 8) & 0xff) +
      encode(node[0]!, node[1]!, node[2]!) +
      encode(node[3]!, node[4]!, node[5]!) +
      encode((low >>> 8) & 0xff, (sequence >>> 8) & 0xff, low & 0xff)
    );
  }
}

/** Three bytes as four characters. */
function encode(a: number, b: number, c: number): string {
  const bits = (a << 16) | (b << 8) | c;
  return (
    ALPHABET[bits >>> 18]! +
    ALPHABET[(bits >>> 12) & 63]! +
    ALPHABET[(bits >>> 6) & 63]! +
    ALPHABET[bits & 63]!
  );
}

/** Uuids of indices and commits: 22 characters of URL-safe base64 from 16 random bytes. */
export function randomUuid(random: Random): string {
  const bytes = random.bytes(16);
  let text = '';
  for (let i = 0; i < 15; i += 3) text += encode(bytes[i]!, bytes[i + 1]!, bytes[i + 2]!);
  return text + encode(bytes[15]!, 0, 0).slice(0, 2);
}
