import type { TokenSink } from './analyzer.ts';
import type { Token, TokenStage } from './token-stream.ts';

const encoder = new TextEncoder();

/** Hands tokens on as bytes, and keeps how many increments are left at the end. */
export class SinkStage implements TokenStage {
  left = 0;
  readonly #sink: TokenSink;

  constructor(sink: TokenSink) {
    this.#sink = sink;
  }

  token({ term, startOffset, endOffset, increment }: Token): void {
    const bytes = encoder.encode(term);
    this.#sink.token(bytes, 0, bytes.length, startOffset, endOffset, increment);
  }

  end(left: number): void {
    this.left = left;
  }
}
