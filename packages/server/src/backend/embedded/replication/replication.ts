import { DiskError, type Random } from '@sextant/base';
import { ApiError, apiError } from '@sextant/contract';
import { FOLLOWER_SETTING, type MetadataChange } from '@sextant/engine';
import type { FlatSettings } from '../../../cluster/flat-settings.ts';
import { replicationSetting } from '../../../cluster/settings/replication-rows.ts';
import type { RemoteClusters, RemoteHandler } from '../../../transport/remote-clusters.ts';
import type { Access } from '../../access.ts';
import type { RightsByName } from '../../rights-by-name.ts';
import type { EmbeddedContext } from '../context.ts';
import { changeInTurn } from '../indices/change-in-turn.ts';
import { changeWithAliases } from '../indices/names-being-made.ts';
import { checkShardLimit, copiesOf } from '../indices/new-index.ts';
import { type AutofollowRule, AutofollowRules } from './autofollow-rules.ts';
import { begunOrLate } from './begun-or-late.ts';
import { copyId } from './bootstrap.ts';
import { endedByItself, isNotFound } from './ended-by-itself.ts';
import { FollowerRights } from './follower-rights.ts';
import { FollowingIndex } from './following-index.ts';
import { requireFreeName, taken } from './free-name.ts';
import { checkKept } from './kept-history.ts';
import { KeptRecords } from './kept-records.ts';
import { LeaderIndex } from './leader-index.ts';
import { LeaderRights } from './leader-rights.ts';
import { LeaderSide } from './leader-side.ts';
import { checkLeaderVersion } from './leader-version.ts';
import { type ReplicationRecord, USER_INITIATED, type UseRoles } from './replication-record.ts';
import type { StartRequest } from './requests.ts';
import { SharedWaits } from './shared-waits.ts';
import { checkOverrides, followerSettings } from './sync-metadata.ts';
import { TransferRate } from './transfer-rate.ts';

type Context = Pick<
  EmbeddedContext,
  'clock' | 'engine' | 'settings' | 'log' | 'metadata' | 'identity' | 'clusterName'
> & { readonly random: Random };

interface StartOptions {
  readonly waitForRestore: boolean;
  readonly timeoutMs: number;
  /** Of who asks for it; absent where a rule does. */
  readonly access?: Access;
  /** Throws ApiError where a block of the cluster forbids it. */
  readonly checkBlocks?: () => void;
}

/** What else changes with an index that follows no further; throws ApiError where it cannot. */
export type OtherChanges = () => ReadonlyMap<string, MetadataChange>;

/** Indices here that follow others, and what others ask of those here. */
export class Replication {
  readonly leader: LeaderSide;
  readonly rules: AutofollowRules;
  readonly #context: Context;
  readonly #remotes: RemoteClusters;
  readonly #waits: SharedWaits;
  readonly #rights: FollowerRights;
  readonly #following = new Map<string, FollowingIndex>();
  readonly #kept: KeptRecords;
  readonly #rate: TransferRate;
  /** Changes of one index, one after the other. */
  readonly #turns = new Map<string, Promise<unknown>>();

  /** `rights`: absent where security is off. */
  constructor(
    context: Context,
    connect: (handlers: ReadonlyMap<string, RemoteHandler>) => RemoteClusters,
    rights: RightsByName | undefined,
  ) {
    this.#context = context;
    this.#kept = new KeptRecords(context);
    this.#rate = new TransferRate(context);
    this.#rights = new FollowerRights(rights);
    this.leader = new LeaderSide(context, new LeaderRights(rights));
    this.#remotes = connect(this.leader.handlers);
    this.#waits = new SharedWaits(this.#remotes, context.clock);
    this.rules = new AutofollowRules(context, this.#remotes, {
      checkRoles: (rule, access) => this.#checkRule(rule, access),
      isTaken: (name) => this.records().has(name),
      start: (name, request) => this.start(name, request, { waitForRestore: false, timeoutMs: 30_000 }),
    });
  }

  /** What was under way when the service ended goes on. */
  begin(): void {
    this.#keepFiles();
    for (const [name, { state }] of this.records()) {
      if (this.#isOrdinary(name)) this.#forget(name);
      else if (state === 'RUNNING') this.#follow(name);
    }
    this.rules.begin();
  }

  /** What has come of files is kept for those who go on with them. */
  #keepFiles(): void {
    const { engine, log } = this.#context;
    const coming = [...this.records()].filter(([name, { state, anew }]) => {
      return state === 'RUNNING' && (engine.index(name) === undefined || anew === true);
    });
    const ids = coming.map(([name, { leaderUuid }]) => copyId(name, leaderUuid));
    try {
      engine.receiveOnly(new Set(ids));
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      log.log('warn', 'replication', 'what has come of files cannot be removed', { error });
    }
  }

  /** The last process had stopped it, but for the record. */
  #forget(name: string): void {
    const { log } = this.#context;
    log.log('warn', 'replication', `[${name}] is an index of its own and follows nothing any more`);
    this.#kept.ended(name, undefined);
  }

  async end(): Promise<void> {
    this.#kept.stop();
    this.leader.stop();
    this.rules.end();
    await Promise.all([...this.#following.values()].map((each) => each.stop({ goesOn: true })));
    this.#following.clear();
  }

  records(): ReadonlyMap<string, ReplicationRecord> {
    return this.#kept.all;
  }

  following(name: string): FollowingIndex | undefined {
    return this.#following.get(name);
  }

  /** Throws ApiError. */
  #record(name: string): ReplicationRecord {
    const record = this.records().get(name);
    if (record !== undefined) return record;
    throw apiError('illegal_argument_exception', `No replication in progress for index:${name}`);
  }

  #inTurn<T>(name: string, action: () => Promise<T>): Promise<T> {
    const run = (this.#turns.get(name) ?? Promise.resolve()).then(action);
    const settled = run.then(
      () => {},
      () => {},
    );
    this.#turns.set(name, settled);
    void settled.then(() => {
      if (this.#turns.get(name) === settled) this.#turns.delete(name);
    });
    return run;
  }

  #leaderOf(
    name: string,
    alias: string,
    index: string,
    roles = this.records().get(name)?.roles,
  ): LeaderIndex {
    const { clusterName, identity } = this.#context;
    const right = { role: roles?.leader, check: () => this.#rights.checkWrite(roles, name) };
    const follower = { clusterName, clusterUuid: identity.clusterUuid, index: name, right };
    return new LeaderIndex({ remotes: this.#remotes, waits: this.#waits }, alias, index, follower);
  }

  /** The roles of a rule that count, where it and who makes it have what it takes. Rejects with ApiError. */
  async #checkRule(
    { leaderAlias, pattern, followerPattern, roles: given, settings }: AutofollowRule,
    access: Access,
  ): Promise<UseRoles | undefined> {
    const roles = this.#rights.rolesOf(given);
    const follower = followerPattern.replaceAll('{{leader_index}}', () => pattern);
    const leader = this.#leaderOf(follower, leaderAlias, pattern, roles);
    await this.#rights.checkSetup({ roles, follower, leader, access });
    checkOverrides(settings);
    return roles;
  }

  /** Resolves when the files of the leader begin to come, or are there. Rejects with ApiError. */
  async start(name: string, request: StartRequest, options: StartOptions): Promise<void> {
    const following = await this.#inTurn(name, () => this.#begin(name, request, options));
    await begunOrLate(this.#context.clock, following, options);
  }

  async #begin(
    name: string,
    request: StartRequest,
    { access, checkBlocks }: StartOptions,
  ): Promise<FollowingIndex> {
    const { leaderAlias, leaderIndex, settings } = request;
    if (!this.#remotes.has(leaderAlias)) throw noSuchRemote(leaderAlias);
    const roles = this.#rights.rolesOf(request.roles);
    const leader = this.#leaderOf(name, leaderAlias, leaderIndex, roles);
    await this.#rights.checkSetup({ roles, follower: name, leader, access });
    const metadata = await leader.metadata();
    checkLeaderVersion(metadata);
    const { uuid } = metadata;
    checkOverrides(settings);
    const own = followerSettings(metadata, name, settings);
    checkBlocks?.();
    if (replicationSetting(this.#context.settings, 'replication.follower.block.start')) {
      const reason = '[FORBIDDEN] Replication START block is set';
      throw new ApiError({ type: 'status_exception', reason, status: 403 });
    }
    requireFreeName(this.#context, name);
    if (this.records().has(name)) throw taken(name);
    checkShardLimit(this.#context, copiesOf(own));
    const of = { leaderAlias, leaderIndex, leaderUuid: uuid, settings };
    const record = { ...of, ...this.#clusterOf(leaderAlias), ...(roles === undefined ? {} : { roles }) };
    this.#kept.keep(name, { ...record, state: 'RUNNING', reason: USER_INITIATED });
    return this.#follow(name);
  }

  #clusterOf(alias: string): Pick<ReplicationRecord, 'leaderCluster'> {
    const leaderCluster = this.#remotes.clusterUuid(alias);
    return leaderCluster === undefined ? {} : { leaderCluster };
  }

  #follow(name: string): FollowingIndex {
    const { leaderAlias, leaderIndex } = this.#record(name);
    const following: FollowingIndex = new FollowingIndex({
      context: this.#context,
      name,
      leader: this.#leaderOf(name, leaderAlias, leaderIndex),
      rate: this.#rate,
      record: () => this.records().get(name),
      onFiles: (histories) => this.#kept.change(name, { histories }),
      onWhole: () => {
        if (this.records().get(name)?.anew === true) this.#kept.change(name, { anew: false });
      },
      onFailed: (error, shard) => {
        if (this.#following.get(name) !== following) return;
        this.#following.delete(name);
        this.#failed(name, error, shard);
      },
    });
    this.#following.set(name, following);
    following.start();
    return following;
  }

  /** It has ended by itself: paused, or failed where there is no index yet or the pause cannot be kept. */
  #failed(name: string, error: unknown, shard: number | undefined): void {
    const record = this.records().get(name);
    this.#context.log.log('error', 'replication', `[${name}] follows its leader no further`, { error });
    if (record === undefined) return;
    if (isNotFound(error) && this.#goesWith(record)) {
      void this.#deleteToo(name, record);
    } else this.#pauseItself(name, record, error, shard);
  }

  /** Where the alias leads to another cluster now, that one does not know what was deleted. */
  #goesWith({ leaderAlias, leaderCluster }: ReplicationRecord): boolean {
    const wanted = replicationSetting(this.#context.settings, 'replication.replicate.delete_index');
    return wanted && leaderCluster !== undefined && leaderCluster === this.#remotes.clusterUuid(leaderAlias);
  }

  /** As its leader was deleted, where a setting wants that. */
  async #deleteToo(name: string, record: ReplicationRecord): Promise<void> {
    const { engine } = this.#context;
    try {
      await this.#inTurn(name, async () => {
        // Somebody may have come before it.
        if (this.#following.has(name) || this.records().get(name)?.leaderUuid !== record.leaderUuid) return;
        if (engine.index(name)?.settings[FOLLOWER_SETTING] !== undefined) await engine.deleteIndex(name);
        this.#kept.ended(name, undefined);
      });
    } catch (error) {
      this.#pauseItself(name, record, error, undefined);
    }
  }

  #pauseItself(name: string, record: ReplicationRecord, error: unknown, shard: number | undefined): void {
    const isFollower = this.#context.engine.index(name)?.settings[FOLLOWER_SETTING] !== undefined;
    this.#kept.ended(name, endedByItself(name, record, { error, shard, isFollower }));
  }

  pause(name: string, reason: string): Promise<void> {
    return this.#inTurn(name, async () => {
      const { state } = this.#record(name);
      if (state === 'PAUSED') {
        throw apiError('resource_already_exists_exception', `Index ${name} is already paused`);
      }
      if (state !== 'RUNNING')
        throw apiError('illegal_state_exception', `Cannot pause when in ${state} state`);
      const following = this.#following.get(name);
      if (following?.progress !== undefined) {
        const text = `Index is in restore phase currently for index: ${name}. You can pause after restore completes.`;
        throw apiError('exception', text);
      }
      this.#kept.change(name, { state: 'PAUSED', reason });
      await this.#end(name);
    });
  }

  async #end(name: string): Promise<void> {
    const following = this.#following.get(name);
    this.#following.delete(name);
    await following?.stop();
  }

  /** Rejects with ApiError where it cannot go on. `force`: it begins anew, with the files of what is called so there now. */
  resume(name: string, { force }: { readonly force: boolean }): Promise<void> {
    return this.#inTurn(name, async () => {
      const record = this.#record(name);
      if (record.state !== 'PAUSED') {
        throw apiError(
          'resource_already_exists_exception',
          `Replication on Index ${name} is already running`,
        );
      }
      const running = { state: 'RUNNING', reason: USER_INITIATED } as const;
      if (force || record.anew === true) {
        const { uuid } = await this.#leaderOf(name, record.leaderAlias, record.leaderIndex).metadata();
        const cluster = this.#clusterOf(record.leaderAlias);
        this.#kept.change(name, { ...running, ...cluster, leaderUuid: uuid, histories: [], anew: true });
      } else {
        await checkKept(
          this.#context.engine,
          name,
          record,
          this.#leaderOf(name, record.leaderAlias, record.leaderIndex),
        );
        this.#kept.change(name, { ...running, ...this.#clusterOf(record.leaderAlias) });
      }
      this.#follow(name);
    });
  }

  /** The index becomes an ordinary one, whatever the state; what is not whole is removed. */
  stop(name: string, others: OtherChanges = () => new Map()): Promise<void> {
    return this.#inTurn(name, async () => {
      const { log } = this.#context;
      const { leaderAlias, leaderIndex, roles, state } = this.#record(name);
      others();
      await this.#end(name);
      try {
        await this.#promote(name, others);
        // An index says itself that it follows nothing, also after a restart; where there is none the record has to.
        if (this.#context.engine.index(name) === undefined) this.#kept.keep(name, undefined);
        else this.#kept.ended(name, undefined);
      } catch (error) {
        // What cannot be kept, as on a full disk, has not happened.
        if (state === 'RUNNING' && !this.#isOrdinary(name)) this.#follow(name);
        throw error;
      }
      // The leader may be away: then its leases expire.
      const removed = this.#leaderOf(name, leaderAlias, leaderIndex, roles).removeLeases();
      void removed.catch((error: unknown) => {
        log.log('warn', 'replication', `leases for [${name}] stay until they expire`, { error });
      });
    });
  }

  /** An index is there that follows nothing. */
  #isOrdinary(name: string): boolean {
    const index = this.#context.engine.index(name);
    return index !== undefined && index.settings[FOLLOWER_SETTING] === undefined;
  }

  /** It becomes writable, and whatever else is to change does so with it. */
  async #promote(name: string, others: OtherChanges): Promise<void> {
    const { engine } = this.#context;
    const index = engine.index(name);
    if (index?.settings[FOLLOWER_SETTING] === undefined) return;
    // A process has ended while it was closed for settings of its leader: numbers that never came are to be closed too.
    if (index.state === 'close') await engine.openIndex(name);
    for (let shard = 0; shard < index.numberOfShards; shard++) {
      await engine.history.promote(name, shard);
    }
    await changeInTurn(engine, async () => {
      const changes = new Map(others());
      changes.set(name, { ...changes.get(name), settings: { [FOLLOWER_SETTING]: null } });
      await changeWithAliases(engine, changes);
    });
  }

  /** Settings beside those of the leader, from now on. */
  update(name: string, settings: FlatSettings): Promise<void> {
    return this.#inTurn(name, async () => {
      checkOverrides(settings);
      const { state, settings: before } = this.#record(name);
      if (state === 'FAILED') {
        throw apiError('illegal_state_exception', `Cannot update settings when in ${state} state`);
      }
      const change = new Map([[name, { settings }]]);
      if (this.#context.engine.index(name) !== undefined) await this.#context.engine.updateMetadata(change);
      this.#kept.change(name, { settings: { ...before, ...settings } });
    });
  }
}

function noSuchRemote(alias: string): ApiError {
  return apiError('no_such_remote_cluster_exception', `no such remote cluster: [${alias}]`);
}
