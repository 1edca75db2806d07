import { apiError } from '@sextant/contract';
import { isObject, type JsonObject } from '../../dsl/json-reader.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { multiTermsAggregator } from '../buckets/multi-terms.ts';
import { readFields } from '../parse/field-parsers.ts';
import { SourceFields } from '../parse/source-fields.ts';
import { checkSourceCount } from '../parse/source-limit.ts';
import { termsFields } from '../parse/terms-fields.ts';
import type { SourceSpec } from '../spec-parts.ts';
import type { MultiTermsSpec } from '../specs/multi-terms.ts';

/** A bucket for each combination of values of several fields. */
export const multiTerms: AggregationType<MultiTermsSpec> = {
  name: 'multi_terms',
  holds: true,
  gives: 'buckets',
  termsOf: ({ sources }) => sources.map(({ field }) => field),
  parse: parseMultiTerms,
  sources: ({ sources }) => sources,
  create: (node, shard, place) => multiTermsAggregator(node, shard, place),
};

function parseMultiTerms(name: string, body: JsonObject): MultiTermsSpec {
  const shared = termsFields(name);
  let sources: readonly SourceSpec[] = [];
  readFields('multi_terms', body, {
    ...shared.parsers,
    terms: {
      tokens: ['START_ARRAY', 'START_OBJECT'],
      read: (value) => {
        sources = parseSources(name, Array.isArray(value) ? value : [value]);
      },
    },
  });
  if (sources.length === 0) {
    const reason = `multi term aggregation must has at least 2 terms. Found [0] in [${name}]`;
    throw apiError('illegal_argument_exception', reason);
  }
  return Object.freeze({ sources, ...shared.values() });
}

function parseSources(name: string, list: readonly unknown[]): readonly SourceSpec[] {
  checkSourceCount('multi_terms', list.length);
  const sources = list.map((element) => {
    if (!isObject(element)) throw apiError('illegal_argument_exception', 'Expected an object in [terms]');
    return parseSource(element);
  });
  if (sources.length >= 2) return Object.freeze(sources);
  const advice = sources.length === 1 ? ' Use terms aggregation for single term aggregation' : '';
  const found = `Found [${sources.length}] in [${name}]${advice}`;
  throw apiError('illegal_argument_exception', `multi term aggregation must has at least 2 terms. ${found}`);
}

function parseSource(body: JsonObject): SourceSpec {
  const source = new SourceFields('field_config', { formattable: true, zoned: true, scripted: 'keyword' });
  readFields('field_config', body, source.parsers);
  if (body.field === undefined && !source.hasScript) {
    throw apiError(
      'illegal_argument_exception',
      '[field] and [script] cannot both be null.  Please specify one or the other.',
    );
  }
  return source.spec();
}
