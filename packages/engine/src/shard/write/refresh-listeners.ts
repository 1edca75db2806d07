/** Who waits until what was written is searchable. Each is answered once, also when the shard fails or closes. */
export class RefreshListeners {
  #waiting: (() => void)[] = [];

  get count(): number {
    return this.#waiting.length;
  }

  add(listener: () => void): void {
    this.#waiting.push(listener);
  }

  answerAll(): void {
    for (const listener of this.#waiting.splice(0)) listener();
  }
}
