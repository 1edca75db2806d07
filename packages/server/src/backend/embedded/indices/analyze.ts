import { apiError, type Json } from '@sextant/contract';
import { type AnalyzedToken, analysisMeter, analyzeTexts, type IndexMetadata } from '@sextant/engine';
import { checkBlocks } from '../../../cluster/blocks.ts';
import { indexClosed, readIndex } from '../../../cluster/index-names.ts';
import { catalogOf, type EmbeddedContext, type Handler, ok, type RequestOf } from '../context.ts';
import { asSeen } from '../document/visible-documents.ts';
import { readPlaced } from '../read-errors.ts';
import { AnalyzeDetail } from './analyze-detail.ts';
import { checkAnalyzeRequest, parseAnalyzeRequest } from './analyze-request.ts';
import { chooseAnalyzer } from './chosen-analyzer.ts';

/** The tokens that a field, a named analyzer or one put together in the request makes of a text. */
export const analyze: Handler<'indices.analyze'> = async (context, request) => {
  if (request.body.empty) throw apiError('parse_exception', 'request body or source parameter is required');
  const wanted = readPlaced(request, await request.body.json(), parseAnalyzeRequest);
  const index = analyzedIndex(context, request);
  checkAnalyzeRequest(wanted, index !== undefined);
  const limit = Number(index?.settings['index.analyze.max_token_count'] ?? 10_000);
  const check = (count: number): void => checkCount(count, limit);
  const charge = analysisMeter(limit);
  const chosen = chooseAnalyzer(wanted, index, charge);
  if (wanted.explain) return ok({ detail: new AnalyzeDetail(wanted, index, { check, charge }).body(chosen) });
  const tokens = analyzeTexts(chosen.analyzer, wanted.text, { gap: chosen.gap, check, charge });
  return ok({ tokens: tokens.map(shownToken) });
};

/** A token that spans several positions says so. */
function shownToken({ attributes: { positionLength }, ...token }: AnalyzedToken): Json {
  return positionLength > 1 ? { ...token, positionLength } : token;
}

function checkCount(count: number, limit: number): void {
  if (count <= limit) return;
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
  checkBlocks([index], 'read');
  return asSeen(context, request, index);
}
