import { apiError } from '@sextant/contract';
import type { AggregationType } from '../aggregation-tree.ts';
import { reverseNestedAggregator } from '../buckets/nested-aggregator.ts';
import { isNested, nested, readPath } from './nested.ts';

interface ReverseNestedSpec {
  /** Of the objects to go back to; null: to the whole documents. */
  readonly path: string | null;
}

export const reverseNested: AggregationType<ReverseNestedSpec> = {
  name: 'reverse_nested',
  holds: true,
  gives: 'bucket',
  parse: (name, body) => Object.freeze({ path: readPath(name, body) }),
  handsOn: ({ path }, shard) => (path !== null && isNested('reverse_nested', path, shard) ? path : null),
  create: (node, shard, { children, above }) => {
    if (!above.some(({ type }) => type.name === nested.name)) {
      const rule = 'can only be used inside a [nested] aggregation';
      throw apiError('illegal_argument_exception', `Reverse nested aggregation [${node.name}] ${rule}`);
    }
    const { path } = node.spec;
    const isMapped = path === null || isNested('reverse_nested', path, shard);
    return reverseNestedAggregator(node, shard, children, { path, isMapped });
  },
};
