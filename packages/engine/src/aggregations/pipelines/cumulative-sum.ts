import { apiError } from '@sextant/contract';
import { type JsonObject, toTextList } from '../../dsl/json-reader.ts';
import type { PipelineNode, PipelineSpec, PipelineType } from '../aggregation-tree.ts';
import type { InternalMultiBucket } from '../internal-aggregation.ts';
import { readFields, textField } from '../parse/field-parsers.ts';
import { numberFormat, RAW_FORMAT, type ValueFormat } from '../values/value-format.ts';
import { bucketValue, pathNames } from './buckets-path.ts';
import { histogramProblem } from './histogram-parent.ts';
import { SimpleValue } from './simple-value.ts';

interface CumulativeSumSpec extends PipelineSpec {
  readonly format: ValueFormat;
}

export const cumulativeSum: PipelineType<CumulativeSumSpec> = {
  name: 'cumulative_sum',
  parse,
  problem: (node, place) => {
    if (node.spec.paths.length !== 1)
      return `buckets_path must contain a single entry for aggregation [${node.name}]`;
    return histogramProblem(node, place);
  },
  stage: (node) => ({ kind: 'parent', buckets: (parent) => summed(node, parent) }),
};

function parse(_name: string, body: JsonObject): CumulativeSumSpec {
  let paths: readonly string[] | null = null;
  let format = RAW_FORMAT;
  readFields('cumulative_sum', body, {
    buckets_path: {
      tokens: ['VALUE_STRING', 'START_ARRAY'],
      read: (value) => {
        paths = Object.freeze(toTextList(value));
      },
    },
    format: textField((value) => {
      format = numberFormat(value);
    }),
  });
  if (paths === null) throw apiError('illegal_argument_exception', 'Required [buckets_path]');
  return Object.freeze({ paths, format });
}

function summed(node: PipelineNode<CumulativeSumSpec>, parent: InternalMultiBucket): InternalMultiBucket {
  const path = pathNames(node.spec.paths[0]!);
  let sum = 0;
  const buckets = parent.buckets.map((bucket) => {
    sum += bucketValue(parent, bucket, path, 'insert_zeros') ?? 0;
    const result = new SimpleValue(node, sum, node.spec.format);
    return parent.withChildren(bucket, [...bucket.children, result]);
  });
  return parent.withBuckets(buckets);
}
