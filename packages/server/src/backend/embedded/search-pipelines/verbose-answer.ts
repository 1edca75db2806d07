import { isObject, type Json, type JsonMap } from '@sextant/contract';
import { canonicalQuery } from '../search/canonical-query.ts';
import { inJavaOrder } from './processors/java-order.ts';
import type { AskedSearch, ProcessorResult } from './search-pipeline.ts';

/** The search as OpenSearch prints it back between two processors; `isAdHoc`: its pipeline stands in it. */
export function shownRequest({ body }: AskedSearch, isAdHoc: boolean): JsonMap {
  const { query, _source: source, ...others } = body;
  return inJavaOrder({
    ...(others as JsonMap),
    ...(query === undefined ? {} : { query: canonicalQuery(query) }),
    ...(source === undefined ? {} : { _source: shownSource(source) }),
    verbose_pipeline: true,
    // What is read of it is taken out.
    ...(isAdHoc ? { search_pipeline: {} } : {}),
  });
}

function shownSource(source: unknown): Json {
  if (source === false || source === 'false') return false;
  if (!isObject(source)) {
    const includes = source === true || source === 'true' ? [] : [source].flat();
    return { includes: includes as Json[], excludes: [] };
  }
  const list = (value: unknown): Json[] => [value ?? []].flat() as Json[];
  return {
    includes: list(source.includes ?? source.include),
    excludes: list(source.excludes ?? source.exclude),
  };
}

/** `processor_results` */
export function processorResults(results: readonly ProcessorResult[]): JsonMap[] {
  return results.map(({ type, tag, millis, failed, input, output }) => ({
    processor_name: type,
    tag,
    duration_millis: millis,
    status: failed === undefined ? 'success' : 'fail',
    error: failed?.reason,
    input_data: input,
    output_data: output,
  }));
}
