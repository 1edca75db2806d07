import { apiError, type Json } from '@sextant/contract';
import { type Analyzer, analyzerRegistry, analyzeTexts, type IndexMetadata, Mapping } from '@sextant/engine';
import { isObject } from '../../../cluster/flat-settings.ts';
import { indexClosed, readIndex } from '../../../cluster/index-names.ts';
import type { BackendRequest } from '../../backend.ts';
import { catalogOf, type EmbeddedContext, type Handler, ok } from '../context.ts';
import { validationFailed } from '../document/write-params.ts';

interface AnalyzeRequest {
  readonly text: readonly string[];
  readonly analyzer?: string;
  readonly field?: string;
  readonly normalizer?: string;
  readonly tokenizer?: unknown;
  readonly filter: readonly unknown[];
}

/** The tokens that a field, a named analyzer or one put together in the request makes of a text. */
export const analyze: Handler = async (context, request) => {
  if (request.body.empty) throw apiError('parse_exception', 'request body or source parameter is required');
  const wanted = parseRequest(await request.body.json());
  const index = analyzedIndex(context, request);
  const tokens = analyzeTexts(chooseAnalyzer(wanted, index), wanted.text, index === undefined ? 0 : 100);
  const limit = Number(index?.settings['index.analyze.max_token_count'] ?? 10_000);
  if (tokens.length > limit) {
    throw apiError(
      'illegal_state_exception',
      `The number of tokens produced by calling _analyze has exceeded the allowed maximum of [${limit}]. This limit can be set by changing the [index.analyze.max_token_count] index level setting.`,
    );
  }
  return ok({ tokens: tokens.map((token): Json => ({ ...token })) });
};

function analyzedIndex(context: EmbeddedContext, request: BackendRequest): IndexMetadata | undefined {
  const name = request.pathParams.index ?? (request.params.index as string | undefined);
  if (name === undefined) return undefined;
  const index = readIndex(catalogOf(context, request.internal), name);
  if (index.state === 'close') throw indexClosed(index);
  return index;
}

const keys = new Set([
  'text',
  'analyzer',
  'field',
  'normalizer',
  'tokenizer',
  'filter',
  'char_filter',
  'explain',
  'attributes',
]);

function parseRequest(body: unknown): AnalyzeRequest {
  if (!isObject(body)) throw apiError('x_content_parse_exception', '[analyze_request] Expected START_OBJECT');
  for (const key of Object.keys(body)) {
    if (!keys.has(key))
      throw apiError('x_content_parse_exception', `[analyze_request] unknown field [${key}]`);
  }
  if (body.explain === true || body.attributes !== undefined) {
    throw apiError('illegal_argument_exception', '[explain] is not supported in an analyze request');
  }
  if (listOf(body.char_filter).length > 0) {
    throw apiError('illegal_argument_exception', '[char_filter] is not supported in an analyze request');
  }
  const text = listOf(body.text).map(String);
  if (text.length === 0) throw validationFailed(['text is missing']);
  if (body.normalizer !== undefined && (body.tokenizer !== undefined || body.analyzer !== undefined)) {
    throw validationFailed(['tokenizer/analyze should be null if normalizer is specified']);
  }
  return {
    text,
    filter: listOf(body.filter),
    ...(body.tokenizer === undefined ? {} : { tokenizer: body.tokenizer }),
    ...textMember(body, 'analyzer'),
    ...textMember(body, 'field'),
    ...textMember(body, 'normalizer'),
  };
}

function textMember(body: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, string>> {
  return body[key] === undefined || body[key] === null ? {} : { [key]: String(body[key]) };
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function chooseAnalyzer(wanted: AnalyzeRequest, index: IndexMetadata | undefined): Analyzer {
  const registry = analyzerRegistry(index?.settings ?? {});
  if (wanted.analyzer !== undefined) {
    const scope = index === undefined ? 'global analyzer' : 'analyzer';
    return registry.analyzer(wanted.analyzer) ?? notFound(scope, wanted.analyzer);
  }
  if (wanted.normalizer !== undefined) {
    return registry.normalizer(wanted.normalizer) ?? notFound('normalizer', wanted.normalizer);
  }
  if (wanted.tokenizer !== undefined) return registry.assemble(wanted.tokenizer, wanted.filter);
  if (wanted.filter.length > 0) return registry.assemble('keyword', wanted.filter);
  if (wanted.field !== undefined) return fieldAnalyzer(wanted.field, index);
  return registry.analyzer('default')!;
}

function notFound(what: string, name: string): never {
  throw apiError('illegal_argument_exception', `failed to find ${what} [${name}]`);
}

function fieldAnalyzer(name: string, index: IndexMetadata | undefined): Analyzer {
  if (index === undefined) {
    throw apiError('illegal_argument_exception', 'analysis based on a specific field requires an index');
  }
  const registry = analyzerRegistry(index.settings);
  const field = Mapping.create(index.mappings, index.settings).field(name);
  if (field === undefined) return registry.analyzer('default')!;
  const analyzer = field.analyzer ?? field.normalizer;
  if (analyzer !== undefined) return analyzer;
  if (field.type === 'keyword') return registry.analyzer('keyword')!;
  throw apiError(
    'illegal_argument_exception',
    `Can't process field [${name}], Analysis requests are only supported on tokenized fields`,
  );
}
