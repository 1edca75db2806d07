import {
  ApiError,
  apiError,
  dictionary,
  type ErrorCause,
  isObject,
  type Json,
  type JsonMap,
  parseWithLongs,
  scanJson,
} from '@sextant/contract';
import { readScript, suggestionMark } from '@sextant/engine';
import type { EmbeddedContext } from '../context.ts';
import { renderedText } from '../search-templates/template-request.ts';

type Body = Readonly<Record<string, unknown>>;
type Scripts = Pick<EmbeddedContext, 'metadata' | 'settings'>;

/**
 * A body in which the templates that phrases are collated with are filled in, but for the texts that are proposed: only the shards
 * know these. What is wrong with a template is the failure of the shards. Throws ApiError for what is no template at all.
 */
export async function withCollations<Given>(context: Scripts, body: Given): Promise<Given> {
  if (!isObject(body) || !isObject(body.suggest)) return body;
  const suggest: Record<string, unknown> = Object.assign(dictionary(), body.suggest);
  for (const [name, suggestion] of Object.entries(suggest)) {
    const phrase = isObject(suggestion) ? suggestion.phrase : undefined;
    const collate = isObject(phrase) ? phrase.collate : undefined;
    if (!isObject(collate) || collate.query === undefined) continue;
    const query = await preparedQuery(context, collate);
    suggest[name] = {
      ...(suggestion as Body),
      phrase: { ...(phrase as Body), collate: { ...collate, query } },
    };
  }
  return { ...body, suggest };
}

/** `{prepared}` or `{failure}`, as the engine takes it. */
async function preparedQuery(context: Scripts, { query, params }: Body): Promise<JsonMap> {
  if (typeof query !== 'string' && !isObject(query)) {
    throw apiError('x_content_parse_exception', '[script] Expected START_OBJECT but was: END_OBJECT');
  }
  const { source, stored, lang } = readScript(query, 'mustache');
  try {
    if (lang !== 'mustache') {
      const reason = `[collate] takes templates in [mustache], and no script in [${lang}]`;
      throw apiError('illegal_argument_exception', reason);
    }
    const filling = { ...(isObject(params) ? params : {}), suggestion: suggestionMark } as Record<
      string,
      Json
    >;
    const template = stored ? { id: source, params: filling } : { source, params: filling };
    return { prepared: queryOf(await renderedText(context, template)) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { failure: error.error as unknown as Json };
  }
}

function queryOf(text: string): Json {
  if (!text.trimStart().startsWith('{'))
    throw apiError('x_content_parse_exception', 'Failed to derive xcontent');
  const { problem } = scanJson(Buffer.from(text));
  if (problem === undefined) return parseWithLongs(text) as Json;
  const reason = problem.reason.includes(suggestionMark.codePointAt(0)!.toString(16))
    ? 'the text of a proposal stands outside of a text in JSON'
    : problem.reason;
  const causedBy: ErrorCause = { type: problem.type, reason };
  throw new ApiError({ type: 'exception', reason: 'I/O exception during suggest phase', causedBy });
}
