import { ApiError, apiError } from '@sextant/contract';
import type { SegmentData } from '../segment/segment-data.ts';
import { shardFolder } from '../shard/index/data-paths.ts';
import type { HandedIndex, HandedShard } from '../shard/index/handed-index.ts';
import type { ShardContext } from '../shard/store/shard-context.ts';
import { isOfDisk, shardFailure } from '../shard/write/shard-failure.ts';
import { ShardWriter } from '../shard/write/shard-writer.ts';
import type { IndexEnvironment } from './index-environment.ts';
import { diskFailure } from './new-index.ts';
import { ReopenTimers } from './reopen-timers.ts';

/** What a shard is given by its index. */
export type IndexPart = Pick<
  ShardContext,
  | 'settings'
  | 'codec'
  | 'sort'
  | 'parse'
  | 'persistMetadata'
  | 'storedDocument'
  | 'primaryTerm'
  | 'isBegun'
  | 'begun'
  | 'opened'
>;

/** The index that shards belong to, as they see it. */
export interface ShardsOwner {
  readonly name: string;
  readonly uuid: string;
  /** Its metadata stay as they are for now. */
  readonly isHeld: boolean;
  partOf(shard: number): IndexPart;
  /** A shard was opened in which operations are found, of an earlier term perhaps. */
  foundHistory(): void;
  persistMetadata(): void;
  /** The shard begins anew: its files are gone. Throws ApiError. */
  forgetShard(shard: number): void;
}

/** The shards of one index while it is open here: opened, published, and opened again after the disk has failed. */
export class IndexShards {
  readonly #environment: IndexEnvironment;
  readonly #owner: ShardsOwner;
  #shards: (ShardWriter | ApiError)[] = [];
  #publications: number;
  #reopening: ReopenTimers | undefined;
  /** What was told of a shard last. */
  readonly #reported: ApiError[] = [];
  /** Why a shard failed, as the log has it: attempts of our own that fail in the same way are not told again. */
  #logged: string[] = [];
  /** By shard: names of segments below this one are used up, though no commit may say so. */
  readonly #firstSegments: number[] = [];
  /** By shard: segments that searches may use since before it was last let go. */
  readonly #shownBefore: (readonly string[])[] = [];
  /** Where another writer had the index before. */
  readonly #handed: HandedIndex | undefined;
  readonly #isBrought: boolean;
  // By shard, in arrays: of thousands of indices empty sets would take the most memory.
  /** Shards that were opened here: they are no longer what the other writer has left. */
  readonly #opened: true[] = [];
  /** Shards that this process has tried to open. */
  readonly #tried: true[] = [];
  /** Shards whose files were removed. */
  readonly #emptied: true[] = [];

  /** `isBrought`: what is found is not of this engine's making. */
  constructor(
    environment: IndexEnvironment,
    owner: ShardsOwner,
    { handed, isBrought = false }: { readonly handed?: HandedIndex; readonly isBrought?: boolean },
  ) {
    this.#environment = environment;
    this.#owner = owner;
    this.#handed = handed;
    this.#isBrought = isBrought;
    this.#publications = handed?.publications ?? 0;
    for (const each of handed?.shards ?? []) {
      this.#firstSegments.push(each.firstSegment);
      this.#shownBefore.push(each.shown);
    }
  }

  /** Of the last publication. */
  get publications(): number {
    return this.#publications;
  }

  /** Opens every shard; one that cannot be is reported and refuses its calls, the others work. */
  open(count: number): void {
    this.#logged = [];
    for (let number = 0; number < count; number++) {
      if (this.#reported[number] === undefined) this.#open(number);
      else this.#openAgain(number);
    }
  }

  /** Undefined where none was opened. Throws ApiError where it could not be. */
  get(number: number): ShardWriter | undefined {
    const shard = this.#shards[number];
    if (shard instanceof ApiError) throw shard;
    return shard;
  }

  /** Undefined also where it could not be opened. */
  find(number: number): ShardWriter | undefined {
    const shard = this.#shards[number];
    return shard instanceof ShardWriter ? shard : undefined;
  }

  writers(): readonly ShardWriter[] {
    return this.#shards.filter((each) => each instanceof ShardWriter);
  }

  /**
   * Opens a shard that has failed once more; `empty`: without anything that it held, which is removed. Throws ApiError
   * where it works, and where it fails again.
   */
  revive(number: number, empty: boolean): void {
    const { name: index, uuid, isHeld } = this.#owner;
    const failed = this.#shards[number];
    if (failed === undefined || !hasFailed(failed)) {
      throw apiError('illegal_argument_exception', `[${index}][${number}] works: there is nothing to revive`);
    }
    if (isHeld) {
      const reason = `the metadata of [${index}] are being changed; try again in a moment`;
      throw apiError('illegal_state_exception', reason);
    }
    this.#letGo(number, failed);
    if (empty) this.#discard(number);
    if (this.#open(number) === undefined) throw this.#shards[number];
    this.#owner.persistMetadata();
    this.#worksAgain(number);
    const message = empty ? 'shard was made anew without what it held' : 'shard works again';
    this.#environment.log.log('warn', 'index.shard', message, { index, shard: number });
    this.#environment.events.failed(uuid, number, undefined);
  }

  #discard(number: number): void {
    const { disk, paths } = this.#environment;
    const { name, uuid } = this.#owner;
    try {
      for (const path of paths.all) {
        const directory = shardFolder(path, uuid, number);
        if (!disk.exists(directory)) continue;
        disk.removeTree(directory);
        disk.syncDirectory(directory.slice(0, directory.lastIndexOf('/')));
      }
    } catch (error) {
      throw diskFailure(`cannot remove the files of [${name}][${number}]`, error);
    }
    this.#owner.forgetShard(number);
    this.#opened[number] = true;
    this.#emptied[number] = true;
  }

  /** All work, and nothing is under way in the background. */
  get areQuiet(): boolean {
    return this.#shards.every(
      (shard) => shard instanceof ShardWriter && shard.failure === undefined && !shard.isBusy,
    );
  }

  /** Flushes and lets go of every shard; a failed one is just let go. Throws the first ApiError after all are closed. */
  close(): void {
    this.#reopening?.stop();
    let failure: unknown;
    for (const shard of this.writers()) {
      try {
        shard.close();
      } catch (error) {
        failure ??= error;
      }
      this.#remember(shard);
    }
    this.#shards = [];
    if (failure !== undefined) throw failure;
  }

  /**
   * As `close`, at the end of the process. Shards are flushed as long as `mayFlush` says so; of the others what was written is
   * durable. False where the next start cannot rely on what it finds.
   */
  end(mayFlush: () => boolean): boolean {
    this.#reopening?.stop();
    let isDurable = this.#shards.every((shard) => !hasFailed(shard));
    let failure: unknown;
    for (const shard of this.writers()) {
      try {
        isDurable = shard.end(mayFlush()) && isDurable;
      } catch (error) {
        failure ??= error;
      }
    }
    this.#shards = [];
    if (failure !== undefined) throw failure;
    return isDurable;
  }

  /** As `close`, for another writer. `isSuspect`: some shard was not read through as it should have been. */
  hand(): { readonly shards: readonly HandedShard[]; readonly isSuspect: boolean } {
    const shards = this.writers();
    const isSuspect = shards.some((shard) => this.#environment.verification.awaits(shard));
    this.close();
    return { shards: shards.map((shard) => shard.hand()), isSuspect };
  }

  /** Lets go of everything without writing: the index is deleted. */
  abandon(): void {
    this.#reopening?.stop();
    for (const shard of this.writers()) shard.abandon();
    this.#shards = [];
  }

  #contextOf(shard: number, isSound: boolean): ShardContext {
    const { disk, paths, clock, random, log, merges, builds } = this.#environment;
    const { name: index, uuid: indexUuid } = this.#owner;
    const part = this.#owner.partOf(shard);
    const directory = paths.folderOf(indexUuid, shard, part.isBegun(), this.#folders());
    return {
      ...part,
      isSound,
      opened: () => {
        const isEmptied = this.#emptied[shard] === true;
        delete this.#emptied[shard];
        return isEmptied ? 'EMPTY_STORE' : part.opened();
      },
      disk,
      clock,
      random,
      log,
      merges,
      builds,
      directory,
      dataPath: paths.isOne ? undefined : paths.pathOf(directory),
      begun: () => {
        paths.syncAbove(directory);
        part.begun();
      },
      index,
      indexUuid,
      shard,
      publish: (segments) => this.#publish(shard, segments),
      handed: () => (this.#opened[shard] === true ? undefined : this.#handed?.shards[shard]),
      firstSegment: () => this.#firstSegments[shard] ?? 1,
      shownBefore: () => this.#shownBefore[shard] ?? [],
      kept: (upkeep) => this.#environment.events.kept(indexUuid, shard, upkeep),
      failed: (failure) => this.#reportFailure(shard, failure),
    };
  }

  /** Of the shards that are open. */
  #folders(): readonly string[] {
    return this.#environment.paths.isOne ? [] : this.writers().map(({ context }) => context.directory);
  }

  /** What the last process left can be relied on; what this one has begun, and the disk failed, cannot. */
  #isSound(number: number): boolean {
    const isFirst = this.#tried[number] !== true;
    this.#tried[number] = true;
    return isFirst && !this.#isBrought && this.#environment.verification.endedCleanly;
  }

  #publish(number: number, segments: readonly SegmentData[]): number {
    this.#publications++;
    const shard = this.#shards[number];
    // While a shard opens, what it shows on the way is nobody's business.
    if (shard instanceof ShardWriter) {
      this.#environment.events.published({
        indexUuid: this.#owner.uuid,
        shard: number,
        number: this.#publications,
        segments,
        operations: shard.operations,
        coveredOperations: shard.coveredOperations,
      });
    }
    return this.#publications;
  }

  #reportFailure(shard: number, failure: ApiError): void {
    if (this.#reported[shard] === failure) return;
    this.#reported[shard] = failure;
    const { log, events, verification } = this.#environment;
    verification.failed();
    const { reason } = failure.error;
    if (this.#logged[shard] !== reason) {
      log.log('error', 'index.shard', 'shard failed', { index: this.#owner.name, shard, reason });
    }
    this.#logged[shard] = reason;
    events.failed(this.#owner.uuid, shard, failure.error);
    if (isOfDisk(failure.cause)) this.#openLater(shard);
  }

  #open(number: number): ShardWriter | undefined {
    try {
      const shard = new ShardWriter(this.#contextOf(number, this.#isSound(number)));
      this.#shards[number] = shard;
      if (shard.hasHistory) this.#owner.foundHistory();
      this.#publish(number, shard.segments);
      shard.scheduleMerges();
      const isSuspect =
        this.#opened[number] !== true && (this.#isBrought || this.#handed?.isSuspect === true);
      this.#opened[number] = true;
      this.#environment.verification.opened(shard, isSuspect || this.#reported[number] !== undefined);
      this.#environment.settling.opened(shard);
      return shard;
    } catch (error) {
      const failure =
        error instanceof ApiError ? error : shardFailure({ index: this.#owner.name, shard: number }, error);
      this.#shards[number] = failure;
      this.#reportFailure(number, failure);
      return undefined;
    }
  }

  /** A shard is let go, and may be opened again while searches use its segments. */
  #remember(shard: ShardWriter): void {
    this.#firstSegments[shard.context.shard] = shard.nextSegment;
    this.#shownBefore[shard.context.shard] = shard.shown;
  }

  /** Tries a shard again that the disk has failed, or that was opened again and not all of that could be kept. */
  #reopen(number: number): void {
    const shard = this.#shards[number];
    if (shard === undefined || (!hasFailed(shard) && this.#reported[number] === undefined)) return;
    if (this.#owner.isHeld) {
      this.#openLater(number);
      return;
    }
    if (shard instanceof ShardWriter && !hasFailed(shard)) {
      this.#goOn(number, shard);
      return;
    }
    this.#letGo(number, shard);
    this.#openAgain(number);
  }

  /** Tries it again in a while. */
  #openLater(number: number): void {
    const { clock, timed } = this.#environment;
    this.#reopening ??= new ReopenTimers(clock, (shard) => {
      timed.reopen.add(() => this.#reopen(shard));
    });
    this.#reopening.failed(number);
  }

  #openAgain(number: number): void {
    const shard = this.#open(number);
    if (shard !== undefined) this.#goOn(number, shard);
  }

  /**
   * What the log of a shard that has failed holds may be in the system's cache alone where a sync had failed: it is
   * committed into new files before anything is acknowledged.
   */
  #goOn(number: number, shard: ShardWriter): void {
    const { log, events } = this.#environment;
    const { name: index, uuid } = this.#owner;
    try {
      this.#owner.persistMetadata();
      shard.flush(true, true);
    } catch (error) {
      log.log('error', 'index.shard', 'reopening failed', { index, shard: number, error: String(error) });
      this.#openLater(number);
      return;
    }
    this.#worksAgain(number);
    log.log('info', 'index.shard', 'shard works again', { index, shard: number });
    events.failed(uuid, number, undefined);
  }

  /** What has failed is opened no more from what it has in memory. */
  #letGo(number: number, failed: ShardWriter | ApiError): void {
    if (!(failed instanceof ShardWriter)) return;
    this.#shards[number] = failed.failure!;
    this.#remember(failed);
    failed.abandon();
  }

  #worksAgain(number: number): void {
    this.#reopening?.recovered(number);
    delete this.#reported[number];
    delete this.#logged[number];
  }
}

function hasFailed(shard: ShardWriter | ApiError): boolean {
  return !(shard instanceof ShardWriter) || shard.failure !== undefined;
}

/** Of calls on the shards of an index that is closed. */
export function closedError(index: string, uuid: string): ApiError {
  return apiError('index_closed_exception', 'closed', { index, index_uuid: uuid });
}
