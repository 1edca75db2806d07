import { ApiError } from '@sextant/contract';
import { PlacedJson, type TextPlace } from '../dsl/json-places.ts';
import type { ValueSource } from './document-values.ts';
import { illegalArgument } from './errors.ts';
import { type ExactParser, ExactToken, jsonError, lineAndColumn } from './exact-json.ts';

/** Thrown by the fast reading of a document where only the exact one can answer. */
export class NeedsExact extends Error {}

/**
 * Numbers in a text that JavaScript would print differently: 1.50, 1e3, -0, more than 15 digits. A string that looks
 * so only costs the exact reading.
 */
const UNUSUAL_NUMBER = /[:,[\s](?:-0(?![.\d])|-?\d+\.\d*0(?!\d)|-?\d+(?:\.\d+)?[eE]|-?(?:\d\.?){16})/;

/** For values of which nothing else is known: whatever is asked for, the document is read another way. */
export class UnknownSource implements ValueSource {
  numberText(_value: number): string {
    throw new NeedsExact();
  }

  wrongToken(): ApiError {
    throw new NeedsExact();
  }

  noText(): ApiError {
    throw new NeedsExact();
  }

  placeOf(): TextPlace {
    throw new NeedsExact();
  }

  outOfRange(): ApiError {
    throw new NeedsExact();
  }
}

/** For values of JSON.parse: every error, and every unusual number, asks for the exact reading. */
export class FastSource extends UnknownSource {
  #text = '';
  #unusual: boolean | undefined;

  reset(text: string): void {
    this.#text = text;
    this.#unusual = undefined;
  }

  /** JavaScript's numbers have the texts (and kinds: integer or decimal) that the document has. */
  requirePlainNumbers(): void {
    this.#unusual ??= UNUSUAL_NUMBER.test(this.#text);
    if (this.#unusual) throw new NeedsExact();
  }

  override numberText(value: number): string {
    this.requirePlainNumbers();
    const text = String(value);
    if (text.includes('e')) throw new NeedsExact();
    return text;
  }
}

/** For values out of a stored document, of which it only matters whether they can be read. */
export const storedSource: ValueSource = {
  numberText: String,
  wrongToken: () => illegalArgument('a value of the wrong kind'),
  noText: () => illegalArgument('no text'),
  placeOf: () => ({ line: 0, col: 0 }),
  outOfRange: () => illegalArgument('out of range'),
};

/** For values of the exact parser. */
export class ExactSource implements ValueSource {
  readonly #text: string;
  readonly #parser: ExactParser;

  constructor(text: string, parser: ExactParser) {
    this.#text = text;
    this.#parser = parser;
  }

  numberText(value: number): string {
    return String(value);
  }

  wrongToken(value: unknown, tail: string): ApiError {
    const token = this.#tokenName(value);
    return jsonError(
      'json_parse_exception',
      `Current token (${token}) ${tail}`,
      this.#text,
      this.#endOf(value),
    );
  }

  noText(value: unknown): ApiError {
    const start = this.#parser.startOf(value as object);
    const { line, column } = lineAndColumn(this.#text, start);
    const reason = `Can't get text on a ${this.#tokenName(value)} at ${line}:${column}`;
    return new ApiError({ type: 'illegal_state_exception', reason });
  }

  placeOf(path: readonly (string | number)[]): TextPlace {
    const placed = new PlacedJson(new TextEncoder().encode(this.#text));
    let holder = placed.tree as object;
    for (const step of path.slice(0, -1))
      holder = (holder as Readonly<Record<string | number, object>>)[step]!;
    return placed.placeOf({ holder, member: path.at(-1)!, token: 'value' })!;
  }

  outOfRange(value: unknown, range: string): ApiError {
    const text = value instanceof ExactToken ? value.text : String(value);
    const message = `Numeric value (${text}) out of range of ${range}`;
    return jsonError('input_coercion_exception', message, this.#text, this.#endOf(value));
  }

  #tokenName(value: unknown): string {
    if (!(value instanceof ExactToken)) return Array.isArray(value) ? 'START_ARRAY' : 'START_OBJECT';
    if (value.kind === 'boolean') return value.text === 'true' ? 'VALUE_TRUE' : 'VALUE_FALSE';
    return /[.eE]/.test(value.text) ? 'VALUE_NUMBER_FLOAT' : 'VALUE_NUMBER_INT';
  }

  #endOf(value: unknown): number {
    return value instanceof ExactToken ? value.end : this.#parser.startOf(value as object) + 1;
  }
}
