/** Who waits until what was written is searchable. Each is answered once, also when the shard fails or closes. */
export class RefreshListeners {
  #waiting: (() => void)[] = [];
  /** Of the refresh that is under way. */
  #frozen: (() => void)[] = [];

  get count(): number {
    return this.#waiting.length + this.#frozen.length;
  }

  add(listener: () => void): void {
    this.#waiting.push(listener);
  }

  /** A refresh begins that shows what these wait for, but not what is written from here on. */
  freeze(): void {
    this.#frozen = this.#frozen.concat(this.#waiting.splice(0));
  }

  /** The refresh that began has ended. */
  answerFrozen(): void {
    for (const listener of this.#frozen.splice(0)) listener();
  }

  answerAll(): void {
    this.freeze();
    this.answerFrozen();
  }
}
