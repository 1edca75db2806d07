/** Randomness. The real one is cryptographic; the one for tests is seeded and replays. */
export interface Random {
  /** `length` random bytes. */
  bytes(length: number): Uint8Array;
  /** Uniform in [0, 1). */
  float(): number;
}
