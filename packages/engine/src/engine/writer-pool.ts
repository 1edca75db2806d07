import type { Clock, Log } from '@sextant/base';
import type { ErrorCause } from '@sextant/contract';
import type { HistoryCall, HistoryCalls } from '../shard/history/history-port.ts';
import type { DanglingCall, DanglingIndex } from '../shard/index/dangling-index.ts';
import type { IndexCopy } from '../shard/index/index-copy.ts';
import type { CreateIndex, IndexMetadata, MetadataChange } from '../shard/index/index-metadata.ts';
import type { ShardStats } from '../shard/index/stats.ts';
import type { GetResult, RefreshResult, WriteBatch, WriteResult } from '../shard/index/write-batch.ts';
import type { WriterEvents } from '../shard/index/writer-events.ts';
import type { ForceMergeOptions } from '../shard/store/shard-merges.ts';
import { Gatherer } from './gathered-metadata.ts';
import { PoolRoutes, type Route, type WriterMember } from './pool-routes.ts';
import { changeSpread, type JournalState } from './spread-change.ts';
import type { OneWriter, WriterPort } from './writer-port.ts';

/** An index goes to another writer when its bodies have waited behind so many bytes of others. */
const CONTENDED_BYTES = 4 * 1024 * 1024;
/** So long it stays where it is then; and where it could not go just then. */
const STAYS_MS = 30_000;
const BUSY_MS = 1_000;

/** A writer that was started. */
interface StartedWriter {
  readonly port: OneWriter;
  /** Ends its thread without asking it. */
  end(): Promise<void>;
}

export interface WriterPoolOptions {
  /** At most so many writers. */
  readonly size: number;
  /** The first one opens the folder, before this resolves; the others have nothing. `slot` counts from 0. */
  readonly start: (slot: number, events: WriterEvents) => Promise<StartedWriter>;
  readonly events: WriterEvents;
  readonly clock: Clock;
  readonly log: Log;
  readonly contendedBytes?: number | undefined;
}

/**
 * Shares the indices out among several writers, each of which has a thread. All of them are the first one's at the start. When
 * bodies of an index wait behind those of others while another writer is idle, the index is handed over to that; further
 * writers are started when there is something to hand over. An index is one writer's at a time, and what is asked of it while it
 * changes hands waits here: the events of an index keep their order.
 */
export class WriterPool implements WriterPort {
  readonly #options: WriterPoolOptions;
  readonly #members: WriterMember[] = [];
  readonly #routes: PoolRoutes;
  readonly #gatherer: Gatherer;
  /** Ends when what changes the places or the metadata of several indices has; never rejects. */
  #turn: Promise<unknown> = Promise.resolve();
  readonly #journal: JournalState = { isSuspect: false };
  #closed = false;
  #fullPaths: readonly string[] = [];

  private constructor(options: WriterPoolOptions) {
    this.#options = options;
    this.#gatherer = new Gatherer(options.events);
    this.#routes = new PoolRoutes();
  }

  /** Rejects with ApiError where the first writer cannot open the folder. */
  static async start(options: WriterPoolOptions): Promise<WriterPool> {
    const pool = new WriterPool(options);
    await pool.#startMember();
    return pool;
  }

  async createIndex(request: CreateIndex, copy?: IndexCopy): Promise<IndexMetadata> {
    // One of that name may be there, or be on its way to be deleted: its writer knows.
    const owner = this.#routes.creating(request.name) ?? this.#routes.find(request.name)?.member;
    if (owner !== undefined && owner !== this.#first) {
      return this.#ask(request.name, (port) => port.createIndex(request, copy));
    }
    const end = this.#routes.beginCreating(request.name, this.#first);
    try {
      return await this.#ask(request.name, (port) => port.createIndex(request, copy));
    } finally {
      end();
    }
  }

  deleteIndex(name: string): Promise<void> {
    return this.#ask(name, (port) => port.deleteIndex(name));
  }

  /** What is brought in is the first one's, as what is there at the start. */
  dangling(request: DanglingCall): Promise<readonly DanglingIndex[]> {
    return this.#inTurn(() => this.#first.port.dangling(request));
  }

  openIndex(name: string): Promise<void> {
    return this.#ask(name, (port) => port.openIndex(name));
  }

  /** All indices are the first one's when the engine opens them. */
  openShards(name?: string): Promise<void> {
    if (name === undefined) return this.#first.port.openShards();
    return this.#ask(name, (port) => port.openShards(name));
  }

  closeIndex(name: string): Promise<void> {
    return this.#ask(name, (port) => port.closeIndex(name));
  }

  reviveShard(name: string, shard: number, empty: boolean): Promise<void> {
    return this.#ask(name, (port) => port.reviveShard(name, shard, empty));
  }

  moveShard(name: string, shard: number, path: string): Promise<boolean> {
    return this.#ask(name, (port) => port.moveShard(name, shard, path));
  }

  async setFullPaths(paths: readonly string[]): Promise<void> {
    this.#fullPaths = paths;
    await Promise.all(this.#members.map(({ port }) => port.setFullPaths(paths)));
  }

  /** Of one index by its writer; of several all together, also where several writers have them. */
  async updateMetadata(changes: ReadonlyMap<string, MetadataChange>): Promise<void> {
    const [only] = changes.keys();
    if (only !== undefined && changes.size === 1 && !this.#journal.isSuspect) {
      return this.#ask(only, (port) => port.updateMetadata(changes));
    }
    return this.#inTurn(() => this.#spread(changes));
  }

  async write(batch: WriteBatch): Promise<WriteResult> {
    const route = this.#routes.find(batch.index);
    if (route === undefined) return this.#first.port.write(batch);
    const bytes = batch.source.byteLength;
    this.#look(route);
    route.inFlightBytes += bytes;
    try {
      return await this.#ask(batch.index, async (port, member) => {
        member.inFlightBytes += bytes;
        try {
          return await port.write(batch);
        } finally {
          member.inFlightBytes -= bytes;
        }
      });
    } finally {
      route.inFlightBytes -= bytes;
    }
  }

  history<Name extends HistoryCall>(
    call: Name,
    args: Parameters<HistoryCalls[Name]>,
  ): ReturnType<HistoryCalls[Name]> {
    const answer = this.#ask<unknown>(args[0], (port) => port.history(call, args));
    return answer as ReturnType<HistoryCalls[Name]>;
  }

  get(name: string, shard: number, id: string): Promise<GetResult> {
    return this.#ask(name, (port) => port.get(name, shard, id));
  }

  refresh(name: string): Promise<void> {
    return this.#ask(name, (port) => port.refresh(name));
  }

  refreshShards(
    name: string,
    shards: readonly number[],
    refresh: 'true' | 'wait_for',
  ): Promise<RefreshResult> {
    return this.#ask(name, (port) => port.refreshShards(name, shards, refresh));
  }

  flush(name: string, options: { readonly force: boolean }): Promise<void> {
    return this.#ask(name, (port) => port.flush(name, options));
  }

  forceMerge(name: string, options: ForceMergeOptions): Promise<void> {
    return this.#ask(name, (port) => port.forceMerge(name, options));
  }

  /** Asks each writer for its own, all of them at once. */
  async stats(names: readonly string[]): Promise<readonly (readonly ShardStats[] | undefined)[]> {
    await Promise.all(names.flatMap((name) => this.#routes.find(name)?.gate ?? []));
    const shares = new Map<WriterMember, string[]>();
    for (const name of names) {
      const member = this.#memberOf(name);
      const share = shares.get(member) ?? [];
      share.push(name);
      shares.set(member, share);
    }
    const found = new Map<string, readonly ShardStats[] | undefined>();
    const asked = [...shares].map(async ([{ port }, share]) => {
      const stats = await port.stats(share);
      for (const [i, name] of share.entries()) found.set(name, stats[i]);
    });
    await Promise.all(asked);
    return names.map((name) => found.get(name));
  }

  released(indexUuid: string, shard: number, publication: number): void {
    const member = this.#routes.findByUuid(indexUuid)?.member ?? this.#first;
    member.port.released(indexUuid, shard, publication);
  }

  damageMet(indexUuid: string, shard: number, cause: ErrorCause | undefined): void {
    const member = this.#routes.findByUuid(indexUuid)?.member ?? this.#first;
    member.port.damageMet(indexUuid, shard, cause);
  }

  /** The first writer comes last: it leaves the mark of a clean end for all. */
  close(): Promise<void> {
    this.#closed = true;
    return this.#inTurn(async () => {
      const [first, ...others] = this.#members;
      const ends = await Promise.allSettled(others.map(({ port }) => port.close(false)));
      const isSound = ends.every((end) => end.status === 'fulfilled' && end.value);
      await first!.port.close(isSound);
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    });
  }

  /** Ends the threads, after `close`. */
  async end(): Promise<void> {
    await Promise.all(this.#members.map((member) => member.end()));
  }

  get #first(): WriterMember {
    return this.#members[0]!;
  }

  #memberOf(name: string): WriterMember {
    return this.#routes.find(name)?.member ?? this.#first;
  }

  /** At once, or when the index may be used again: in the order of the calls. */
  async #ask<T>(name: string, call: (port: OneWriter, member: WriterMember) => Promise<T>): Promise<T> {
    for (let gate = this.#routes.find(name)?.gate; gate !== undefined; ) {
      await gate;
      gate = this.#routes.find(name)?.gate;
    }
    const member = this.#memberOf(name);
    return call(member.port, member);
  }

  /** One after the other. */
  #inTurn<T>(action: () => Promise<T>): Promise<T> {
    const run = this.#turn.then(action);
    this.#turn = run.catch(() => undefined);
    return run;
  }

  async #startMember(): Promise<WriterMember> {
    // The first one tells of its indices before it has answered.
    const member = { inFlightBytes: 0 } as {
      port: OneWriter;
      end: () => Promise<void>;
      inFlightBytes: number;
    };
    const started = await this.#options.start(this.#members.length, this.#eventsOf(member));
    member.port = started.port;
    member.end = () => started.end();
    if (this.#fullPaths.length > 0) await started.port.setFullPaths(this.#fullPaths);
    this.#members.push(member);
    return member;
  }

  #eventsOf(member: WriterMember): WriterEvents {
    const { events } = this.#options;
    return {
      metadata: (name, metadata) => {
        this.#routes.metadata(member, name, metadata);
        this.#gatherer.metadata(name, metadata);
      },
      reachedTerm: (...args) => events.reachedTerm(...args),
      published: (publication) => events.published(publication),
      failed: (...args) => events.failed(...args),
      damaged: (folder) => events.damaged(folder),
      kept: (...args) => events.kept(...args),
    };
  }

  async #spread(changes: ReadonlyMap<string, MetadataChange>): Promise<void> {
    if (this.#members.length === 1) {
      this.#journal.isSuspect = true;
      await this.#first.port.updateMetadata(changes);
      this.#journal.isSuspect = false;
      return;
    }
    const open = this.#routes.shut([...changes.keys()]);
    try {
      const shares = this.#members.map(({ port }) => ({ port, changes: new Map<string, MetadataChange>() }));
      for (const [name, change] of changes) {
        shares[this.#members.indexOf(this.#memberOf(name))]!.changes.set(name, change);
      }
      const names = [...changes.keys()];
      await changeSpread(shares, { gatherer: this.#gatherer, names, journal: this.#journal });
    } finally {
      open();
    }
  }

  /** Counts what the index has waited behind others, and moves it where that is much and another writer has less to do. */
  #look(route: Route): void {
    const { size, clock, contendedBytes = CONTENDED_BYTES } = this.#options;
    const before = route.member.inFlightBytes - route.inFlightBytes;
    if (before <= 0 || route.gate !== undefined || this.#closed) return;
    const other = this.#idlest(route.member);
    if (other === undefined && this.#members.length >= size) return;
    route.contendedBytes = Math.max(0, route.contendedBytes + before - 2 * (other?.inFlightBytes ?? 0));
    if (route.contendedBytes < contendedBytes || clock.nanos() < route.staysUntilNanos) return;
    route.contendedBytes = 0;
    route.staysUntilNanos = clock.nanos() + STAYS_MS * 1e6;
    void this.#inTurn(() => this.#move(route, other));
  }

  #idlest(present: WriterMember): WriterMember | undefined {
    const { size } = this.#options;
    const others = this.#members.filter((each) => each !== present);
    others.sort((a, b) => a.inFlightBytes - b.inFlightBytes);
    const [idlest] = others;
    // One that is to be started has nothing to do at all.
    return idlest !== undefined && idlest.inFlightBytes > 0 && this.#members.length < size
      ? undefined
      : idlest;
  }

  /** `to`: undefined = another one is started. Where it cannot be done the index stays, and the log says why. */
  async #move(route: Route, to: WriterMember | undefined): Promise<void> {
    const { log, clock } = this.#options;
    const { name } = route;
    if (this.#closed || this.#routes.find(name) !== route) return;
    const from = route.member;
    const open = this.#routes.shut([name]);
    try {
      const target = to ?? (await this.#startMember());
      const handed = await from.port.handOver(name);
      if (handed === undefined) {
        route.staysUntilNanos = clock.nanos() + BUSY_MS * 1e6;
        return;
      }
      // What it tells on the way is answered there already.
      route.member = target;
      await target.port.takeOver(handed).catch(async (error: unknown) => {
        route.member = from;
        await from.port.takeOver(handed);
        throw error;
      });
      log.log('debug', 'engine.writer', 'index goes to another writer', { index: name });
    } catch (error) {
      const fields = { index: name, error: String(error) };
      log.log('error', 'engine.writer', 'an index could not go to another writer', fields);
    } finally {
      open();
    }
  }
}
