import { apiError } from '@sextant/contract';
import type { PipelineSpec, PipelineType } from '../aggregation-tree.ts';

/** A pipeline that goes by a script, which is not run here: refused by name. */
function scripted(name: string): PipelineType {
  return {
    name,
    parse: (): PipelineSpec => {
      const reason = `[script] of the [${name}] aggregation is not supported`;
      throw apiError('illegal_argument_exception', reason);
    },
    problem: () => null,
    stage: () => ({ kind: 'parent', buckets: (parent) => parent }),
  };
}

export const bucketScript = scripted('bucket_script');
export const bucketSelector = scripted('bucket_selector');
export const movingFunction = scripted('moving_fn');
