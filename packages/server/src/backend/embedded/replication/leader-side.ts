import type { Random } from '@sextant/base';
import { ApiError, apiError, dictionary, type Json, type JsonMap, wildcardTest } from '@sextant/contract';
import { type CopiedShard, encodeOperations, FOLLOWER_SETTING, type IndexMetadata } from '@sextant/engine';
import { indexClosed, indexNotFound } from '../../../cluster/index-names.ts';
import { replicationSetting } from '../../../cluster/settings/replication-rows.ts';
import type { RemoteCaller, RemoteHandler, WireValue } from '../../../transport/remote-clusters.ts';
import { isSystemIndex } from '../../system-index.ts';
import type { EmbeddedContext } from '../context.ts';
import { leaderActions, WAIT_MS } from './leader-actions.ts';
import { emptyStats, type LeaderFigures, statsOf } from './leader-figures.ts';
import type { LeaderRights } from './leader-rights.ts';
import { MEMBERS_MAX } from './shared-waits.ts';
import { WireReader } from './wire-reader.ts';

/** Operations of one answer; one at least comes. */
const ANSWER_BYTES = 8 * 1024 * 1024;
/** Part of a file in one answer. */
const CHUNK_BYTES = 64 * 1024 * 1024;
/** Files that nobody reads for so long are let go. */
const UNREAD_MS = 5 * 60_000;
const COPIES_MAX = 16;
/** An index counts as followed when it was read in so long a time. */
const READ_WITHIN_MS = 5 * 60_000;

/** Leases of files that are being read are renewed after so long a time. */
const RENEW_MS = 60_000;

/** What an index has that is followed. */
const ofLeaders = {
  'index.plugins.replication.translog.retention_lease.pruning.enabled': 'true',
  'index.translog.generation_threshold_size': '32mb',
} as const;

interface HeldCopy {
  readonly number: number;
  readonly index: string;
  readonly caller: string;
  /** Of the leases, and by shard what they retain. */
  readonly lease: string;
  readonly retained: readonly number[];
  renewedMs: number;
  release: () => void;
}

type LeaderContext = Pick<EmbeddedContext, 'clock' | 'engine' | 'settings'> & { readonly random: Random };

/** What other clusters may ask of the indices here. */
export class LeaderSide {
  readonly #context: LeaderContext;
  readonly #copies = new Map<string, HeldCopy>();
  /** By the UUID of an index. */
  readonly #figures = new Map<string, LeaderFigures>();
  readonly #rights: LeaderRights;

  constructor(context: LeaderContext, rights: LeaderRights) {
    this.#rights = rights;
    this.#context = context;
  }

  get handlers(): ReadonlyMap<string, RemoteHandler> {
    const handlers: readonly [string, (body: WireReader, caller: RemoteCaller) => Promise<WireValue>][] = [
      [leaderActions.validate, async (body) => ({ metadata: JSON.stringify(this.#metadata(body)) })],
      [leaderActions.permissions, async () => ({})],
      [leaderActions.names, async (body, caller) => this.#names(body, await this.#rights.followable(caller))],
      [leaderActions.beginFiles, (body, caller) => this.#beginFiles(body, caller)],
      [leaderActions.fileChunk, (body, caller) => this.#fileChunk(body, caller)],
      [leaderActions.endFiles, async (body, caller) => this.#endFiles(body, caller)],
      [leaderActions.changes, (body, caller) => this.#changes(body, caller)],
      [leaderActions.wait, (body, caller) => this.#waitForAny(body, caller)],
      [leaderActions.removeLeases, (body) => this.#removeLeases(body)],
    ];
    return new Map(
      handlers.map(([action, answer]) => [
        action,
        async (given, caller) => {
          const body = new WireReader(given);
          const isOfOne = action !== leaderActions.names && action !== leaderActions.wait;
          if (isOfOne) await this.#rights.check(action, body.text('index'), caller);
          return answer(body, caller);
        },
      ]),
    );
  }

  /** The index, if it can be followed. Throws ApiError. */
  #index(body: WireReader): IndexMetadata {
    const { engine } = this.#context;
    const name = body.text('index');
    const index = isSystemIndex(name) ? undefined : engine.index(name);
    if (index === undefined) {
      const isAlias = engine.indices().some(({ aliases }) => Object.hasOwn(aliases, name));
      throw indexNotFound(isAlias ? `${body.text('alias')}:${name}` : name);
    }
    if (index.state === 'close') throw indexClosed(index);
    return index;
  }

  /** The same index as before. Throws ApiError. */
  #sameIndex(body: WireReader): IndexMetadata {
    const index = this.#index(body);
    if (index.uuid !== body.text('uuid')) throw indexNotFound(index.name);
    return index;
  }

  #metadata(body: WireReader): JsonMap {
    const index = this.#index(body);
    const { name, uuid, numberOfShards, routingShards, settings, mappings, aliases } = index;
    if (this.#context.engine.failures(name).length > 0) {
      const reason = `Primary shards in the Index[${body.text('alias')}:${name}] are not active`;
      throw apiError('validation_exception', `Validation Failed: 1: ${reason};`);
    }
    if (settings[FOLLOWER_SETTING] !== undefined) {
      throw apiError('illegal_argument_exception', `Cannot Replicate a Replicated Index ${name}`);
    }
    if (settings['index.soft_deletes.enabled'] === 'false') {
      const reason = 'Cannot Replicate an index where the setting index.soft_deletes.enabled is disabled';
      throw apiError('illegal_argument_exception', reason);
    }
    const plain: unknown = { name, uuid, numberOfShards, routingShards, settings, mappings, aliases };
    return plain as JsonMap;
  }

  /** Indices that can be followed; hidden ones only where the pattern begins as they do. */
  #names(body: WireReader, mayFollow: (name: string) => boolean): WireValue {
    const pattern = body.text('pattern');
    const fits = wildcardTest(pattern);
    const names = this.#context.engine.indices().flatMap(({ name, state, settings }) => {
      const isHidden = settings['index.hidden'] === 'true' && !pattern.startsWith('.');
      const isOurs = isSystemIndex(name) || settings[FOLLOWER_SETTING] !== undefined;
      const isWanted = state === 'open' && !isHidden && !isOurs && fits(name);
      return isWanted && mayFollow(name) ? [{ name }] : [];
    });
    return { names };
  }

  async #beginFiles(body: WireReader, caller: RemoteCaller): Promise<WireValue> {
    const { engine, clock, random } = this.#context;
    const { name, numberOfShards } = this.#sameIndex(body);
    if (this.#copies.size >= COPIES_MAX) {
      throw apiError('rejected_execution_exception', `[${COPIES_MAX}] indices are being copied already`);
    }
    const lease = body.text('lease');
    const retained: number[] = [];
    await engine.updateMetadata(new Map([[name, { settings: ofLeaders }]]));
    // Before the files: what is written after them is kept from here on.
    for (let shard = 0; shard < numberOfShards; shard++) {
      retained.push(await this.#takeLease(name, shard, lease));
    }
    const { id: number, shards } = await engine.copies.begin(name);
    // Not the name of any other copy, also of one before a restart: whoever still asks for that must not get these files.
    const id = Buffer.from(random.bytes(16)).toString('base64url');
    const of = { number, index: name, caller: caller.clusterUuid };
    const copy: HeldCopy = { ...of, lease, retained, renewedMs: clock.now(), release: () => {} };
    this.#copies.set(id, copy);
    this.#keep(id, copy);
    return { id, shards: shards.map(wireShard) };
  }

  /** Answers what it retains. */
  async #takeLease(index: string, shard: number, prefix: string): Promise<number> {
    const { engine, clock } = this.#context;
    const id = leaseOf(prefix, shard);
    const { checkpoint, leases } = await engine.history.state(index, shard);
    if (leases.some((lease) => lease.id === id)) await engine.history.removeLease(index, shard, id);
    const source = prefix.slice(0, prefix.lastIndexOf(':['));
    const retainingSeqNo = checkpoint + 1;
    const maxBytes = this.#retentionBytes();
    await engine.history.addLease(index, shard, {
      id,
      retainingSeqNo,
      timestamp: clock.now(),
      source,
      maxBytes,
    });
    return retainingSeqNo;
  }

  #retentionBytes(): number {
    return replicationSetting(this.#context.settings, 'replication.translog.retention_size');
  }

  /** Keeps history for another period; where nothing is to be pruned, all that it has kept so far. */
  async #renewLease(index: IndexMetadata, shard: number, id: string, retain: number): Promise<void> {
    const { engine, settings } = this.#context;
    const { history } = engine;
    const prunes = replicationSetting(settings, 'replication.translog.retention_lease.pruning.enabled');
    const isPruned = prunes && pruningOf(index) !== 'false';
    const held = isPruned
      ? undefined
      : (await history.state(index.name, shard)).leases.find((lease) => lease.id === id);
    await history.renewLease(index.name, shard, id, held?.retainingSeqNo ?? retain, this.#retentionBytes());
  }

  /** However long it takes to read the files, what comes after them is kept. */
  async #renewLeases(copy: HeldCopy): Promise<void> {
    const { engine, clock } = this.#context;
    const { index, lease, retained } = copy;
    const now = clock.now();
    // The clock may have been set back.
    if (now >= copy.renewedMs && now - copy.renewedMs < RENEW_MS) return;
    copy.renewedMs = now;
    for (const [shard, retainingSeqNo] of retained.entries()) {
      const id = leaseOf(lease, shard);
      await engine.history.renewLease(index, shard, id, retainingSeqNo, this.#retentionBytes());
    }
  }

  /** Until nobody has read it for a while. */
  #keep(id: string, copy: HeldCopy): void {
    copy.release();
    copy.release = this.#context.clock.after(UNREAD_MS, () => this.#letGo(id, copy));
  }

  #letGo(id: string, copy: HeldCopy): void {
    copy.release();
    this.#copies.delete(id);
    this.#context.engine.copies.end(copy.number);
  }

  #copy(body: WireReader, caller: RemoteCaller): HeldCopy {
    const copy = this.#copies.get(body.text('id'));
    if (copy !== undefined && copy.caller === caller.clusterUuid && copy.index === body.text('index')) {
      return copy;
    }
    throw apiError('resource_not_found_exception', `files [${body.text('id')}] are not held, or no more`);
  }

  async #fileChunk(body: WireReader, caller: RemoteCaller): Promise<WireValue> {
    const copy = this.#copy(body, caller);
    this.#keep(body.text('id'), copy);
    await this.#renewLeases(copy);
    const length = Math.min(body.count('length'), CHUNK_BYTES);
    const { copies } = this.#context.engine;
    const [shard, offset] = [body.count('shard'), Math.max(0, body.count('offset'))];
    return { bytes: copies.read(copy.number, shard, body.text('name'), offset, length) };
  }

  #endFiles(body: WireReader, caller: RemoteCaller): WireValue {
    this.#letGo(body.text('id'), this.#copy(body, caller));
    return {};
  }

  async #changes(body: WireReader, caller: RemoteCaller): Promise<WireValue> {
    const { engine, clock } = this.#context;
    const index = this.#sameIndex(body);
    const [shard, from] = [body.count('shard'), body.count('from')];
    const timeoutMs = Math.min(WAIT_MS, body.count('waitMs'));
    if (shard < 0 || shard >= index.numberOfShards) throw noShard(index.name, shard);
    const { history } = engine;
    const id = leaseOf(body.text('lease'), shard);
    await this.#renewLease(index, shard, id, body.count('retain'));
    const { signal } = caller;
    const state =
      timeoutMs > 0
        ? await history.wait(index.name, shard, from, { timeoutMs, signal })
        : await history.state(index.name, shard);
    await this.#rights.check(leaderActions.changes, index.name, caller);
    this.#sameIndex(body);
    if (state.historyUuid !== body.text('history')) {
      const reason = `shard [${index.name}][${shard}] has begun anew: its history is another one`;
      throw apiError('resource_not_found_exception', reason);
    }
    if (from > state.maxSeqNo + 1) {
      const reason =
        `shard [${index.name}][${shard}] has operations up to [${state.maxSeqNo}], its follower up to [${from - 1}]: ` +
        'it has lost some';
      throw apiError('resource_not_found_exception', reason);
    }
    const started = clock.nanos();
    const operations = await history.read(index.name, shard, from, body.count('to'), ANSWER_BYTES);
    const bytes = encodeOperations(operations);
    this.#count(index.uuid, operations.length, bytes.length, (clock.nanos() - started) / 1e6);
    return { operations: bytes, checkpoint: state.checkpoint };
  }

  /** Which of many shards have something, or cannot be waited for: the first, and those that have it by then. */
  async #waitForAny(body: WireReader, caller: RemoteCaller): Promise<WireValue> {
    const entries = body.list('entries');
    if (entries.length > MEMBERS_MAX) {
      throw apiError(
        'illegal_argument_exception',
        `at most [${MEMBERS_MAX}] shards can be waited for in a call`,
      );
    }
    const ended = new AbortController();
    const signal = AbortSignal.any([caller.signal, ended.signal]);
    const any = Promise.withResolvers<void>();
    const stop = this.#context.clock.after(WAIT_MS, any.resolve);
    signal.addEventListener('abort', () => any.resolve(), { once: true });
    const ready: number[] = [];
    for (const [at, entry] of entries.entries()) {
      void this.#waitForOne(entry, caller, signal)
        // Who then asks for it is told why.
        .catch(() => true)
        .then((isReady) => {
          if (!isReady || signal.aborted) return;
          ready.push(at);
          any.resolve();
        });
    }
    await any.promise;
    stop();
    ended.abort();
    return { ready: ready.map((at) => ({ at })) };
  }

  async #waitForOne(entry: WireReader, caller: RemoteCaller, signal: AbortSignal): Promise<boolean> {
    const { history } = this.#context.engine;
    const [shard, from] = [entry.count('shard'), entry.count('from')];
    await this.#rights.check(leaderActions.wait, entry.text('index'), caller);
    const index = this.#sameIndex(entry);
    if (shard < 0 || shard >= index.numberOfShards) throw noShard(index.name, shard);
    await this.#renewLease(index, shard, leaseOf(entry.text('lease'), shard), from);
    this.#count(index.uuid, 0, 0, 0);
    // A little longer than all together wait: then nobody has something.
    const state = await history.wait(index.name, shard, from, { timeoutMs: WAIT_MS + 1000, signal });
    return state.checkpoint >= from || state.maxSeqNo < from - 1;
  }

  #count(uuid: string, operations: number, bytes: number, millis: number): void {
    const figures = this.#figures.get(uuid) ?? { operations: 0, bytes: 0, millis: 0, lastMs: 0 };
    figures.operations += operations;
    figures.bytes += bytes;
    figures.millis += millis;
    figures.lastMs = this.#context.clock.now();
    this.#figures.set(uuid, figures);
  }

  /** Of shards that have none, or are gone, there is nothing to do. */
  async #removeLeases(body: WireReader): Promise<WireValue> {
    const { name, numberOfShards } = this.#index(body);
    const { history } = this.#context.engine;
    for (let shard = 0; shard < numberOfShards; shard++) {
      try {
        await history.removeLease(name, shard, leaseOf(body.text('lease'), shard));
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }
    }
    return {};
  }

  /** Of indices that were read lately and hold leases for followers. */
  async stats(sees: (index: string) => boolean): Promise<JsonMap> {
    const { engine, clock } = this.#context;
    const total = emptyStats();
    const byIndex: Record<string, Json> = dictionary();
    for (const { name, uuid, numberOfShards, state } of engine.indices()) {
      const figures = this.#figures.get(uuid);
      if (figures === undefined || state === 'close' || !sees(name)) continue;
      if (clock.now() - figures.lastMs > READ_WITHIN_MS) continue;
      let translogBytes = 0;
      let isFollowed = false;
      for (let shard = 0; shard < numberOfShards; shard++) {
        const { leases, translogBytes: bytes } = await engine.history.state(name, shard);
        isFollowed ||= leases.some(({ id }) => id.startsWith('replication:'));
        translogBytes += bytes;
      }
      if (!isFollowed) continue;
      const stats = statsOf(figures, translogBytes);
      byIndex[name] = stats;
      for (const key of Object.keys(total)) total[key]! += stats[key]!;
    }
    return { num_replicated_indices: Object.keys(byIndex).length, ...total, index_stats: byIndex };
  }

  stop(): void {
    for (const copy of this.#copies.values()) copy.release();
    this.#copies.clear();
  }
}

function leaseOf(prefix: string, shard: number): string {
  if (prefix.startsWith('replication:') && prefix.length <= 1000) return `${prefix}[${shard}]`;
  throw apiError('illegal_argument_exception', '[lease] of a call between clusters cannot be read');
}

/** By whichever of its names it is set. */
function pruningOf({ settings }: IndexMetadata): unknown {
  const name = 'replication.translog.retention_lease.pruning.enabled';
  const value = settings[`index.plugins.${name}`] ?? settings[`index.${name}`];
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function noShard(index: string, shard: number): Error {
  return apiError('illegal_argument_exception', `there is no shard [${shard}] of [${index}]`);
}

function wireShard({ checkpoint, primaryTerm, historyUuid, files }: CopiedShard): WireValue {
  return { checkpoint, primaryTerm, historyUuid, files: files.map((file) => ({ ...file })) };
}
