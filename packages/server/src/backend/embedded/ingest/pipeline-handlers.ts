import { ApiError, apiError, type ErrorCause, scanJson, withoutComments } from '@sextant/contract';
import { type Handler, ok } from '../context.ts';
import { requestSource } from '../document/request-source.ts';
import { bodiesByName, entriesNamed, pipelineMissing, removeEntries } from '../kept-entries.ts';
import { checkClusterBlocks } from '../request-blocks.ts';
import { grokPatterns } from './grok/grok-patterns.ts';
import { isValues, parseValue, type Values } from './java-values.ts';
import { ingestPipelines } from './pipelines.ts';

/** Pipelines of one cluster; each is compiled and kept in memory when it is used. */
const PIPELINES_MAX = 10_000;
const CHARACTERS_MAX = 1024 * 1024;

export const putPipeline: Handler<'ingest.put_pipeline'> = async (context, request) => {
  const { id } = request.pathParams;
  const body = objectOf(await requestSource(request));
  checkClusterBlocks(context, request, undefined);
  context.pipelines.compile(id, body);
  const text = JSON.stringify(body);
  if (text.length > CHARACTERS_MAX) {
    throw apiError('illegal_argument_exception', `a pipeline is longer than [${CHARACTERS_MAX}] characters`);
  }
  const { metadata, pipelines } = context;
  if (pipelines.size >= PIPELINES_MAX && !metadata.entries(ingestPipelines).has(id)) {
    throw apiError(
      'illegal_argument_exception',
      `there are [${PIPELINES_MAX}] pipelines, the most that may be`,
    );
  }
  metadata.change({ section: ingestPipelines, entries: new Map([[id, { body: text }]]) });
  return ok({ acknowledged: true });
};

/** The body as an object of JSON. Throws ApiError. */
export function objectOf(bytes: Uint8Array): Values {
  const { problem, comments } = scanJson(bytes);
  if (problem !== undefined) throw noMap(problem);
  let body: unknown;
  try {
    body = parseValue(Buffer.from(withoutComments(bytes, comments)).toString());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw noMap({ type: 'json_parse_exception', reason: error.message });
  }
  if (isValues(body as Values)) return body as Values;
  throw apiError('parse_exception', 'the body is not an object');
}

function noMap(causedBy: ErrorCause): ApiError {
  return new ApiError({ type: 'parse_exception', reason: 'Failed to parse content to map', causedBy });
}

export const getPipeline: Handler<'ingest.get_pipeline'> = async (context, request) => {
  const found = entriesNamed(context, ingestPipelines, request.pathParams.id?.split(',') ?? ['*']);
  return { status: found.length === 0 ? 404 : 200, kind: 'json', body: bodiesByName(found) };
};

export const deletePipeline: Handler<'ingest.delete_pipeline'> = async (context, request) =>
  removeEntries(context, request, {
    section: ingestPipelines,
    pattern: request.pathParams.id,
    missing: pipelineMissing,
  });

export const grokProcessorPatterns: Handler<'ingest.processor_grok'> = async (_context, { params }) => {
  const patterns = [...grokPatterns];
  if (params.s === true) patterns.sort(([a], [b]) => (a < b ? -1 : 1));
  return ok({ patterns: Object.fromEntries(patterns) });
};
