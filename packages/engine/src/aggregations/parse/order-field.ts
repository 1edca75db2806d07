import { apiError } from '@sextant/contract';
import { isObject, parsingError, tokenOf } from '../../dsl/json-reader.ts';
import { membersOf } from '../../dsl/read-place.ts';
import type { OrderElement } from '../spec-parts.ts';
import type { FieldParser } from './field-parsers.ts';

/** `{"_count": "desc"}` or a list of such; `_term` and `_time` are old names of `_key`. */
export function orderField(set: (order: readonly OrderElement[]) => void): FieldParser {
  return {
    tokens: ['START_OBJECT', 'START_ARRAY'],
    read: (value) => {
      const list = Array.isArray(value) ? value : [value];
      if (list.length === 0)
        throw apiError('illegal_argument_exception', 'Index 0 out of bounds for length 0');
      set(Object.freeze(list.map(orderElement)));
    },
  };
}

function orderElement(value: unknown): OrderElement {
  if (!isObject(value)) throw parsingError(`Unexpected token [${tokenOf(value)}] for [order]`);
  let element: OrderElement | undefined;
  for (const [name, direction] of membersOf(value)) {
    if (typeof direction !== 'string')
      throw parsingError(`Unexpected token [${tokenOf(direction)}] for [order]`);
    const lower = direction.toLowerCase();
    if (lower !== 'asc' && lower !== 'desc') throw parsingError(`Unknown order direction [${direction}]`);
    if (name.split('>').every((step) => step.trim() === ''))
      throw apiError('illegal_argument_exception', 'Invalid path []');
    // Of several names in one object the last one wins, as in OpenSearch.
    element = Object.freeze({
      by: name === '_term' || name === '_time' ? '_key' : name,
      ascending: lower === 'asc',
    });
  }
  if (element === undefined) throw parsingError('Must specify at least one field for [order]');
  return element;
}

/** Adds ascending keys as the last criterion, so that equal buckets have one order. */
export function withTieBreaker(order: readonly OrderElement[]): readonly OrderElement[] {
  if (order.some((element) => element.by === '_key')) return order;
  return Object.freeze([...order, Object.freeze({ by: '_key', ascending: true })]);
}

export const COUNT_DESC: readonly OrderElement[] = withTieBreaker([
  Object.freeze({ by: '_count', ascending: false }),
]);
export const KEY_ASC: readonly OrderElement[] = withTieBreaker([
  Object.freeze({ by: '_key', ascending: true }),
]);
