import { apiError } from '@sextant/contract';
import type { OrderElement } from '../spec-parts.ts';
import { atLeast, booleanField, type FieldParsers, intField, textField } from './field-parsers.ts';
import { COUNT_DESC, orderField, withTieBreaker } from './order-field.ts';

interface TermsValues {
  readonly size: number;
  /** null: the default, from `size` and the order. */
  readonly shardSize: number | null;
  readonly minDocCount: number;
  readonly shardMinDocCount: number;
  readonly order: readonly OrderElement[];
  readonly showTermDocCountError: boolean;
  /** How OpenSearch schedules sub-aggregations; the answer is the same either way. */
  readonly breadthFirst: boolean;
}

interface TermCounts {
  readonly size: number;
  /** null where it is not given. */
  readonly shardSize: number | null;
  readonly minDocCount: number;
  readonly shardMinDocCount: number;
}

/** How many terms are shown, and how many documents each must have. */
export function countFields(
  name: string,
  leastDocCount: number,
): {
  readonly parsers: FieldParsers;
  readonly values: () => TermCounts;
} {
  let [size, shardSize, minDocCount, shardMinDocCount] = [10, null as number | null, leastDocCount, 0];
  const parsers: FieldParsers = {
    size: intField((value) => {
      size = atLeast(value, 1, 'size', name);
    }),
    shard_size: intField((value) => {
      shardSize = atLeast(value, 1, 'shardSize', name);
    }),
    min_doc_count: intField((value) => {
      minDocCount = atLeast(value, 0, 'minDocCount', name);
    }),
    shard_min_doc_count: intField((value) => {
      shardMinDocCount = atLeast(value, 0, 'shardMinDocCount', name);
    }),
  };
  return { parsers, values: () => ({ size, shardSize, minDocCount, shardMinDocCount }) };
}

/** The parameters of aggregations that show the first of many terms. */
export function termsFields(name: string): {
  readonly parsers: FieldParsers;
  readonly values: () => TermsValues;
} {
  const counts = countFields(name, 1);
  let order: readonly OrderElement[] = COUNT_DESC;
  let [showTermDocCountError, breadthFirst] = [false, false];
  const parsers: FieldParsers = {
    ...counts.parsers,
    show_term_doc_count_error: booleanField((value) => {
      showTermDocCountError = value;
    }),
    collect_mode: textField((value) => {
      breadthFirst = value === 'breadth_first';
      if (breadthFirst || value === 'depth_first') return;
      throw apiError('parse_exception', `no [collect_mode] found for value [${value}]`);
    }),
    order: orderField((value) => {
      order = withTieBreaker(value);
    }),
  };
  const values = (): TermsValues => {
    const counted = counts.values();
    const shardMinDocCount = Math.min(counted.shardMinDocCount, counted.minDocCount);
    return { ...counted, shardMinDocCount, order, showTermDocCountError, breadthFirst };
  };
  return { parsers, values };
}
