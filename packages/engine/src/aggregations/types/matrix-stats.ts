import { apiError, isObject, type Json } from '@sextant/contract';
import { type JsonObject, parsingError, tokenOf } from '../../dsl/json-reader.ts';
import { membersOf } from '../../dsl/read-place.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { MatrixStatsAggregator } from '../metrics/matrix-stats.ts';
import { type FieldMode, fieldModes } from '../metrics/mode-values.ts';
import type { MissingValue, SourceSpec } from '../spec-parts.ts';
import type { MatrixStatsSpec } from '../specs/matrix-stats.ts';

/** Means, variances, covariances and correlations of several fields. */
export const matrixStats: AggregationType<MatrixStatsSpec> = {
  name: 'matrix_stats',
  holds: false,
  gives: 'buckets',
  parse: parseMatrixStats,
  sources: ({ sources }) => sources,
  create: (node, shard) => new MatrixStatsAggregator(node, shard),
};

/** Each is told with each other one: of more an answer is made that nobody reads, and that fills the memory. */
const FIELDS_MAX = 500;

function unexpected(name: string, key: string, value: unknown, more = ''): Error {
  return parsingError(`Unexpected token ${tokenOf(value)} [${key}] in [${name}].${more}`);
}

/** `{"matrix_stats":{"fields":["a","b"],"missing":{"a":0},"mode":"avg"}}` */
function parseMatrixStats(name: string, body: JsonObject): MatrixStatsSpec {
  let fields: readonly string[] = [];
  let missing: JsonObject = {};
  let mode: string | null = null;
  for (const [key, value] of membersOf(body)) {
    const isText = typeof value === 'string';
    if (key === 'fields' && isText) fields = [value];
    else if (key === 'fields' && Array.isArray(value)) fields = readFields(name, value);
    else if (key === 'missing' && isObject(value)) missing = value;
    else if (key === 'mode' && isText) mode = value;
    // Nothing is shown by it there either.
    else if (key === 'format' && isText) continue;
    else if (
      (key === 'value_type' && isText) ||
      (key === 'script' && typeof value === 'object' && value !== null)
    )
      throw unexpected(name, key, value, ' Multi-field aggregations do not support scripts.');
    else throw unexpected(name, key, value);
  }
  const names = [...new Set(fields)].sort();
  if (names.length > FIELDS_MAX) {
    const reason = `[matrix_stats] of [${name}] has [${names.length}] fields and may have [${FIELDS_MAX}] at most`;
    throw apiError('illegal_argument_exception', reason);
  }
  return Object.freeze({
    sources: Object.freeze(names.map((field) => sourceOf(field, missing))),
    mode: mode === null ? 'avg' : readMode(mode),
  });
}

function readFields(name: string, values: readonly unknown[]): readonly string[] {
  return values.map((value) => {
    if (typeof value !== 'string') throw unexpected(name, 'fields', value);
    return value;
  });
}

function readMode(text: string): FieldMode {
  const mode = fieldModes.find((each) => each === text.toLowerCase());
  if (mode === undefined) throw apiError('illegal_argument_exception', `Illegal sort mode: ${text}`);
  return mode;
}

function sourceOf(field: string, missing: JsonObject): SourceSpec {
  const given = Object.hasOwn(missing, field) ? (missing[field] as Json) : null;
  return Object.freeze({
    field,
    missing: given as MissingValue | null,
    format: null,
    timeZone: null,
    valueType: null,
    scripted: null,
  });
}
