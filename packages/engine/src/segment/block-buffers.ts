/** Lends arrays of `BLOCK_SIZE` numbers, with anything in them, to whoever reads postings. */
export interface BlockBuffers {
  ints(): Int32Array;
}
