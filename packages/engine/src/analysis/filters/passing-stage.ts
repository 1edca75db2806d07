import type { Token, TokenStage } from '../token-stream.ts';

/** A stage that hands on, at the end too, what the next one is to have. */
export abstract class PassingStage implements TokenStage {
  protected readonly next: TokenStage;

  constructor(next: TokenStage) {
    this.next = next;
  }

  abstract token(token: Token): void;

  end(left: number, endOffset: number): void {
    this.next.end(left, endOffset);
  }
}

/** Removes tokens and leaves gaps in their places. */
export abstract class KeepingStage implements TokenStage {
  protected readonly next: TokenStage;
  #skipped = 0;

  constructor(next: TokenStage) {
    this.next = next;
  }

  protected abstract keeps(token: Token): boolean;

  token(token: Token): void {
    if (!this.keeps(token)) {
      this.#skipped += token.increment;
      return;
    }
    this.passes(token);
  }

  protected passes(token: Token): void {
    token.increment += this.#skipped;
    this.#skipped = 0;
    this.next.token(token);
  }

  end(left: number, endOffset: number): void {
    this.next.end(left + this.#skipped, endOffset);
  }
}
