import { apiError, type Json } from '@sextant/contract';
import { type AnalyzedToken, analyzeTexts, type IndexMetadata } from '@sextant/engine';
import { indexClosed, readIndex } from '../../../cluster/index-names.ts';
import { catalogOf, type EmbeddedContext, type Handler, ok, type RequestOf } from '../context.ts';
import { AnalyzeDetail } from './analyze-detail.ts';
import { parseAnalyzeRequest } from './analyze-request.ts';
import { chooseAnalyzer } from './chosen-analyzer.ts';

/** The tokens that a field, a named analyzer or one put together in the request makes of a text. */
export const analyze: Handler<'indices.analyze'> = async (context, request) => {
  if (request.body.empty) throw apiError('parse_exception', 'request body or source parameter is required');
  const wanted = parseAnalyzeRequest(await request.body.json());
  const index = analyzedIndex(context, request);
  const chosen = chooseAnalyzer(wanted, index);
  const limit = Number(index?.settings['index.analyze.max_token_count'] ?? 10_000);
  const check = (tokens: readonly AnalyzedToken[]): void => checkCount(tokens, limit);
  const gap = index === undefined ? 0 : 100;
  if (wanted.explain) {
    const detail = new AnalyzeDetail(wanted, index?.settings ?? {}, gap, check);
    return ok({ detail: detail.body(chosen) });
  }
  const tokens = analyzeTexts(chosen.analyzer, wanted.text, gap);
  check(tokens);
  return ok({ tokens: tokens.map((token): Json => ({ ...token })) });
};

function checkCount(tokens: readonly AnalyzedToken[], limit: number): void {
  if (tokens.length <= limit) return;
  throw apiError(
    'illegal_state_exception',
    `The number of tokens produced by calling _analyze has exceeded the allowed maximum of [${limit}]. This limit can be set by changing the [index.analyze.max_token_count] index level setting.`,
  );
}

function analyzedIndex(
  context: EmbeddedContext,
  request: RequestOf<'indices.analyze'>,
): IndexMetadata | undefined {
  const name = request.indices[0];
  if (name === undefined) return undefined;
  const index = readIndex(catalogOf(context, request), name);
  if (index.state === 'close') throw indexClosed(index);
  return index;
}
