import { dictionary, type JsonMap } from '@sextant/contract';
import { countsBody } from '../ingest/ingest-stats.ts';
import { requestProcessorTypes } from './processors/request-processors.ts';
import { responseProcessorTypes } from './processors/response-processors.ts';
import { nameOf, type PipelineSide } from './search-pipeline.ts';
import type { SearchPipelines } from './search-pipelines.ts';

function processorsBody({ processors }: PipelineSide<unknown>): JsonMap[] {
  return processors.map(({ type, tag, counts }) => ({
    [nameOf({ type, tag })]: { type, stats: countsBody(counts) },
  }));
}

/** `search_pipeline` of `_nodes/stats`: counts since the start of the process. */
export function searchPipelineStats(pipelines: SearchPipelines): JsonMap {
  const each: Record<string, JsonMap> = dictionary();
  for (const { id, request, response } of pipelines.used()) {
    each[id] = {
      request: countsBody(request.counts),
      response: countsBody(response.counts),
      request_processors: processorsBody(request),
      response_processors: processorsBody(response),
    };
  }
  return {
    total_request: countsBody(pipelines.totals.request),
    total_response: countsBody(pipelines.totals.response),
    pipelines: each,
    system_generated_processors: { request_processors: [], response_processors: [] },
    system_generated_factories: { request_processor_factories: [], response_processor_factories: [] },
  };
}

const typesOf = (types: ReadonlyMap<string, unknown>): JsonMap[] =>
  [...types.keys()].map((type) => ({ type }));

/** `search_pipelines` of `_nodes`: which processors there are. */
export function searchPipelinesPart(): JsonMap {
  return {
    request_processors: typesOf(requestProcessorTypes),
    response_processors: typesOf(responseProcessorTypes),
    phase_results_processors: [],
  };
}
