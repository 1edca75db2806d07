import type { ApiError } from '@sextant/contract';
import type { TextPlace } from '../dsl/json-places.ts';
import { ExactToken } from './exact-json.ts';

/**
 * What a value of a document is read with: the exact text of numbers, and errors with the place in the
 * document.
 */
export interface ValueSource {
  /** The text of a number as the document has it. */
  numberText(value: number): string;
  /** A value of the wrong kind; `tail` ends Jackson's message (`not numeric, …`). */
  wrongToken(value: unknown, tail: string): ApiError;
  /** An object where a text is needed. */
  noText(value: unknown): ApiError;
  /** Where a part of the document begins: names of members, and numbers of items. */
  placeOf(path: readonly (string | number)[]): TextPlace;
  /** A number beyond the type's range. */
  outOfRange(value: unknown, range: string): ApiError;
}

/** A value as text. */
export function textOf(value: unknown, source: ValueSource): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return source.numberText(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof ExactToken) return value.text;
  throw source.noText(value);
}
