import { apiError } from '@sextant/contract';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { ROUTING } from '../mapping/metadata-fields.ts';
import { NESTED_PATH } from '../mapping/nested-path.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { AllDocsScorer, BitSetScorer } from './constant-scorer.ts';
import { docBits } from './doc-bits.ts';
import { isSearchable, shardError } from './field-support.ts';
import type { ExistsNode } from './nodes/exists.ts';
import { routingWeight } from './routing-query.ts';
import type { Scorer } from './scorer.ts';
import { MatchNoneWeight, type QueryContext, SegmentFunctionWeight, type Weight } from './weight.ts';

/**
 * Documents that have a value in the field, in any field below an object, or in any field that a pattern
 * names.
 */
export function existsWeight(node: ExistsNode, context: QueryContext, score: number): Weight {
  if (node.field === '_source') throw shardError(context, 'The _source field is not searchable');
  if (node.field === NESTED_PATH) {
    const reason = 'Cannot run exists() query against the nested field path';
    throw apiError('unsupported_operation_exception', reason);
  }
  if (node.field === ROUTING) return routingWeight(null, context, score);
  const names = fieldNames(node.field, context);
  if (names.length === 0) return new MatchNoneWeight();
  const scorer = (segment: SegmentReader): Scorer | null => {
    return existsScorer(segment, names, score, context.budget);
  };
  const text = (): string => existsText(names, context);
  return new SegmentFunctionWeight(context, scorer, undefined, text);
}

/** Where every document has a value, Lucene asks for all. */
export function existsText(names: readonly string[], { searcher, mapping }: QueryContext): string {
  const [only] = names;
  const own = only === undefined ? undefined : mapping.field(only)?.fieldType.existsAs?.(only);
  if (own !== undefined && names.length === 1) return `ConstantScore(${own})`;
  if (only === undefined || names.length > 1) {
    return `ConstantScore(${names.map((name) => `ConstantScore(FieldExistsQuery [field=${name}])`).join(' ')})`;
  }
  const isEverywhere = searcher.segments.every((segment) => segment.exists(only) === 'all');
  if (isEverywhere) return 'ConstantScore(*:*)';
  const field = mapping.field(only);
  // What has neither columns nor lengths is noted by its name.
  const isNoted = field !== undefined && !field.docValues && field.storage !== 'text';
  return `ConstantScore(${isNoted ? `_field_names:${only}` : `FieldExistsQuery [field=${only}]`})`;
}

function fieldNames(name: string, context: QueryContext): string[] {
  const names: string[] = [];
  const isWhole = name === '*' || context.mapping.isObject(name);
  for (const field of fieldsOf(name, context)) {
    if (field.derived !== undefined) {
      // Of what lies in a derived object no mapping tells, nor of what the search alone derives.
      if (field.derived.within !== null || context.mapping.settings.derived?.has(field.name) !== true)
        continue;
      const reason = `Field [${field.name}] of type [derived] does not support exist queries`;
      throw apiError('unsupported_operation_exception', reason);
    }
    const { noExists, isPartOfField, existsByNorms } = field.fieldType;
    if (noExists !== undefined) throw noExists();
    if (isPartOfField === true) {
      if (isWhole) continue;
      throw apiError('unsupported_operation_exception', null as unknown as string);
    }
    if (existsByNorms === true && !field.norms) continue;
    if (isSearchable(field) || field.onlyPresent === true) names.push(field.name);
  }
  return names;
}

function fieldsOf(name: string, { mapping }: QueryContext): MappedField[] {
  return mapping.matching(mapping.isObject(name) ? `${name}.*` : name);
}

function existsScorer(
  segment: SegmentReader,
  names: readonly string[],
  score: number,
  budget: WorkBudget,
): Scorer | null {
  let bits: Uint32Array | null = null;
  for (const name of names) {
    const own = segment.exists(name);
    if (own === 'all') return segment.maxDoc === 0 ? null : new AllDocsScorer(segment.maxDoc, score, budget);
    if (own === null) continue;
    if (names.length === 1) return new BitSetScorer(own, segment.maxDoc, score, budget);
    bits ??= docBits(segment.maxDoc, budget);
    budget.charge(1 + (bits.length >>> 10));
    for (let word = 0; word < bits.length; word++) bits[word]! |= own[word]!;
  }
  return bits === null ? null : new BitSetScorer(bits, segment.maxDoc, score, budget);
}
