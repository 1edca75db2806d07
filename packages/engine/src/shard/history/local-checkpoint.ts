/**
 * Which operations this shard has processed: all up to the checkpoint, and some beyond it, as they arrive out
 * of order on a follower.
 */
export class LocalCheckpoint {
  #checkpoint: number;
  #max: number;
  readonly #beyond = new Set<number>();

  constructor(checkpoint: number, maxSeqNo: number) {
    this.#checkpoint = checkpoint;
    this.#max = maxSeqNo;
  }

  /** Every operation up to here is processed; -1 for none. */
  get checkpoint(): number {
    return this.#checkpoint;
  }

  /** Highest number that was handed out or seen; -1 for none. */
  get maxSeqNo(): number {
    return this.#max;
  }

  next(): number {
    this.#max++;
    return this.#max;
  }

  isProcessed(seqNo: number): boolean {
    return seqNo <= this.#checkpoint || this.#beyond.has(seqNo);
  }

  markProcessed(seqNo: number): void {
    if (seqNo > this.#max) this.#max = seqNo;
    if (seqNo <= this.#checkpoint) return;
    if (seqNo !== this.#checkpoint + 1) {
      this.#beyond.add(seqNo);
      return;
    }
    this.#checkpoint = seqNo;
    while (this.#beyond.delete(this.#checkpoint + 1)) this.#checkpoint++;
  }
}
