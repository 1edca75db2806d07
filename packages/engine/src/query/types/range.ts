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
  const [lower, upper] = [new Side('lower', 'from'), new Side('upper', 'to')];
  let format: string | null = null;
  let timeZone: string | null = null;
  let relation: RangeNode['relation'] = 'intersects';
  const { boost } = readOptions('range', clause.options, {
    from: (value) => lower.limit(value),
    to: (value) => upper.limit(value),
    gte: (value) => lower.bound(value, true),
    gt: (value) => lower.bound(value, false),
    lte: (value) => upper.bound(value, true),
    lt: (value) => upper.bound(value, false),
    include_lower: (value) => lower.include(value),
    include_upper: (value) => upper.include(value),
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
  const sides = {
    from: lower.value,
    to: upper.value,
    includeFrom: lower.included ?? true,
    includeTo: upper.included ?? true,
  };
  return Object.freeze({ kind: 'range', field: clause.field, ...sides, format, timeZone, relation, boost });
}

/** One side of a range: a limit, which null is not, and whether it is included, each told once. */
class Side {
  readonly #side: string;
  readonly #name: string;
  value: Scalar | null = null;
  included: boolean | null = null;

  constructor(side: 'lower' | 'upper', name: 'from' | 'to') {
    this.#side = side;
    this.#name = name;
  }

  limit(value: unknown): void {
    if (this.value !== null) throw this.#invalid();
    this.value = limitOf(this.#name, value);
  }

  include(value: unknown): void {
    if (this.included !== null) throw this.#invalid();
    this.included = toBoolean(value);
  }

  /** Both at once. */
  bound(value: unknown, included: boolean): void {
    if (this.included !== null) throw this.#invalid();
    this.limit(value);
    this.included = included;
  }

  #invalid(): Error {
    return parsingError(`invalid ${this.#side} bound for [range] query`);
  }
}

function limitOf(name: string, value: unknown): Scalar | null {
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
