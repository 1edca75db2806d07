import type { Random } from '@sextant/base';
import { apiError, boxedJson, type JsonMap, wildcardTest } from '@sextant/contract';
import { encodeOperations, FOLLOWER_SETTING, type IndexMetadata } from '@sextant/engine';
import { indexClosed, indexNotFound } from '../../../cluster/index-names.ts';
import type { RemoteCaller, RemoteHandler, WireValue } from '../../../transport/remote-clusters.ts';
import { isSystemIndex } from '../../system-index.ts';
import type { EmbeddedContext } from '../context.ts';
import { leaderActions, WAIT_MS } from './leader-actions.ts';
import { LeaderCopies } from './leader-copies.ts';
import { LeaderFigures } from './leader-figures.ts';
import { LeaderLeases } from './leader-leases.ts';
import type { LeaderRights } from './leader-rights.ts';
import { MEMBERS_MAX } from './shared-waits.ts';
import { WireReader } from './wire-reader.ts';

/** Operations of one answer; one at least comes. */
const ANSWER_BYTES = 8 * 1024 * 1024;

type LeaderContext = Pick<EmbeddedContext, 'clock' | 'engine' | 'settings'> & { readonly random: Random };

/** What other clusters may ask of the indices here. */
export class LeaderSide {
  readonly #context: LeaderContext;
  readonly #leases: LeaderLeases;
  readonly #copies: LeaderCopies;
  readonly #figures: LeaderFigures;
  readonly #rights: LeaderRights;

  constructor(context: LeaderContext, rights: LeaderRights) {
    this.#rights = rights;
    this.#context = context;
    this.#leases = new LeaderLeases(context);
    this.#copies = new LeaderCopies(context, this.#leases);
    this.#figures = new LeaderFigures(context);
  }

  get handlers(): ReadonlyMap<string, RemoteHandler> {
    const handlers: readonly [string, (body: WireReader, caller: RemoteCaller) => Promise<WireValue>][] = [
      [leaderActions.validate, async (body) => this.#metadata(body)],
      [leaderActions.permissions, async () => ({})],
      [leaderActions.names, async (body, caller) => this.#names(body, await this.#rights.followable(caller))],
      [leaderActions.beginFiles, (body, caller) => this.#beginFiles(body, caller)],
      [leaderActions.fileChunk, (body, caller) => this.#copies.chunk(body, caller)],
      [leaderActions.endFiles, async (body, caller) => this.#copies.end(body, caller)],
      [leaderActions.changes, (body, caller) => this.#changes(body, caller)],
      [leaderActions.wait, (body, caller) => this.#waitForAny(body, caller)],
      [leaderActions.removeLeases, (body, caller) => this.#removeLeases(body, caller)],
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

  #metadata(body: WireReader): WireValue {
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
    const metadata = { name, uuid, numberOfShards, routingShards, settings, mappings, aliases };
    return { metadata: boxedJson.write(metadata), tag: tagOf(index) };
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
    return await this.#copies.begin(this.#sameIndex(body), body, caller);
  }

  async #changes(body: WireReader, caller: RemoteCaller): Promise<WireValue> {
    const { engine, clock } = this.#context;
    const index = this.#sameIndex(body);
    const [shard, from] = [body.count('shard'), body.count('from')];
    const timeoutMs = Math.min(WAIT_MS, body.count('waitMs'));
    if (shard < 0 || shard >= index.numberOfShards) throw noShard(index.name, shard);
    const { history } = engine;
    const [lease, retain] = [body.text('lease'), body.count('retain')];
    const first = () => this.#leases.renew(index, shard, lease, retain, caller);
    const { signal } = caller;
    const state =
      timeoutMs > 0
        ? await history.wait(index.name, shard, from, { timeoutMs, signal, first })
        : await first();
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
    this.#figures.count(index.uuid, operations.length, bytes.length, (clock.nanos() - started) / 1e6);
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
    const judged = new Map<number, IndexMetadata>();
    for (const [at, entry] of entries.entries()) {
      const onJudged = (index: IndexMetadata): void => {
        if (entry.has('tag')) judged.set(at, index);
      };
      void this.#waitForOne(entry, { ...caller, signal }, onJudged)
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
    return { ready: ready.map((at) => ({ at })), tags: this.#tagsOf(judged) };
  }

  /** Of the metadata that these indices have now. */
  #tagsOf(judged: ReadonlyMap<number, IndexMetadata>): WireValue {
    return [...judged].flatMap(([at, { name, uuid }]) => {
      const index = this.#context.engine.index(name);
      return index?.uuid === uuid ? [{ at, tag: tagOf(index) }] : [];
    });
  }

  /** `onJudged`: the caller may follow the index. */
  async #waitForOne(
    entry: WireReader,
    caller: RemoteCaller,
    onJudged: (index: IndexMetadata) => void,
  ): Promise<boolean> {
    const { history } = this.#context.engine;
    const [shard, from] = [entry.count('shard'), entry.count('from')];
    await this.#rights.check(leaderActions.wait, entry.text('index'), caller);
    const index = this.#sameIndex(entry);
    if (shard < 0 || shard >= index.numberOfShards) throw noShard(index.name, shard);
    onJudged(index);
    this.#figures.count(index.uuid, 0, 0, 0);
    const { signal } = caller;
    // A little longer than all together wait: then nobody has something.
    const timeoutMs = WAIT_MS + 1000;
    const first = () => this.#leases.renew(index, shard, entry.text('lease'), from, caller);
    const state = await history.wait(index.name, shard, from, { timeoutMs, signal, first });
    return state.checkpoint >= from || state.maxSeqNo < from - 1;
  }

  async #removeLeases(body: WireReader, caller: RemoteCaller): Promise<WireValue> {
    await this.#leases.remove(this.#index(body), body.text('lease'), caller);
    return {};
  }

  /** Of indices that were read lately and hold leases for followers. */
  stats(sees: (index: string) => boolean): Promise<JsonMap> {
    return this.#figures.stats(sees);
  }

  stop(): void {
    this.#copies.stop();
  }
}

/** Another one where what a follower takes of it is another. */
function tagOf({ mappingVersion, settingsVersion, aliasesVersion }: IndexMetadata): string {
  return `${mappingVersion}.${settingsVersion}.${aliasesVersion}`;
}

function noShard(index: string, shard: number): Error {
  return apiError('illegal_argument_exception', `there is no shard [${shard}] of [${index}]`);
}
