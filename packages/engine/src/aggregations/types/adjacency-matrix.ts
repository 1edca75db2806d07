import { apiError, dictionary } from '@sextant/contract';
import { isObject, type JsonObject } from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { parseQuery } from '../../query/parse-query.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { AdjacencyMatrixAggregator } from '../buckets/adjacency-matrix.ts';
import { booleanField, type FieldParser, readFields, textField } from '../parse/field-parsers.ts';
import type { AdjacencyMatrixSpec } from '../specs/adjacency-matrix.ts';

/** A bucket for each filter, and for each pair of them. */
export const adjacencyMatrix: AggregationType<AdjacencyMatrixSpec> = {
  name: 'adjacency_matrix',
  holds: true,
  gives: 'buckets',
  parse: parseAdjacencyMatrix,
  create: (node, shard, { children }) => new AdjacencyMatrixAggregator(node, shard, children),
};

function parseAdjacencyMatrix(name: string, body: JsonObject): AdjacencyMatrixSpec {
  let filters: AdjacencyMatrixSpec['filters'] = [];
  let separator = '&';
  let onlyIntersecting = false;
  readFields('adjacency_matrix', body, {
    filters: {
      tokens: ['START_OBJECT', 'START_ARRAY'],
      read: (value) => {
        if (!isObject(value))
          throw apiError(
            'illegal_argument_exception',
            "[filters] doesn't support arrays. Use a single object with multiple fields.",
          );
        filters = readFilters(value);
      },
    },
    separator: textField((value) => {
      separator = value;
    }),
    show_only_intersecting: booleanField((value) => {
      onlyIntersecting = value;
    }),
  });
  if (filters.length === 0)
    throw apiError('illegal_state_exception', `[${name}] is missing : filters parameter`);
  return Object.freeze({ filters, separator, onlyIntersecting });
}

function readFilters(body: JsonObject): AdjacencyMatrixSpec['filters'] {
  const found = new Map<string, QueryNode>();
  const one = (key: string): FieldParser => ({
    tokens: ['START_OBJECT'],
    read: (query) => void found.set(key, parseQuery(query)),
  });
  const keys = Object.keys(body);
  const parsers = dictionary<FieldParser>();
  for (const key of keys) parsers[key] = one(key);
  readFields('filters', body, parsers);
  const sorted = keys.sort((a, b) => Number(a > b) - Number(a < b));
  return Object.freeze(sorted.map((key) => ({ key, query: found.get(key)! })));
}
