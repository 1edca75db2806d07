import { apiError, dictionary, type Json, type JsonMap, unrecognized } from '@sextant/contract';
import type { ShardStats } from '@sextant/engine';
import { checkBlocks } from '../../../cluster/blocks.ts';
import { splitNames } from '../../../cluster/index-names.ts';
import { openIndices } from '../../../cluster/indices-options.ts';
import type { BackendRequest } from '../../backend.ts';
import { type EmbeddedContext, type Handler, ok, type RequestOf } from '../context.ts';
import { elasticsearchFigures } from '../elasticsearch-figures.ts';
import { humanFigures } from '../human-figures.ts';
import { shardBody } from '../shard-body.ts';
import { type IndexStats, statsOfIndices } from '../shard-stats.ts';
import { StatsDetails } from '../stats-details.ts';
import { refuseAllBesideOthers, refuseUnreadParams } from '../stats-params.ts';
import { type StatsSection, statsSections } from '../stats-sections.ts';
import { resolvedNames } from './resolve.ts';
import { shardsBody } from './upkeep.ts';

/** Figures of indices since they were opened. This node has primaries alone, so `total` is `primaries`. */
export const indexStats: Handler<'indices.stats'> = async (context, request) => {
  const { params } = request;
  const view = new StatsView(context, request);
  const level = params.level ?? 'indices';
  if (!['cluster', 'indices', 'shards'].includes(level)) {
    throw apiError(
      'illegal_argument_exception',
      `level parameter must be one of [cluster] or [indices] or [shards] but was [${level}]`,
    );
  }
  const options = { ...openIndices, forbidClosed: params.forbid_closed_indices !== false };
  const indices = resolvedNames(context, request, options);
  checkBlocks(indices, 'metadata_read');
  const open = indices.filter((index) => index.state === 'open');
  const stats = await statsOfIndices(context, open);
  const all = stats.flatMap(({ shards }) => shards);
  // What there is nothing of is not told as zero.
  const sums = all.length === 0 ? {} : view.figures(all);
  const body: Record<string, Json> = dictionary({
    _shards: shardsBody(context, open),
    _all: { primaries: sums, total: sums },
  });
  if (level !== 'cluster') {
    body.indices = Object.fromEntries(
      stats.map((each) => [each.index.name, view.index(each, level === 'shards')]),
    );
  }
  return ok(body);
};

/** Figures as one request wants them. */
class StatsView {
  private readonly context: EmbeddedContext;
  private readonly human: boolean;
  private readonly wanted: ReadonlySet<StatsSection>;
  private readonly details: StatsDetails;
  /** Clients of Elasticsearch read the size of the documents beside their number. */
  private readonly sizedDocs: boolean;

  constructor(context: EmbeddedContext, request: RequestOf<'indices.stats'>) {
    this.context = context;
    this.human = request.params.human === true;
    this.wanted = new Set(metricsOf(request));
    refuseUnreadParams(request, this.wanted, ['groups']);
    this.details = new StatsDetails(this.wanted, request.params, context.clock.now());
    this.sizedDocs = request.dialect.family === 'elasticsearch';
  }

  figures(shards: readonly ShardStats[]): JsonMap {
    const told = this.details.figures(shards);
    const bytes = shards.reduce((sum, shard) => sum + shard.storeBytes, 0);
    const plain = this.sizedDocs ? { ...elasticsearchFigures(told, bytes) } : told;
    return this.human ? humanFigures(plain) : plain;
  }

  index({ index, shards }: IndexStats, byShard: boolean): JsonMap {
    const sums = this.figures(shards);
    const body = { uuid: index.uuid, primaries: sums, total: sums };
    if (!byShard) return body;
    const single = shards.map(
      (shard) => [String(shard.shard), [shardBody(this.context, shard, this.figures([shard]))]] as const,
    );
    return { ...body, shards: Object.fromEntries(single) };
  }
}

function metricsOf(request: BackendRequest): readonly StatsSection[] {
  const names = splitNames(request.pathParams.metric);
  if (names.length === 0 || (names.length === 1 && names[0] === '_all')) return statsSections;
  refuseAllBesideOthers(request, names);
  const known: readonly string[] = statsSections;
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw unrecognized(request.askedPath, 'metric', unknown, known);
  return statsSections.filter((section) => names.includes(section));
}
