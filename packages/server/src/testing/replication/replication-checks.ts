import { assert } from '@sextant/base';
import { MachineStopped } from '@sextant/base/testing';
import { ApiError } from '@sextant/contract';
import type { HistoryOperation, IndexMetadata } from '@sextant/engine';
import type { SimulatedMachine } from './simulated-machine.ts';

/** Documents of the simulation are called by these numbers. */
export const IDS = Array.from({ length: 24 }, (_, id) => String(id));
export const LEADER_INDEX = 'l';
export const FOLLOWER_INDEX = 'f';

interface Kept {
  readonly version: number;
  readonly seqNo: number;
  readonly source: string;
}

/** What one leader index has done, shard by shard, as it said when it was first asked. */
class LeaderHistory {
  readonly operations: HistoryOperation[][] = [];
  /** Something was flushed away before anybody asked. */
  isBlind = false;
  /** All shards have been asked, and have answered. */
  isCurrent = false;
}

/** What must hold at any time, whatever happens to leader, follower and network. */
export class ReplicationChecks {
  readonly #leader: SimulatedMachine;
  readonly #follower: SimulatedMachine;
  /** By UUID of the leader index. */
  readonly #histories = new Map<string, LeaderHistory>();
  /** By UUID of the following index and shard. */
  readonly #checkpoints = new Map<string, number>();
  /** By the same: up to which number the files that it was made of may have operations. */
  readonly #ofFiles = new Map<string, number>();
  prefixes = 0;

  constructor(leader: SimulatedMachine, follower: SimulatedMachine) {
    this.#leader = leader;
    this.#follower = follower;
  }

  /** Asks the leader for what it has done since. `lost`: the machine was without power, and may have lost the last of it. */
  async readLeader(lost = false): Promise<void> {
    for (const history of this.#histories.values()) history.isCurrent = false;
    if (!this.#leader.isUp) return;
    const { engine } = this.#leader.life;
    const index = engine.index(LEADER_INDEX);
    if (index === undefined || index.state === 'close') return;
    const history = this.#histories.get(index.uuid) ?? new LeaderHistory();
    this.#histories.set(index.uuid, history);
    history.isCurrent = true;
    for (let shard = 0; shard < index.numberOfShards; shard++) {
      const known = history.operations[shard] ?? [];
      history.operations[shard] = known;
      try {
        const { maxSeqNo } = await engine.history.state(LEADER_INDEX, shard);
        if (lost) known.length = Math.min(known.length, maxSeqNo + 1);
        if (maxSeqNo < known.length) continue;
        const { length } = known;
        const read = await engine.history.read(LEADER_INDEX, shard, length, maxSeqNo, 1e9);
        assert(
          read.every(({ seqNo }, at) => seqNo === length + at),
          'history has no gap',
        );
        known.push(...read);
      } catch (error) {
        history.isCurrent = false;
        if (error instanceof MachineStopped) return;
        if (!(error instanceof ApiError)) throw error;
        // A shard that does not work is asked later; what is flushed is not known any more.
        if (error.status === 404) history.isBlind = true;
      }
    }
  }

  /** Throws an AssertionError. */
  async check(): Promise<void> {
    if (!this.#follower.isUp) return;
    const { engine, replication } = this.#follower.life;
    const index = engine.index(FOLLOWER_INDEX);
    const record = replication.records().get(FOLLOWER_INDEX);
    if (index === undefined || record === undefined || record.anew === true) return;
    const history = this.#histories.get(record.leaderUuid);
    for (let shard = 0; shard < index.numberOfShards; shard++) {
      const checkpoint = await this.#checkpoint(shard);
      if (checkpoint === undefined) return;
      const key = `${index.uuid} ${shard}`;
      const before = this.#checkpoints.get(key) ?? -1;
      assert(checkpoint >= before, `checkpoint of [${shard}] went back from ${before} to ${checkpoint}`);
      this.#checkpoints.set(key, checkpoint);
    }
    if (history?.isCurrent === true && !history.isBlind) await this.#checkPrefix(history, index);
  }

  async #checkpoint(shard: number): Promise<number | undefined> {
    try {
      return (await this.#follower.life.engine.history.state(FOLLOWER_INDEX, shard)).checkpoint;
    } catch (error) {
      if (error instanceof ApiError || error instanceof MachineStopped) return undefined;
      throw error;
    }
  }

  /**
   * Each document is what the operations up to the checkpoint make of it; of the files that it began with, it may be a
   * later one that the leader had.
   */
  async #checkPrefix(
    history: LeaderHistory,
    { uuid, numberOfShards }: Pick<IndexMetadata, 'uuid' | 'numberOfShards'>,
  ): Promise<void> {
    const found = await documentsOf(this.#follower, FOLLOWER_INDEX);
    if (found === undefined) return;
    for (let shard = 0; shard < numberOfShards; shard++) {
      const operations = history.operations[shard] ?? [];
      const key = `${uuid} ${shard}`;
      const ofFiles = this.#ofFiles.get(key) ?? operations.length - 1;
      this.#ofFiles.set(key, ofFiles);
      const checkpoint = await this.#checkpoint(shard);
      if (checkpoint === undefined) return;
      assert(
        checkpoint < operations.length,
        `[${shard}] has ${checkpoint}, its leader ${operations.length - 1}`,
      );
      for (const id of new Set(operations.map((operation) => operation.id))) {
        const states = operations.filter((operation) => operation.id === id);
        const at = states.findLastIndex(({ seqNo }) => seqNo <= checkpoint);
        const later = states.slice(at + 1).filter(({ seqNo }) => seqNo <= ofFiles);
        const possible = [at < 0 ? undefined : states[at], ...later].map(keptBy);
        const seen = found.get(id);
        const isPossible = possible.some((each) => JSON.stringify(each) === JSON.stringify(seen));
        assert(
          isPossible,
          `document [${id}] is ${JSON.stringify(seen)}, not one of ${JSON.stringify(possible)}`,
        );
        this.prefixes++;
      }
    }
  }

  /** Throws an AssertionError where the two are not alike. */
  async same(): Promise<void> {
    const [l, f] = [this.#leader.life.engine, this.#follower.life.engine];
    const [of, copy] = [l.index(LEADER_INDEX)!, f.index(FOLLOWER_INDEX)!];
    for (let shard = 0; shard < of.numberOfShards; shard++) {
      const { checkpoint, maxSeqNo } = await l.history.state(LEADER_INDEX, shard);
      const here = await f.history.state(FOLLOWER_INDEX, shard);
      assert(
        here.checkpoint === checkpoint && here.maxSeqNo === maxSeqNo,
        `[${shard}] is at ${here.checkpoint} of ${here.maxSeqNo}, its leader at ${checkpoint} of ${maxSeqNo}`,
      );
    }
    await Promise.all([l.refresh(LEADER_INDEX), f.refresh(FOLLOWER_INDEX)]);
    for (const realtime of [true, false]) {
      const there = await documentsOf(this.#leader, LEADER_INDEX, realtime);
      const here = await documentsOf(this.#follower, FOLLOWER_INDEX, realtime);
      const [a, b] = [JSON.stringify([...there!]), JSON.stringify([...here!])];
      assert(a === b, `the leader has ${a}, the follower ${b}`);
    }
    const [wanted, mappings] = [JSON.stringify(of.mappings), JSON.stringify(copy.mappings)];
    assert(wanted === mappings, `the mapping is ${mappings}, that of the leader ${wanted}`);
  }
}

function keptBy(operation: HistoryOperation | undefined): Kept | undefined {
  if (operation === undefined || operation.kind !== 'index' || operation.source === null) return undefined;
  const { version, seqNo, source } = operation;
  return { version, seqNo, source: new TextDecoder().decode(source) };
}

/** By id; undefined where a shard does not work. */
async function documentsOf(
  { life }: SimulatedMachine,
  index: string,
  realtime = true,
): Promise<ReadonlyMap<string, Kept> | undefined> {
  try {
    const documents = await life.engine.getMany(IDS.map((id) => ({ index, id, realtime })));
    return new Map(
      documents.flatMap(({ found, version, seqNo, source }, at) => {
        const kept = { version, seqNo, source: new TextDecoder().decode(source ?? new Uint8Array(0)) };
        return found ? [[IDS[at]!, kept] as const] : [];
      }),
    );
  } catch (error) {
    if (error instanceof ApiError || error instanceof MachineStopped) return undefined;
    throw error;
  }
}
