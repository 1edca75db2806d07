import { apiError } from '@sextant/contract';
import { readFieldClause, readOptions } from '../../dsl/field-clause.ts';
import { notSupported, parsingError, toBoolean, toText } from '../../dsl/json-reader.ts';
import type { Scalar } from '../../dsl/query-node.ts';
import { dateFormat } from '../../mapping/date/date-format.ts';
import { checkZone } from '../../mapping/date/time-zone.ts';
import type { RangeNode } from '../nodes/range.ts';
import type { QueryType } from '../query-type.ts';
import { isOutOfRange, rangeWeight } from '../range-query.ts';

export const range: QueryType<RangeNode> = {
  name: 'range',
  ofField: true,
  parse: parseRange,
  weight: rangeWeight,
  isNothing: isOutOfRange,
};

/** `{"range":{"field":{"gte":…,"lt":…,"format":…,"time_zone":…,"relation":…,"boost":…}}}` */
function parseRange(body: unknown): RangeNode {
  const clause = readFieldClause('range', body);
  if (clause.short !== undefined) throw notSupported('range', clause.field);
  const node = { from: null as Scalar | null, to: null as Scalar | null, includeFrom: true, includeTo: true };
  const lower = (include?: boolean) => (value: unknown) => {
    node.from = limit('from', value);
    if (include !== undefined) node.includeFrom = include;
  };
  const upper = (include?: boolean) => (value: unknown) => {
    node.to = limit('to', value);
    if (include !== undefined) node.includeTo = include;
  };
  let format: string | null = null;
  let timeZone: string | null = null;
  let relation: RangeNode['relation'] = 'intersects';
  const { boost } = readOptions('range', clause.options, {
    from: lower(),
    to: upper(),
    gte: lower(true),
    gt: lower(false),
    lte: upper(true),
    lt: upper(false),
    include_lower: (value) => {
      node.includeFrom = toBoolean(value);
    },
    include_upper: (value) => {
      node.includeTo = toBoolean(value);
    },
    format: (value) => {
      format = toText(value);
      checkFormat(format);
    },
    time_zone: (value) => {
      timeZone = toText(value);
      checkZone(timeZone);
    },
    relation: (value) => {
      relation = relationOf(toText(value));
    },
  });
  return Object.freeze({ kind: 'range', field: clause.field, ...node, format, timeZone, relation, boost });
}

function limit(name: string, value: unknown): Scalar | null {
  if (value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  throw parsingError(`[range] query does not support an object or array as [${name}]`);
}

/** A relation is between ranges; for fields of single values each one means the same. */
function relationOf(text: string): RangeNode['relation'] {
  const relation = text.toLowerCase();
  if (relation === 'intersects' || relation === 'contains' || relation === 'within') return relation;
  if (relation !== 'disjoint')
    throw apiError('illegal_argument_exception', `${text} is not a valid relation`);
  throw apiError('illegal_argument_exception', `[range] query does not support relation [${text}]`);
}

/** Whether the field is one of dates or not. */
function checkFormat(pattern: string): void {
  if (pattern === '') throw apiError('illegal_argument_exception', 'No date pattern provided');
  dateFormat(pattern);
}
