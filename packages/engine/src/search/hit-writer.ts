import type { Json } from '@sextant/contract';

/** Takes hits that show no more than their documents, one after the other: pages have thousands of them. */
export interface HitWriter {
  /**
   * `source` is valid during the call alone. False where it cannot write such a hit: what it was given so far is of no use
   * then, and it is told no more.
   */
  hit(
    index: string,
    id: string,
    score: number | null,
    source: Uint8Array | null,
    sort: readonly Json[] | null,
  ): boolean;
  /** The list of all of them; its bytes are valid until the host has written its answer. */
  finish(): Uint8Array;
}

/** Makes the writer for the hits of a search, of which there are so many; undefined where the host has none for them. */
export type HitWriters = (hits: number) => HitWriter | undefined;
