import type { AppliedHistory, HistoryCalls, HistoryState } from '../shard/history/history-port.ts';
import type { LeaseRenewal, RetentionLease } from '../shard/history/retention-leases.ts';
import type { HistoryOperation } from '../translog/history-operation.ts';
import type { IndexWriter } from './index-writer.ts';

interface WriterParts {
  /** Throws ApiError where it is not there or closed. */
  readonly open: (name: string) => IndexWriter;
  /** As `open`, when the index takes operations. */
  readonly writable: (name: string) => IndexWriter | Promise<IndexWriter>;
  readonly written: (index: IndexWriter, shards: readonly number[]) => void;
}

/** History of the shards of one writer. */
export class WriterHistory implements HistoryCalls {
  readonly #parts: WriterParts;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  async state(name: string, shard: number): Promise<HistoryState> {
    const index = this.#parts.open(name);
    return index.shard(shard).history.state(index.primaryTerm);
  }

  async read(
    name: string,
    shard: number,
    from: number,
    to: number,
    maxBytes: number,
  ): Promise<readonly HistoryOperation[]> {
    const index = this.#parts.open(name);
    // Whoever has an operation must find the mapping that it brought, though it is acknowledged later.
    index.persistMetadata();
    return index.shard(shard).history.read(from, to, maxBytes);
  }

  async apply(name: string, shard: number, operations: readonly HistoryOperation[]): Promise<AppliedHistory> {
    const index = await this.#parts.writable(name);
    const writer = index.shard(shard);
    let term = 0;
    for (const { primaryTerm } of operations) if (primaryTerm > term) term = primaryTerm;
    index.reachTerm(term);
    try {
      return index.withGivenMapping(() => writer.history.apply(operations));
    } finally {
      index.persistMetadata();
      writer.sync();
      index.written();
      this.#parts.written(index, [shard]);
    }
  }

  async promote(name: string, shard: number): Promise<void> {
    const index = await this.#parts.writable(name);
    const writer = index.shard(shard);
    writer.history.fillGaps(index.primaryTerm);
    writer.sync();
    index.written();
    index.foundHistory();
  }

  async addLease(name: string, shard: number, lease: RetentionLease): Promise<void> {
    this.#parts.open(name).shard(shard).history.addLease(lease);
  }

  async renewLease(
    name: string,
    shard: number,
    id: string,
    retainingSeqNo: number,
    by?: LeaseRenewal,
  ): Promise<HistoryState> {
    const index = this.#parts.open(name);
    const { history } = index.shard(shard);
    history.renewLease(id, retainingSeqNo, by);
    return history.state(index.primaryTerm);
  }

  async removeLease(name: string, shard: number, id: string, owner?: string): Promise<void> {
    this.#parts.open(name).shard(shard).history.removeLease(id, owner);
  }
}
