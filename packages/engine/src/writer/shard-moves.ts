import { apiError } from '@sextant/contract';
import { shardFolder } from '../shard/index/data-paths.ts';
import type { HandedIndex } from '../shard/index/handed-index.ts';
import type { GroupCommit } from './group-commit.ts';
import type { IndexEnvironment } from './index-environment.ts';
import type { IndexTable } from './index-table.ts';
import { IndexWriter } from './index-writer.ts';
import { diskFailure } from './new-index.ts';
import { ShardMove } from './shard-move.ts';
import { letOthersIn } from './turns.ts';

/** Brings shards from one data path to another while their index is searched: it is let go and taken over by the same writer. */
export class ShardMoves {
  readonly #environment: IndexEnvironment;
  readonly #indices: IndexTable;
  readonly #commits: GroupCommit;

  constructor(environment: IndexEnvironment, indices: IndexTable, commits: GroupCommit) {
    this.#environment = environment;
    this.#indices = indices;
    this.#commits = commits;
  }

  /** False where the index is not quiet, the shard has no files or is there already, or searches still use what it has left there. Rejects with ApiError where the disk refuses. */
  async move(name: string, shard: number, path: string): Promise<boolean> {
    const { disk, paths, log } = this.#environment;
    const before = this.#indices.getOpen(name);
    const { uuid } = before;
    if (!paths.all.includes(path)) {
      const reason = `[${path}] is none of the data paths [${paths.all.join(', ')}]`;
      throw apiError('illegal_argument_exception', reason);
    }
    const from = paths.isOne ? undefined : paths.find(uuid, shard);
    if (from === undefined || paths.pathOf(from) === path) return false;
    if (before.hasLeft(shardFolder(path, uuid, shard))) return false;
    const move = new ShardMove(disk, paths, { from, uuid, shard, path });
    try {
      for (const _slice of move.copyAhead()) await letOthersIn();
      if (!this.#switch(name, uuid, shard, move)) {
        move.drop();
        return false;
      }
    } catch (error) {
      move.drop();
      throw diskFailure(`cannot move [${name}][${shard}] to [${path}]`, error);
    }
    log.log('info', 'index.shard', 'shard lies in another data path now', { index: name, shard, path });
    return true;
  }

  /** In one turn: nobody sees the index without its shards. */
  #switch(name: string, uuid: string, shard: number, move: ShardMove): boolean {
    const quiet = (): IndexWriter | undefined => {
      const index = this.#indices.find(name);
      return index?.uuid === uuid && index.mayMove ? index : undefined;
    };
    if (quiet() === undefined) return false;
    this.#commits.flush();
    const index = quiet();
    const handed = index?.handOver();
    if (index === undefined || handed === undefined) return false;
    this.#indices.remove(index);
    try {
      move.finish();
    } catch (error) {
      this.#takeOver(handed);
      throw error;
    }
    const left = { shard, directory: move.from, until: handed.publications + 1 };
    this.#takeOver({ ...handed, left: [...handed.left, left] });
    return true;
  }

  #takeOver(handed: HandedIndex): void {
    const index = new IndexWriter(this.#environment, { ...handed, handed });
    // Searches tell of what they use no more while it is opened.
    this.#indices.add(index);
    try {
      index.openTaken();
    } catch {
      // The disk refuses what its metadata need: it is opened when something is asked of it next.
      const later = new IndexWriter(this.#environment, { ...handed, handed });
      later.openLater();
      this.#indices.add(later);
    }
  }
}
