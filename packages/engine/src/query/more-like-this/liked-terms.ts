import { apiError, parseNamed } from '@sextant/contract';
import type { Analyzer } from '../../analysis/analyzer.ts';
import { analyzerRegistry } from '../../analysis/registry.ts';
import { extractValues } from '../../dsl/extract-values.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import { sourcePath } from '../../mapping/source-path.ts';
import { queryTokens, textOf } from '../query-tokens.ts';
import type { QueryContext } from '../weight.ts';
import type { LikeItem } from './like-item.ts';

/** How often each term occurs, by field. */
export type FieldTerms = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Characters that are taken apart in a step, as a power of two. */
const PER_STEP = 6;
/** What a term takes that is kept. */
const TERM_BYTES = 100;

/** The fields whose terms can be compared. */
export function isLikable({ storage, fieldType, derived }: MappedField): boolean {
  if (derived !== undefined) return false;
  return fieldType.isText && (storage === 'text' || fieldType.name === 'keyword');
}

/** The terms of a document; empty where there is none. Throws ApiError where it was not read. */
export function termsOfItem(item: LikeItem, fields: readonly string[], context: QueryContext): FieldTerms {
  const found = new Map<string, ReadonlyMap<string, number>>();
  const document = documentOf(item, context);
  if (document === null) return found;
  const wanted = new Set(fields.flatMap((pattern) => context.mapping.matching(pattern)));
  for (const field of wanted) {
    if (!isLikable(field) || !field.indexed) continue;
    const name = item.analyzers.get(field.name);
    const named = name === undefined ? undefined : analyzerRegistry(context.mapping.flat).analyzer(name);
    // As in OpenSearch, one that the index does not have is that of the field.
    const analyzer = named ?? field.analyzer ?? field.normalizer ?? null;
    const texts = valuesOf(document, field, context);
    const terms = countTerms(texts, analyzer, context);
    if (terms.size > 0) found.set(field.name, terms);
  }
  return found;
}

/** Those that stand beside the source are the field's where it is stored. */
function valuesOf(document: unknown, field: MappedField, { mapping }: QueryContext): string[] {
  const path = sourcePath(field.name, mapping);
  const [source, kept]: readonly unknown[] = Array.isArray(document) ? document : [document];
  const beside = field.definition.store === true && kept !== undefined ? extractValues(kept, path) : [];
  return (beside.length > 0 ? beside : extractValues(source, path)).map(String);
}

function documentOf({ given, documents }: LikeItem, context: QueryContext): unknown {
  if (given !== null) return given;
  if (documents === null) throw apiError('unsupported_operation_exception', 'query must be rewritten first');
  const json = documents.get(context.searcher.index) ?? null;
  return json === null ? null : (parseNamed(json) as unknown);
}

/** `analyzer` null: each text is one term. */
export function countTerms(
  texts: readonly string[],
  analyzer: Analyzer | null,
  { budget }: QueryContext,
  most = Number.POSITIVE_INFINITY,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    budget.charge(1 + (text.length >>> PER_STEP));
    const terms = analyzer === null ? [text] : queryTokens(analyzer, text).map(({ term }) => textOf(term));
    for (const term of terms.slice(0, most)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  budget.reserve(counts.size * TERM_BYTES, '<terms of more_like_this>');
  return counts;
}
