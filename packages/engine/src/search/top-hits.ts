import { apiError, type JsonMap } from '@sextant/contract';
import type { TopHitsBucket, TopHitsPort } from '../aggregations/top-hits-port.ts';
import { runThrough } from '../budget/slices.ts';
import type { JsonObject } from '../dsl/json-reader.ts';
import type { QueryContext } from '../query/weight.ts';
import { showDocs } from './fetch-phase.ts';
import { hitsBody } from './hit-body.ts';
import { HitBucket, HitBuckets } from './hit-buckets.ts';
import { checkDocvalues } from './hit-fields.ts';
import { checkHighlight } from './hit-highlight.ts';
import { bindScriptFields } from './script-fields.ts';
import type { ShardFailure } from './search-failure.ts';
import { parseSearchRequest } from './search-request.ts';
import type { SearchSetup } from './search-setup.ts';
import { checkSort, prepareSort } from './sort-keys.ts';

/** The documents of one bucket may go so far unless `index.max_inner_result_window` says otherwise. */
const DEFAULT_WINDOW = 100;

/** Finds and shows documents within an aggregation, over the shards of its search. Throws where they do not fit a shard. */
export function topHitsPort(
  setup: SearchSetup,
  shardIndex: number,
  context: QueryContext,
  { name, body }: { readonly name: string; readonly body: JsonObject },
): TopHitsPort {
  const { query, innerHits } = setup.request;
  const request = { ...parseSearchRequest(body), query, innerHits };
  const shard = setup.shards[shardIndex]!;
  const setting = shard.metadata.settings['index.max_inner_result_window'];
  const limit = setting === undefined ? DEFAULT_WINDOW : Number(setting);
  const wanted = request.from + request.size;
  if (wanted > limit) throw windowTooLarge(name, wanted, limit);
  checkSort(request.sort, shard, setup.budget);
  checkDocvalues(request.docvalueFields, shard);
  bindScriptFields(request.scriptFields, shard, setup.budget);
  checkHighlight(request.highlight, context);
  runThrough(prepareSort(request.sort, shard, setup.budget));
  return new TopHits({ ...setup, request, fetchName: `fetch_top_hits_aggregation[${name}]` });
}

function windowTooLarge(name: string, wanted: number, limit: number): Error {
  const rule = `from + size must be less than or equal to: [${limit}] but was [${wanted}]`;
  const advice = 'This limit can be set by changing the [index.max_inner_result_window] index level setting.';
  return apiError(
    'illegal_argument_exception',
    `Top hits result window is too large, the top hits aggregator [${name}]'s ${rule}. ${advice}`,
  );
}

class TopHits implements TopHitsPort {
  readonly #buckets: HitBuckets;
  readonly #view: Parameters<typeof hitsBody>[1];
  readonly #setup: SearchSetup;

  constructor(setup: SearchSetup) {
    this.#setup = setup;
    this.#buckets = new HitBuckets(setup, showDocs);
    const { documentType = false, totalAsInt = false } = setup.options;
    this.#view = { documentType, totalAsInt, bare: setup.request.bare };
  }

  bucket(): HitBucket {
    return this.#buckets.bucket();
  }

  merged(buckets: readonly TopHitsBucket[]): TopHitsBucket {
    return this.#buckets.merged(buckets.filter((bucket) => bucket instanceof HitBucket));
  }

  render(bucket: TopHitsBucket): JsonMap {
    if (!(bucket instanceof HitBucket)) return {};
    const failures: ShardFailure[] = [];
    const shown = runThrough(this.#buckets.shown(bucket, failures));
    for (const failure of failures) this.#fail(failure);
    return hitsBody(shown, this.#view);
  }

  /** The first cause is told. */
  #fail({ index, shard, cause }: ShardFailure): void {
    const { shards, unshown } = this.#setup;
    const failed = shards.find(({ searcher }) => searcher.index === index && searcher.shard === shard);
    if (failed !== undefined && unshown?.has(failed.searcher) === false) unshown.set(failed.searcher, cause);
  }
}
