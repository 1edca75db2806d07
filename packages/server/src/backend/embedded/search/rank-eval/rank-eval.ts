import {
  apiError,
  Double,
  dictionary,
  type Json,
  type JsonMap,
  parseWithLongs,
  type RawJson,
} from '@sextant/contract';
import { inHashOrder, type SearchBody } from '@sextant/engine';
import { resolveIndices } from '../../../../cluster/index-names.ts';
import { indicesOptions, openIndices } from '../../../../cluster/indices-options.ts';
import { type AnswerTree, membersOf, unfold } from '../../../../wire/answer-tree.ts';
import { catalogOf, type EmbeddedContext, type Handler, ok, type RequestOf } from '../../context.ts';
import { causeOf, errorBody } from '../../error-body.ts';
import { readTreeBody } from '../../read-tree-body.ts';
import { renderedSearch } from '../../search-templates/search-template.ts';
import { runSearch } from '../run-search.ts';
import { checkedBody } from '../search-body.ts';
import { checkSearchParams } from '../search-checks.ts';
import type { RankMetric } from './rank-metrics.ts';
import { type RatedRequest, readRankRequest } from './rank-request.ts';

const searchAction = 'indices:data/read/search';

/** How good the hits of searches are, by what people say of documents; a search that fails is told beside the others. */
export const rankEval: Handler<'rank_eval'> = async (context, request) => {
  checkSearchParams(request.params);
  if (request.body.empty) throw apiError('parse_exception', 'request body or source parameter is required');
  const { requests, metric } = readRankRequest(await readTreeBody(request, (text) => parseWithLongs(text)));
  requireRight(context, request);
  const details = dictionary<Json>();
  const failures = dictionary<Json>();
  const scores: number[] = [];
  for (const rated of requests) {
    try {
      const { score, body } = await evaluated(context, request, rated, metric);
      scores.push(score);
      details[rated.id] = body;
    } catch (error) {
      failures[rated.id] = { error: errorBody(causeOf(error)) };
    }
  }
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return ok({ metric_score: new Double(mean), details: ordered(details), failures: ordered(failures) });
};

/** Of what is not there each search tells. Throws ApiError security_exception. */
function requireRight(context: EmbeddedContext, request: RequestOf<'rank_eval'>): void {
  try {
    resolveIndices(catalogOf(context, request), request.indices, indicesOptions(request.params, openIndices));
  } catch (error) {
    if (causeOf(error).type === 'security_exception') throw error;
  }
}

async function evaluated(
  context: EmbeddedContext,
  request: RequestOf<'rank_eval'>,
  rated: RatedRequest,
  metric: RankMetric,
): Promise<{ readonly score: number; readonly body: JsonMap }> {
  const given = rated.search ?? (await renderedSearch(context, rated.template!));
  const source = rated.summary.length === 0 ? false : rated.summary;
  const body: SearchBody = { ...checkedBody(given), size: metric.size, _source: source };
  const answer = await context.tasks.within(request.task, { action: searchAction }, (task) =>
    runSearch(context, request, { names: request.indices, params: request.params, body, task }),
  );
  const ratings = new Map(rated.ratings.map(({ index, id, rating }) => [keyOf(index, id), rating]));
  const hits = hitsOf(answer).map((hit) => {
    const [index, id] = [textOf(hit.get('_index')), textOf(hit.get('_id'))];
    return { hit, index, id, rating: ratings.get(keyOf(index, id)) ?? null };
  });
  const { score, details } = metric.evaluate(
    hits.map(({ rating }) => rating),
    rated.ratings.map(({ rating }) => rating),
  );
  const unrated = hits.filter(({ rating }) => rating === null);
  return {
    score,
    body: {
      metric_score: new Double(score),
      unrated_docs: unrated.map(({ index, id }) => ({ _index: index, _id: id })),
      hits: hits.map(({ hit, rating }) => ({ hit: Object.fromEntries(hit) as JsonMap, rating })),
      metric_details: { [metric.name]: doublesOf(details) },
    },
  };
}

/** As a `java.util.HashMap` that is made of another map has it. */
function ordered(entries: Readonly<Record<string, Json>>): JsonMap {
  const keys = Object.keys(entries).map((key) => ({ key }));
  const capacity = 2 ** Math.ceil(Math.log2(Math.floor(keys.length / 0.75 + 1)));
  return Object.fromEntries(inHashOrder(keys, capacity).map(({ key }) => [key, entries[key]!]));
}

const keyOf = (index: string, id: string): string => JSON.stringify([index, id]);

const textOf = (value: AnswerTree | undefined): string => (typeof value === 'string' ? value : '');

/** Of an answer, in whatever form: each hit by its members. */
function hitsOf(answer: JsonMap | RawJson): ReadonlyMap<string, AnswerTree>[] {
  const member = (tree: AnswerTree, name: string): AnswerTree | undefined =>
    membersOf(unfold(tree))?.find(([key]) => key === name)?.[1];
  const list = member(member(answer, 'hits') ?? null, 'hits') ?? [];
  const hits = unfold(list as AnswerTree) as readonly AnswerTree[];
  return hits.map((hit) => new Map(membersOf(unfold(hit)) ?? []));
}

/** Gains are doubles of Java, counts are not. */
function doublesOf(details: JsonMap): JsonMap {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'number' && name.endsWith('dcg') ? new Double(value) : value,
    ]),
  );
}
