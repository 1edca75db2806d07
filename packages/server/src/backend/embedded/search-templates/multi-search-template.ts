import { apiError, type ParamsOf } from '@sextant/contract';
import type { EmbeddedContext, Handler, RequestOf } from '../context.ts';
import { validationFailed } from '../document/write-params.ts';
import { causeOf } from '../error-body.ts';
import { readTree } from '../read-tree-body.ts';
import {
  answerCalls,
  type CallLines,
  checkCalls,
  type FailedCall,
  othersAfter,
  readLines,
} from '../search/multi-search.ts';
import type { SearchCall } from '../search/run-search.ts';
import { mergeParams } from '../search/search-body.ts';
import { renderedSearch } from './search-template.ts';
import { readTemplateRequest, type TemplateRequest } from './template-request.ts';

/** Several searches by templates, each a header line and a template line; what fails is an error in its place. */
export const multiSearchTemplate: Handler<'msearch_template'> = async (context, request) => {
  const started = context.clock.nanos();
  checkCalls(request);
  const lines = await readLines(await request.body.bytes(), request);
  const templates: TemplateRequest[] = [];
  for (const { text } of lines) {
    templates.push(readTemplate(text));
    await othersAfter(templates.length, request);
  }
  const calls: (SearchCall | FailedCall)[] = [];
  for (const [place, line] of lines.entries()) {
    calls.push(await callOf(context, request, line, templates[place]!));
    await othersAfter(calls.length, request);
  }
  if (calls.every((call) => 'failed' in call)) throw validationFailed(['no requests added']);
  return answerCalls(context, request, started, calls);
};

/** One template that cannot be read refuses all of them. */
function readTemplate(text: string): TemplateRequest {
  const template = readTemplateRequest(readTree(Buffer.from(text)));
  if (template.id !== undefined || template.source !== undefined) return template;
  throw apiError('illegal_argument_exception', 'Malformed search template');
}

async function callOf(
  context: EmbeddedContext,
  { params }: RequestOf<'msearch_template'>,
  { header }: CallLines,
  template: TemplateRequest,
): Promise<SearchCall | FailedCall> {
  const whole = params.rest_total_hits_as_int;
  const asInt: ParamsOf<'search'> = whole === undefined ? {} : { rest_total_hits_as_int: whole };
  try {
    return { ...header, body: mergeParams(await renderedSearch(context, template), asInt) };
  } catch (error) {
    return { failed: causeOf(error) };
  }
}
