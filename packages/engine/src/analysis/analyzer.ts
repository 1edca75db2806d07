import type { Charge } from './analysis-meter.ts';
import type { TokenAttribute, TokenStage } from './token-stream.ts';

/**
 * Receives the tokens of one text in order. `buffer[start, start + length)` holds the token's UTF-8 bytes and is
 * valid only during the call. Offsets are UTF-16 units of the original text; `positionIncrement` is 1, more where
 * a filter left a gap (a removed stop word), 0 for a synonym of the token before.
 */
export interface TokenSink {
  token(
    buffer: Uint8Array,
    start: number,
    length: number,
    startOffset: number,
    endOffset: number,
    positionIncrement: number,
  ): void;
}

/** Text to tokens. `analyze` is not re-entrant: an analyzer owns the buffer that it hands to the sink. */
export interface Analyzer {
  readonly name: string;
  /** Returns the increments that are left after the last token (removed stop words at the end), usually 0. */
  analyze(text: string, sink: TokenSink): number;
  /** As `analyze`, of the ASCII bytes [start, end), where it can do without a string. */
  analyzeAscii?(bytes: Uint8Array, start: number, end: number, sink: TokenSink): number;
  /** The same tokens with all their attributes; ends with the increments that are left. */
  analyzeTokens(text: string, stage: TokenStage): void;
  /** The text with what is done to single characters: that of a prefix, of a pattern, of a limit. */
  normalize(text: string): string;
  /** The same, which charges what it makes of a text, also of what is left out again; absent: all of it is seen. */
  metered?(charge: Charge): Analyzer;
  /** What its filters add to tokens. */
  readonly attributes?: ReadonlySet<TokenAttribute>;
  /** Positions between the values of an array, where it is its own. */
  readonly positionIncrementGap?: number | undefined;
  /** For searches alone. */
  readonly searchOnly?: boolean;
}
