import { apiError } from '@sextant/contract';
import { type Handler, type Handlers, ok } from '../context.ts';
import { requestSource } from '../document/request-source.ts';
import { objectOf } from '../ingest/pipeline-handlers.ts';
import { bodiesByName, entriesNamed, pipelineMissing, removeEntries } from '../kept-entries.ts';
import { checkClusterBlocks } from '../request-blocks.ts';
import { searchPipelines } from './search-pipelines.ts';

/** Pipelines of one cluster; each is compiled and kept in memory when it is used. */
const PIPELINES_MAX = 10_000;
const CHARACTERS_MAX = 1024 * 1024;
const ID_BYTES_MAX = 512;

const putPipeline: Handler<'search_pipeline.put'> = async (context, request) => {
  const { id } = request.pathParams;
  const body = objectOf(await requestSource(request));
  checkClusterBlocks(context, request, undefined);
  checkId(id);
  context.searchPipelines.compile(id, body);
  const text = JSON.stringify(body);
  if (text.length > CHARACTERS_MAX) {
    throw apiError('illegal_argument_exception', `a pipeline is longer than [${CHARACTERS_MAX}] characters`);
  }
  const { metadata } = context;
  const kept = metadata.entries(searchPipelines);
  if (kept.size >= PIPELINES_MAX && !kept.has(id)) {
    const reason = `there are [${PIPELINES_MAX}] search pipelines, the most that may be`;
    throw apiError('illegal_argument_exception', reason);
  }
  metadata.change({ section: searchPipelines, entries: new Map([[id, { body: text }]]) });
  return ok({ acknowledged: true });
};

function checkId(id: string): void {
  const bytes = Buffer.byteLength(id);
  if (bytes <= ID_BYTES_MAX) return;
  const reason = `Search Pipeline id [${id}] exceeds maximum length of ${ID_BYTES_MAX} UTF-8 bytes (actual: ${bytes} bytes)`;
  throw apiError('illegal_argument_exception', reason);
}

const getPipeline: Handler<'search_pipeline.get'> = async (context, request) => {
  const found = entriesNamed(context, searchPipelines, request.pathParams.id?.split(',') ?? ['*']);
  return { status: found.length === 0 ? 404 : 200, kind: 'json', body: bodiesByName(found) };
};

const deletePipeline: Handler<'search_pipeline.delete'> = async (context, request) =>
  removeEntries(context, request, {
    section: searchPipelines,
    pattern: request.pathParams.id,
    missing: pipelineMissing,
  });

type Names = 'search_pipeline.put' | 'search_pipeline.get' | 'search_pipeline.delete';

export const searchPipelineHandlers: Pick<Handlers<'search'>, Names> = {
  'search_pipeline.put': putPipeline,
  'search_pipeline.get': getPipeline,
  'search_pipeline.delete': deletePipeline,
};
