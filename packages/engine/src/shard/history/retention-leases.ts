import { type Disk, type FramedFormat, FrameError, readFramed, writeFramed } from '@sextant/base';
import { apiError } from '@sextant/contract';

export const LEASES_FILE = 'retention.leases';
const format: FramedFormat = { magic: 'SXRL', version: 1 };

/** Keeps operations >= `retainingSeqNo` readable, for a follower that will ask for them. */
export interface RetentionLease {
  readonly id: string;
  readonly retainingSeqNo: number;
  /** Epoch milliseconds of the last renewal. */
  readonly timestamp: number;
  readonly source: string;
}

/** The leases of one shard, durable with every change. */
export class RetentionLeases {
  readonly #disk: Disk;
  readonly #directory: string;
  #leases: readonly RetentionLease[];

  constructor(disk: Disk, directory: string, leases: readonly RetentionLease[]) {
    this.#disk = disk;
    this.#directory = directory;
    this.#leases = leases;
  }

  /** Throws corrupt_index_exception. */
  static open(disk: Disk, directory: string): RetentionLeases {
    try {
      const leases = readFramed(disk, directory, LEASES_FILE, format) as
        | readonly RetentionLease[]
        | undefined;
      return new RetentionLeases(disk, directory, leases ?? []);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      throw apiError(
        'corrupt_index_exception',
        `retention leases [${directory}/${LEASES_FILE}]: ${error.message}; ` +
          'remove the file (followers must start anew)',
      );
    }
  }

  get all(): readonly RetentionLease[] {
    return this.#leases;
  }

  /** Lowest seq_no that a lease holds; undefined without leases. */
  minRetained(nowMs: number, periodMs: number): number | undefined {
    let min: number | undefined;
    for (const lease of this.#leases) {
      if (nowMs - lease.timestamp > periodMs) continue;
      if (min === undefined || lease.retainingSeqNo < min) min = lease.retainingSeqNo;
    }
    return min;
  }

  /** Adds the lease or renews the one with its id. */
  put(lease: RetentionLease): void {
    this.#write([...this.#leases.filter((each) => each.id !== lease.id), lease]);
  }

  /** Missing is not an error. */
  remove(id: string): void {
    const left = this.#leases.filter((each) => each.id !== id);
    if (left.length < this.#leases.length) this.#write(left);
  }

  #write(leases: readonly RetentionLease[]): void {
    writeFramed(this.#disk, this.#directory, LEASES_FILE, format, leases);
    this.#leases = leases;
  }
}
