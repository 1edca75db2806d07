import { type Disk, type FramedFormat, FrameError, readFramed, writeFramed } from '@sextant/base';
import { type ApiError, apiError } from '@sextant/contract';

export const LEASES_FILE = 'retention.leases';
const format: FramedFormat = { magic: 'SXRL', version: 1 };

/** Keeps operations >= `retainingSeqNo` readable, for a follower that will ask for them. */
export interface RetentionLease {
  readonly id: string;
  readonly retainingSeqNo: number;
  /** Epoch milliseconds of the last renewal. */
  readonly timestamp: number;
  readonly source: string;
  /** How much history it may hold back where the index does not say; absent: what is usual. */
  readonly maxBytes?: number;
  /** Who made it and alone may renew and end it; absent: whoever knows its id. */
  readonly owner?: string;
}

/** Who renews a lease, and how much it may hold back from now on. */
export interface LeaseRenewal {
  readonly maxBytes?: number | undefined;
  /** Of a lease that is nobody's he becomes the owner. */
  readonly owner?: string | undefined;
}

/** Followers of one shard; expired leases do not count. */
const LEASES_MAX = 64;
/** A renewal is made durable when the last write is so long ago: one that is lost keeps more history, never less. */
const PERSIST_AFTER_MS = 30_000;
/** One that lets go of nothing says only that the follower is there, and is lost for no longer than this, or a part of the period. */
const PERSIST_SAME_MS = 10 * 60_000;
const PERSIST_SAME_PART = 1 / 16;

export interface LeaseClock {
  readonly nowMs: number;
  /** A lease that was not renewed for so long holds nothing. */
  readonly periodMs: number;
}

/** The leases of one shard. Which there are is durable at once, how far they were renewed a while later. */
export class RetentionLeases {
  readonly #disk: Disk;
  readonly #directory: string;
  #leases: readonly RetentionLease[];
  #persistedMs = Number.NEGATIVE_INFINITY;

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
  minRetained({ nowMs, periodMs }: LeaseClock): number | undefined {
    let min: number | undefined;
    for (const lease of this.#leases) {
      if (nowMs - lease.timestamp > periodMs) continue;
      if (min === undefined || lease.retainingSeqNo < min) min = lease.retainingSeqNo;
    }
    return min;
  }

  /** The most that a lease may hold back; undefined where none says. */
  get maxBytes(): number | undefined {
    const bounds = this.#leases.flatMap(({ maxBytes }) => maxBytes ?? []);
    return bounds.length === 0 ? undefined : Math.max(...bounds);
  }

  /** Throws ApiError: the id is taken by a lease that has not expired, or there are too many. */
  add(lease: RetentionLease, { nowMs, periodMs }: LeaseClock): void {
    const held = this.#leases.filter((each) => nowMs - each.timestamp <= periodMs);
    if (held.some(({ id }) => id === lease.id)) {
      const reason = `retention lease with ID [${lease.id}] already exists`;
      throw apiError('retention_lease_already_exists_exception', reason);
    }
    if (held.length >= LEASES_MAX) {
      const reason = `there are [${LEASES_MAX}] retention leases, the most that a shard may have`;
      throw apiError('illegal_argument_exception', reason);
    }
    this.#write([...held, lease], nowMs);
  }

  /** Throws ApiError: it is not there, has expired, is another's, or holds less than is asked for. */
  renew(
    id: string,
    retainingSeqNo: number,
    { nowMs, periodMs }: LeaseClock,
    { maxBytes, owner }: LeaseRenewal = {},
  ): void {
    const held = this.#leases.find((each) => each.id === id && nowMs - each.timestamp <= periodMs);
    if (held === undefined) throw leaseNotFound(id);
    requireOwner(held, owner);
    if (retainingSeqNo < held.retainingSeqNo) {
      const reason =
        `the current retention lease with [${id}] is retaining a higher sequence number [${held.retainingSeqNo}] ` +
        `than the new retaining sequence number [${retainingSeqNo}] from [${held.source}]`;
      throw apiError('retention_lease_invalid_retaining_seq_no_exception', reason);
    }
    const bound = maxBytes === undefined ? {} : { maxBytes };
    const owned = owner === undefined ? {} : { owner };
    const renewed = { ...held, ...bound, ...owned, retainingSeqNo, timestamp: nowMs };
    const leases = this.#leases.map((each) => (each === held ? renewed : each));
    const isAdopted = held.owner !== renewed.owner;
    const lets = retainingSeqNo > held.retainingSeqNo || renewed.maxBytes !== held.maxBytes;
    const afterMs = lets ? PERSIST_AFTER_MS : Math.min(PERSIST_SAME_MS, periodMs * PERSIST_SAME_PART);
    const isLate = nowMs - this.#persistedMs >= afterMs || nowMs < this.#persistedMs;
    if (isAdopted || isLate) this.#write(leases, nowMs);
    else this.#leases = leases;
  }

  /** Throws ApiError where it is not there, or another's; who the owner was of one that has expired says nothing any more. */
  remove(id: string, { nowMs, periodMs }: LeaseClock, owner?: string): void {
    const held = this.#leases.find((each) => each.id === id && nowMs - each.timestamp <= periodMs);
    if (held !== undefined) requireOwner(held, owner);
    const left = this.#leases.filter((each) => each.id !== id);
    if (left.length === this.#leases.length) throw leaseNotFound(id);
    this.#write(left, nowMs);
  }

  #write(leases: readonly RetentionLease[], nowMs: number): void {
    writeFramed(this.#disk, this.#directory, LEASES_FILE, format, leases);
    this.#leases = leases;
    this.#persistedMs = nowMs;
  }
}

function requireOwner(held: RetentionLease, owner: string | undefined): void {
  if (held.owner === undefined || held.owner === owner) return;
  const reason = `retention lease with ID [${held.id}] was made by [${held.owner}] and not by [${owner ?? ''}]`;
  throw apiError('security_exception', reason);
}

function leaseNotFound(id: string): ApiError {
  return apiError('retention_lease_not_found_exception', `retention lease with ID [${id}] not found`);
}
