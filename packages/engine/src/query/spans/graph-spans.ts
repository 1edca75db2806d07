import { type QueryToken, textOf } from '../query-tokens.ts';
import { graphParts } from '../token-graph.ts';
import type { QueryContext, Weight } from '../weight.ts';
import { MatchNoneWeight } from '../weight.ts';
import { gapSource, nearSource } from './near-source.ts';
import { spanText } from './span-clause.ts';
import type { SpanSource } from './span-source.ts';
import { anySpans, termSpans } from './span-terms.ts';
import { SpanWeight } from './span-weight.ts';

interface GraphField {
  readonly field: string;
  readonly boost: number;
  /** The terms that the last word may stand for; absent: itself alone. */
  readonly beginning?: (term: Uint8Array) => readonly Uint8Array[];
}

/** A phrase of tokens with several ways through them: each way has another length, so that spans look for it. */
export function graphPhrase(context: QueryContext, tokens: readonly QueryToken[], how: GraphField): Weight {
  const parts = graphParts(tokens);
  const sources = parts.map(({ terms, paths }, i) => {
    const beginning = i === parts.length - 1 ? how.beginning : undefined;
    const own = { field: how.field, ...(beginning === undefined ? {} : { beginning }) };
    if (terms.length > 0)
      return anyOf(
        how.field,
        terms.map((term) => wordSpans(context, term, own)),
      );
    return anyOf(
      how.field,
      paths.map((path) => pathSpans(context, path, own)),
    );
  });
  const [first] = sources;
  if (first === undefined) return new MatchNoneWeight();
  const source = sources.length === 1 ? first : nearSource(sources, { slop: 0, inOrder: true });
  return new SpanWeight(context, source, how.boost);
}

type Words = Omit<GraphField, 'boost'>;

function wordSpans(context: QueryContext, term: Uint8Array, { field, beginning }: Words): SpanSource {
  const withoutPositions = `field "${field}" was indexed without position data; cannot run SpanTermQuery`;
  const terms = beginning?.(term) ?? [term];
  return anyOf(
    field,
    (terms.length === 0 ? [term] : terms).map((each) =>
      termSpans(context, { field, term: each, without: () => `${withoutPositions} (term=${textOf(each)})` }),
    ),
  );
}

function pathSpans(context: QueryContext, path: readonly QueryToken[], words: Words): SpanSource {
  const { field } = words;
  const parts: SpanSource[] = [];
  let next = 0;
  for (const [i, { term, position }] of path.entries()) {
    if (position > next) parts.push(gapSource({ field, width: position - next }));
    parts.push(wordSpans(context, term, i === path.length - 1 ? words : { field }));
    next = position + 1;
  }
  return parts.length === 1 ? parts[0]! : nearSource(parts, { slop: 0, inOrder: true });
}

function anyOf(field: string, parts: readonly SpanSource[]): SpanSource {
  if (parts.length === 1) return parts[0]!;
  return anySpans(
    field,
    parts,
    spanText(parts, (texts) => `spanOr([${texts.join(', ')}])`),
  );
}
