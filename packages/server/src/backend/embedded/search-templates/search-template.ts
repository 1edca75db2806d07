import { apiError, GivenJson } from '@sextant/contract';
import type { SearchBody } from '@sextant/engine';
import type { BackendRequest } from '../../backend.ts';
import { type EmbeddedContext, type Handler, ok } from '../context.ts';
import { placedSearchError, readPlacedText } from '../read-errors.ts';
import { readTreeBody } from '../read-tree-body.ts';
import { parseLine } from '../search/multi-search.ts';
import { answerSearch } from '../search/search.ts';
import { checkedBody } from '../search/search-body.ts';
import { checkSearchParams } from '../search/search-checks.ts';
import {
  readTemplateRequest,
  renderedText,
  requireTemplate,
  type TemplateRequest,
} from './template-request.ts';

async function templateOf(request: Pick<BackendRequest, 'body'>): Promise<TemplateRequest> {
  if (request.body.empty) {
    throw apiError('parse_exception', 'request body or source parameter is required');
  }
  const read = await readTreeBody(request);
  return readPlacedText(read.bytes, read.plain, (plain) => readTemplateRequest({ ...read, plain }));
}

export const searchTemplate: Handler<'search_template'> = async (context, request) => {
  checkSearchParams(request.params);
  const template = await templateOf(request);
  requireTemplate(template);
  // Only the body says whether hits are explained.
  const { explain: _explain, profile: _profile, ...params } = request.params;
  const text = await renderedText(context, template);
  const body = searchOf(text, template);
  try {
    return await answerSearch(context, { ...request, params }, body);
  } catch (error) {
    throw placedSearchError(Buffer.from(text), error);
  }
};

/** The search that a template becomes. Throws ApiError. */
export async function renderedSearch(
  context: EmbeddedContext,
  template: TemplateRequest,
): Promise<SearchBody> {
  return searchOf(await renderedText(context, template), template);
}

function searchOf(text: string, { explain, profile }: TemplateRequest): SearchBody {
  if (text.trim() === '') {
    const place = { line: 1, col: 0 };
    throw apiError('parsing_exception', 'Expected [START_OBJECT] but found [null]', place);
  }
  return {
    ...checkedBody(parseLine(text)),
    ...(explain === true ? { explain } : {}),
    ...(profile === true ? { profile } : {}),
  };
}

export const renderSearchTemplate: Handler<'render_search_template'> = async (context, request) => {
  const { id } = request.pathParams;
  const given = await templateOf(request);
  const template = id === undefined ? given : { ...given, id };
  requireTemplate(template);
  // As OpenSearch: whatever the text is, it stands there.
  const text = await renderedText(context, template);
  return ok({ template_output: new GivenJson(Buffer.from(text)) });
};
