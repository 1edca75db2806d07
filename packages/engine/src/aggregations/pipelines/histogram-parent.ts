import type { PipelineNode, PipelinePlace } from '../aggregation-tree.ts';

const WANTED = 'must have a histogram, date_histogram or auto_date_histogram as parent';

/** What is wrong with the place of a pipeline that goes by the order of the buckets around it. */
export function histogramProblem({ name, type }: PipelineNode, { parent }: PipelinePlace): string | null {
  const self = `${type.name} aggregation [${name}]`;
  if (parent === null) return `${self} ${WANTED} but doesn't have a parent`;
  const least = parent.type.minDocCount?.(parent.spec);
  if (least === undefined) return `${self} ${WANTED}`;
  return least === 0 ? null : `parent histogram of ${self} must have min_doc_count of 0`;
}
