import type { Clock, Random } from '@sextant/base';
import { ApiError, apiError, type ErrorCause, type JsonMap } from '@sextant/contract';
import type { ContextRequest, Engine } from '@sextant/engine';
import type { ClusterSettings } from '../../../../cluster/settings/cluster-settings.ts';
import { timeText } from '../../../../config/units.ts';
import type { Access } from '../../../access.ts';
import {
  type NamedShard,
  readPointInTimeId,
  readScrollId,
  shardNumbers,
  writePointInTimeId,
  writeScrollId,
} from './context-id.ts';
import { PagesAhead } from './pages-ahead.ts';

export type ContextKind = ContextRequest['kind'];

/** A view of indices that somebody keeps open over several requests. */
export interface OpenContext<Kept = unknown> {
  readonly kind: ContextKind;
  /** By which the engine knows it. */
  readonly number: number;
  /** What the caller is given. */
  readonly id: string;
  readonly owner: string;
  readonly createdAt: number;
  readonly shards: readonly NamedShard[];
  /** What its kind keeps with it. */
  readonly kept: Kept;
  keepAliveMs: number;
  usedAt: number;
  /** Requests that are using it. */
  uses: number;
  /** The end of the last of them. */
  turn: Promise<void>;
}

export interface OpenContextsParts {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: ClusterSettings;
  readonly nodeId: string;
}

const limits = {
  scroll: { setting: 'search.max_open_scroll_context', what: 'scroll' },
  pointInTime: { setting: 'search.max_open_pit_context', what: 'Point In Time' },
} as const;

const longest = { scroll: 'search.max_keep_alive', pointInTime: 'point_in_time.max_keep_alive' } as const;

/**
 * The scrolls and points in time of this node. Each is its owner's alone, and ends when nobody has used it for as long as it
 * was to be kept, which is looked at every `search.keep_alive_interval`.
 */
export class OpenContexts {
  readonly pagesAhead = new PagesAhead<OpenContext>();
  readonly #parts: OpenContextsParts;
  readonly #byToken = new Map<string, OpenContext>();
  readonly #shards = { scroll: 0, pointInTime: 0 };
  #cancelTimer: (() => void) | undefined;

  constructor(parts: OpenContextsParts) {
    this.#parts = parts;
  }

  /** Throws ApiError: an index that is gone, too many contexts, a keep-alive beyond the limit. */
  async open<Kept>(
    request: Omit<ContextRequest, 'kind'> & {
      readonly kind: ContextKind;
      readonly owner: string;
      readonly keepAliveMs: number;
      readonly kept: Kept;
    },
  ): Promise<OpenContext<Kept>> {
    const { engine, clock, random, nodeId } = this.#parts;
    const { kind, owner, kept } = request;
    this.checkKeepAlive(kind, request.keepAliveMs);
    const number = await engine.openContext(request);
    const shards = engine.pinned(number).map(({ index, indexUuid, shard }) => {
      return { index, uuid: indexUuid, shard };
    });
    try {
      this.#checkCount(kind, shards.length);
    } catch (error) {
      engine.endContext(number);
      throw error;
    }
    const token = Buffer.from(random.bytes(16)).toString('base64url');
    const name = { token, number, numbers: shardNumbers(number, shards.length), shards };
    const now = clock.now();
    const opened: OpenContext<Kept> = {
      kind,
      number,
      id: kind === 'scroll' ? writeScrollId(name, nodeId) : writePointInTimeId(name),
      owner,
      createdAt: now,
      shards,
      kept,
      keepAliveMs: request.keepAliveMs,
      usedAt: now,
      uses: 0,
      turn: Promise.resolve(),
    };
    this.#byToken.set(token, opened);
    this.#shards[kind] += shards.length;
    this.#watch();
    return opened;
  }

  /** Throws ApiError. */
  checkKeepAlive(kind: ContextKind, keepAliveMs: number): void {
    const name = longest[kind];
    const most = this.#parts.settings.get(name);
    if (keepAliveMs <= most) return;
    const asked = `Keep alive for request (${timeText(keepAliveMs)}) is too large.`;
    throw apiError(
      'illegal_argument_exception',
      `${asked} It must be less than (${timeText(most)}). ` +
        `This limit can be set by changing the [${name}] cluster level setting.`,
    );
  }

  #checkCount(kind: ContextKind, more: number): void {
    const { setting, what } = limits[kind];
    const most = this.#parts.settings.get(setting);
    if (this.#shards[kind] + more <= most) return;
    throw apiError(
      'rejected_execution_exception',
      `Trying to create too many ${what} contexts. Must be less than or equal to: [${most}]. ` +
        `This limit can be set by changing the [${setting}] setting.`,
    );
  }

  /** Undefined: there is none of this id for this caller. Throws ApiError for what is no id. */
  find(kind: ContextKind, id: string, caller: string): OpenContext | undefined {
    const { token, number } = kind === 'scroll' ? readScrollId(id) : readPointInTimeId(id);
    const found = this.#byToken.get(token);
    const isIt = found?.kind === kind && found.number === number && found.owner === caller;
    return isIt ? found : undefined;
  }

  /** Those that the caller may end: his own; of everybody where he may use all indices so. */
  all(kind: ContextKind, access: Access, action: string): readonly OpenContext[] {
    const every = [...this.#byToken.values()].filter((each) => each.kind === kind);
    return access.everywhere(action) ? every : every.filter(({ owner }) => owner === access.caller);
  }

  /** One request after the other uses a context; `keepAliveMs`: at least, from now on. */
  async use<Result>(
    context: OpenContext,
    keepAliveMs: number | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (keepAliveMs !== undefined) {
      this.checkKeepAlive(context.kind, keepAliveMs);
      context.keepAliveMs = Math.max(context.keepAliveMs, keepAliveMs);
    }
    context.uses++;
    const before = context.turn;
    const running = before.then(work);
    context.turn = running.then(
      () => {},
      () => {},
    );
    try {
      return await running;
    } finally {
      context.uses--;
      context.usedAt = this.#parts.clock.now();
    }
  }

  /** False where it has ended already. */
  end(context: OpenContext): boolean {
    this.pagesAhead.drop(context);
    for (const [token, each] of this.#byToken) if (each === context) this.#byToken.delete(token);
    if (!this.#parts.engine.endContext(context.number)) return false;
    this.#shards[context.kind] -= context.shards.length;
    return true;
  }

  #watch(): void {
    if (this.#cancelTimer !== undefined || this.#byToken.size === 0) return;
    const { clock, settings } = this.#parts;
    this.#cancelTimer = clock.after(settings.get('search.keep_alive_interval'), () => {
      this.#cancelTimer = undefined;
      const now = clock.now();
      for (const each of [...this.#byToken.values()]) {
        if (each.uses === 0 && now - each.usedAt > each.keepAliveMs) this.end(each);
      }
      this.#watch();
    });
  }

  /** No timer is left; the engine ends what is open. */
  stop(): void {
    this.#cancelTimer?.();
    this.#byToken.clear();
  }
}

/** As OpenSearch tells that a context has ended; of a scroll it does not say where. */
export function contextLost(
  numbers: readonly number[],
  shards: readonly NamedShard[] | undefined,
  nodeId: string,
): ApiError {
  const causes = numbers.map((number) => {
    const reason = `No search context found for id [${number}]`;
    return { type: 'search_context_missing_exception', reason } as const;
  });
  const places = shards?.map(({ shard, index }) => ({ shard, index, node: nodeId }));
  return onNoShard(causes, places);
}

/** The error of a search that no shard could do; `places` are those of the causes. */
export function onNoShard(causes: readonly ErrorCause[], places: readonly JsonMap[] = []): ApiError {
  const failed = causes.map(({ type, reason }, i): JsonMap => {
    return { ...(places[i] ?? { shard: -1, index: null }), reason: { type, reason } };
  });
  const [first] = causes;
  return new ApiError({
    type: 'search_phase_execution_exception',
    reason: 'all shards failed',
    details: { phase: 'query', grouped: true, failed_shards: failed },
    rootCause: causes,
    ...(first === undefined ? {} : { causedBy: first, status: new ApiError(first).status }),
  });
}
