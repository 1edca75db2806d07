import { Double, type Json, type JsonMap, setOwn } from '@sextant/contract';
import { type ColumnNumber, compareFine, isFine, toBig } from '../../mapping/fine-number.ts';
import { javaDouble } from '../../mapping/java-text.ts';
import { compareBytes } from '../../segment/global-ordinals.ts';
import type { CompositeSource } from '../specs/composite.ts';
import type { ValueFormat } from '../values/value-format.ts';
import { longKey } from './internal-terms.ts';

interface Term {
  readonly term: Uint8Array;
  readonly text: string;
}

/** What a bucket is for in one source: a term, a number, or nothing. */
export type KeyPart = Term | ColumnNumber | null;

/** How the parts of one source are shown. */
export interface KeyShape {
  /** `text`: by the format. */
  readonly as: 'whole' | 'fraction' | 'boolean' | 'text';
  readonly format: ValueFormat;
}

function jsonOf(part: KeyPart, { as, format }: KeyShape): Json {
  if (part === null) return null;
  if (isFine(part)) return longKey(String(toBig(part)));
  if (typeof part !== 'number') return part.text;
  if (as === 'text' || as === 'boolean') return format.json(part);
  return as === 'whole' ? longKey(part) : new Double(part);
}

function textOf(part: KeyPart, { as, format }: KeyShape): string {
  if (part === null) return 'null';
  if (isFine(part)) return String(toBig(part));
  if (typeof part !== 'number') return part.text;
  if (as === 'text' || as === 'boolean') return format.text(part);
  return as === 'whole' ? String(part) : javaDouble(part);
}

/** `{"brand": "acme", "month": 1701388800000}` */
export function renderKey(
  parts: readonly KeyPart[],
  sources: readonly CompositeSource[],
  shapes: readonly KeyShape[],
): JsonMap {
  const members = {};
  for (const [i, part] of parts.entries()) setOwn<Json>(members, sources[i]!.name, jsonOf(part, shapes[i]!));
  return members;
}

/** As a path of a pipeline names it. */
export function keyText(
  parts: readonly KeyPart[],
  sources: readonly CompositeSource[],
  shapes: readonly KeyShape[],
): string {
  return `{${parts.map((part, i) => `${sources[i]!.name}=${textOf(part, shapes[i]!)}`).join(', ')}}`;
}

export function compareKeys(
  a: readonly KeyPart[],
  b: readonly KeyPart[],
  sources: readonly CompositeSource[],
): number {
  for (const [i, source] of sources.entries()) {
    const result = compareParts(a[i]!, b[i]!, source);
    if (result !== 0) return result;
  }
  return 0;
}

function compareParts(a: KeyPart, b: KeyPart, source: CompositeSource): number {
  if (a === null || b === null) {
    if (a === b) return 0;
    return (a === null) === missingFirst(source) ? -1 : 1;
  }
  const sign = source.ascending ? 1 : -1;
  if (isTerm(a) && isTerm(b)) return sign * compareBytes(a.term, b.term);
  return isTerm(a) || isTerm(b) ? sign * (Number(a) - Number(b)) : sign * compareFine(a, b);
}

function isTerm(part: NonNullable<KeyPart>): part is Term {
  return typeof part === 'object' && 'term' in part;
}

/** Whether the bucket of documents without a value comes before the others. */
export function missingFirst({ missingOrder, ascending }: CompositeSource): boolean {
  return missingOrder === 'default' ? ascending : missingOrder === 'first';
}
