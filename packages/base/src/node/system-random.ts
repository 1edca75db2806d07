import { randomBytes } from 'node:crypto';
import type { Random } from '../ports/random.ts';

/** Cryptographic randomness. */
export class SystemRandom implements Random {
  bytes(length: number): Uint8Array {
    return new Uint8Array(randomBytes(length));
  }

  float(): number {
    const bytes = randomBytes(8);
    // 53 bits, the precision of a double in [0, 1).
    return (bytes.readUInt32BE(0) * 0x200000 + (bytes.readUInt32BE(4) >>> 11)) / 2 ** 53;
  }
}
