import { parsingError, tokenOf } from '../../dsl/json-reader.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { everyDocument } from '../buckets/single-bucket.ts';

/** All documents of the index, whatever the query matches. */
export const global: AggregationType = {
  name: 'global',
  holds: true,
  gives: 'bucket',
  everything: true,
  parse: (name, body) => {
    for (const value of Object.values(body)) {
      throw parsingError(
        `Expected [FIELD_NAME] under a [START_OBJECT], but got a [${tokenOf(value)}] in [${name}]`,
      );
    }
    return Object.freeze({});
  },
  create: (node, shard, { children }) => everyDocument(node, shard, children),
};
