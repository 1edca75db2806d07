import type { MappedField } from '../../mapping/mapped-field.ts';
import { keptBeginning } from '../kept-beginnings.ts';
import { type QueryToken, textOf } from '../query-tokens.ts';
import type { QueryContext, Weight } from '../weight.ts';
import { gapSource, nearSource } from './near-source.ts';
import type { SpanSource } from './span-source.ts';
import { termSpans } from './span-terms.ts';
import { SpanWeight } from './span-weight.ts';

function without(field: string): string {
  return `field "${field}" was indexed without position data; cannot run SpanTermQuery`;
}

/**
 * The positions of the words of a text field that begin with a text, from the field within it that keeps beginnings;
 * null where that has not this one, or no positions.
 */
export function beginningSpans(
  context: QueryContext,
  field: MappedField,
  term: Uint8Array,
): SpanSource | null {
  const kept = keptBeginning(field, textOf(term));
  if (kept === null || field.indexOptions !== 'positions') return null;
  const source = termSpans(context, { field: kept, term, without: () => without(kept) });
  return {
    ...source,
    field: field.name,
    text: `mask(${source.text}) as ${field.name}`,
    word: null,
  };
}

/**
 * A phrase of two words or more whose last one may be any that begins with it, where that beginning is kept; else null.
 * Each word has a place of its own.
 */
export function beginningPhrase(
  context: QueryContext,
  field: MappedField,
  tokens: readonly QueryToken[],
  boost: number,
): Weight | null {
  const { name } = field;
  const parts: SpanSource[] = [];
  let position = tokens[0]!.position;
  for (const token of tokens) {
    if (token.position > position) parts.push(gapSource({ field: name, width: token.position - position }));
    const { term } = token;
    if (token !== tokens.at(-1))
      parts.push(termSpans(context, { field: name, term, without: () => without(name) }));
    position = token.position + 1;
  }
  const last = beginningSpans(context, field, tokens.at(-1)!.term);
  if (last === null) return null;
  return new SpanWeight(context, nearSource([...parts, last], { slop: 0, inOrder: true }), boost);
}
