/** Token types as `_analyze` names them. */
export type TokenType =
  | '<ALPHANUM>'
  | '<NUM>'
  | '<SOUTHEAST_ASIAN>'
  | '<IDEOGRAPHIC>'
  | '<HIRAGANA>'
  | '<KATAKANA>'
  | '<HANGUL>'
  | '<EMOJI>'
  | 'word';

/** Receives the terms of a text in order; offsets are UTF-16 units of the original text. */
export interface TermSink {
  term(
    text: string,
    startOffset: number,
    endOffset: number,
    type: TokenType,
    positionIncrement: number,
  ): void;
}

/** Cuts a text into terms, each with position increment 1. Keeps no state between calls. */
export type Tokenizer = (text: string, sink: TermSink) => void;

/** Changes a term, or removes it with null. Filters of this kind never split a term. */
export type TokenFilter = (term: string) => string | null;
