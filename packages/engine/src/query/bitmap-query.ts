import { Buffer } from 'node:buffer';
import { apiError } from '@sextant/contract';
import { requireSearchable } from './field-support.ts';
import type { TermsNode } from './nodes/terms.ts';
import { NumberSetWeight } from './number-set-weight.ts';
import { bitmapIntervals } from './roaring-bitmap.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from './weight.ts';

/** Documents with a number of a bitmap in a field of whole numbers. */
export function bitmapWeight(node: TermsNode, context: QueryContext, boost: number): Weight {
  const field = context.mapping.field(node.field);
  if (field === undefined) return new MatchNoneWeight();
  requireSearchable(field, context);
  if (field.type !== 'integer' && field.type !== 'long') {
    const reason = `Field [${field.type}] of type [${field.type}] does not support bitmap queries`;
    throw apiError('illegal_argument_exception', reason);
  }
  const intervals = node.values.flatMap((value) => {
    return bitmapIntervals(Buffer.from(String(value), 'base64'), field.type === 'long', context.budget);
  });
  return new NumberSetWeight(context, field.name, intervals, Math.fround(boost * field.boost));
}
