import { type JsonMap, RawJson } from '@sextant/contract';
import type { BackendRequest } from '../../backend.ts';
import type { EmbeddedContext } from '../context.ts';
import { requestBudget } from '../search/request-budget.ts';
import { type ChosenPipeline, chosenPipeline, mayBePiped, type PipedCall } from './chosen-pipeline.ts';
import { PipelineRun, type Trace } from './pipeline-run.ts';
import type { AskedSearch, FoundHits } from './search-pipeline.ts';
import { processorResults, shownRequest } from './verbose-answer.ts';

/** A search as it is to be done; `asTree`: its answer is changed, and so must not be written yet. */
export interface PipedSearch extends AskedSearch {
  readonly asTree?: boolean;
}

/** Does a search, through the pipeline that it names, that stands in its body, or that its indices have in common. Throws ApiError. */
export function throughPipeline(
  context: EmbeddedContext,
  request: BackendRequest,
  call: PipedCall,
  search: DoSearch,
): Promise<JsonMap | RawJson> {
  return mayBePiped(context, call) ? piped(context, request, call, search) : search(call);
}

type DoSearch = (asked: PipedSearch) => Promise<JsonMap | RawJson>;

async function piped(
  context: EmbeddedContext,
  request: BackendRequest,
  call: PipedCall,
  search: DoSearch,
): Promise<JsonMap | RawJson> {
  const chosen = chosenPipeline(context, request, call);
  if (chosen === undefined) return search(call);
  const trace = chosen.isVerbose ? traceOf(chosen) : undefined;
  return within(context, request, { chosen, trace }, async (run) => {
    const asked = await run.request(withoutPipeline(call));
    const asTree = trace !== undefined || chosen.pipeline.response.processors.length > 0;
    const answer = await search({ ...asked, asTree });
    if (!asTree || answer instanceof RawJson) return answer;
    const { status, ...found } = await run.response(answer as FoundHits, asked);
    const results = trace === undefined || trace.results.length === 0 ? {} : processed(trace);
    return { ...found, ...results, status };
  });
}

const processed = ({ results }: Trace): JsonMap => ({ processor_results: processorResults(results) });

/** The search that a pipeline makes of one of which no hits are shown. Throws ApiError. */
export async function askedThroughPipeline(
  context: EmbeddedContext,
  request: BackendRequest,
  call: PipedCall,
): Promise<AskedSearch> {
  const chosen = chosenPipeline(context, request, call);
  if (chosen === undefined) return call;
  return within(context, request, { chosen, trace: undefined }, (run) => run.request(withoutPipeline(call)));
}

/** Does something with a run that ends with the request, and takes its memory of that of all requests. */
async function within<Result>(
  context: EmbeddedContext,
  request: BackendRequest,
  { chosen, trace }: { readonly chosen: ChosenPipeline; readonly trace: Trace | undefined },
  work: (run: PipelineRun) => Promise<Result>,
): Promise<Result> {
  const { searchPipelines, clock } = context;
  const budget = requestBudget(context, request);
  try {
    return await work(
      new PipelineRun(chosen.pipeline, { totals: searchPipelines.totals, clock, budget, trace }),
    );
  } finally {
    budget.close();
  }
}

function traceOf({ isAdHoc }: ChosenPipeline): Trace {
  return { results: [], shownRequest: (asked) => shownRequest(asked, isAdHoc) };
}

function withoutPipeline({ body, params }: PipedCall): AskedSearch {
  const { search_pipeline: _pipeline, verbose_pipeline: _verbose, ...rest } = body;
  return { body: rest, params };
}
