import { apiError } from '@sextant/contract';
import type { Analyzer } from '../../analysis/analyzer.ts';
import { utf8Of } from '../../codec/utf8-scratch.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import type { AggregationNode, Place } from '../aggregation-tree.ts';
import type { Aggregator, ShardContext } from '../aggregator.ts';
import { Background, backgroundSize } from '../significance/background.ts';
import { DuplicateRuns } from '../significance/duplicate-runs.ts';
import { SourceTerms } from '../significance/source-terms.ts';
import type { SignificantTextSpec } from '../specs/significant-text.ts';
import { UnmappedAggregator } from '../unmapped-aggregator.ts';
import { Meter } from '../values/meter.ts';
import { RAW_FORMAT } from '../values/value-format.ts';
import { ANY_VALUE } from './bucket-ords.ts';
import { InternalSignificantTerms } from './internal-significant-terms.ts';
import { SignificantTermsAggregator } from './significant-terms.ts';
import { textPredicate } from './term-filters.ts';
import type { TermKeys } from './term-keys.ts';

/** Terms of texts that are analyzed anew, where `significantTermsAggregator` reads those that a field has by document. */
export function significantTextAggregator(
  node: AggregationNode<SignificantTextSpec>,
  shard: ShardContext,
  place: Place,
): Aggregator {
  const { spec } = node;
  const field = shard.mapping.field(spec.field);
  if (field === undefined) return unmappedTexts(node, shard);
  const meter = new Meter(shard.budget, node.name);
  const terms = new SourceTerms({
    paths: spec.sourceFields ?? [field.name],
    analyzer: analyzerOf(field),
    duplicates: spec.filterDuplicateText ? new DuplicateRuns(meter) : null,
    meter,
  });
  const background = new Background(field, spec.backgroundFilter, shard);
  const keys = keysOfTerms(spec, terms);
  return new SignificantTermsAggregator(node, background, { keys, budget: shard.budget, ...place });
}

/** OpenSearch does not know texts that are not mapped from those of which there are none. */
function unmappedTexts(node: AggregationNode<SignificantTextSpec>, shard: ShardContext): Aggregator {
  const supersetSize = backgroundSize(node.spec.backgroundFilter, shard);
  const found = { kind: 'sterms', format: RAW_FORMAT, subsetSize: 0, supersetSize, buckets: [] } as const;
  return new UnmappedAggregator(new InternalSignificantTerms(node, found));
}

/** null: a text is one term. Throws ApiError where the type of the field reads no texts. */
function analyzerOf(field: MappedField): Analyzer | null {
  const { analyzer, normalizer, fieldType, derived } = field;
  const hasOwn = derived === undefined;
  if (hasOwn && (analyzer !== undefined || normalizer !== undefined)) return analyzer ?? normalizer!;
  if (hasOwn && (fieldType.isText || fieldType.numbers?.values === 'plain')) return null;
  const reason = `Field [${field.name}] has no analyzer, but SignificantText requires an analyzed field`;
  throw apiError('illegal_argument_exception', reason);
}

function keysOfTerms(spec: SignificantTextSpec, terms: SourceTerms): TermKeys {
  return {
    kind: 'sterms',
    format: RAW_FORMAT,
    domain: ANY_VALUE,
    predicate: textPredicate(spec, (number) => terms.text(number)),
    // Each who searches meets terms in an order of its own.
    isDivisible: false,
    compare: (a, b) => a - b,
    key: (number) => terms.text(number),
    sortKey: (number) => utf8Of(terms.text(number)),
    source: (segment) => terms.source(segment),
    ordinals: () => null,
    answers: () => false,
    answer: () => undefined,
    // What was not met is not known.
    all: () => ({ count: 0, value: () => 0 }),
  };
}
