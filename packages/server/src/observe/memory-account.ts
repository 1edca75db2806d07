import { apiError } from '@sextant/contract';
import { bytesText } from '../config/units.ts';

export interface MemoryFigures {
  readonly name: string;
  readonly limitBytes: number;
  readonly usedBytes: number;
  /** How often there was no room since the start. */
  readonly tripped: number;
}

/** A memory account as another thread is told of it: plain data. */
export interface SharedAccount {
  readonly name: string;
  readonly limitBytes: number;
  readonly counters: SharedArrayBuffer;
}

/** Places in the counters, of 64 bits each. */
const USED = 0;
const TRIPPED = 1;
const LASTING = 2;

/** What outlives requests leaves them so much room: as the breakers for fielddata and requests do. */
const LASTING_PART = 2 / 3;

/**
 * What one kind of work may hold of the memory, all requests together, and what it holds now. The same figures
 * stand in `_nodes/stats` and in the errors.
 */
export class MemoryAccount {
  readonly name: string;
  readonly #limit: number | (() => number);
  #usedBytes = 0;
  #tripped = 0;
  /** Of what is used, what outlives requests. */
  #lastingBytes = 0;
  /** In place of the three above as soon as another thread has a part in the account. */
  #shared: BigInt64Array | undefined;

  /** `name` as OpenSearch's breakers are named; a limit in bytes, asked each time where it is a setting, none below 0. */
  constructor(name: string, limit: number | (() => number)) {
    this.name = name;
    this.#limit = limit;
  }

  /** The account of another thread, in this one. */
  static of({ name, limitBytes, counters }: SharedAccount): MemoryAccount {
    const account = new MemoryAccount(name, limitBytes);
    account.#shared = new BigInt64Array(counters);
    return account;
  }

  share(): SharedAccount {
    if (this.#shared === undefined) {
      this.#shared = new BigInt64Array(new SharedArrayBuffer(24));
      this.#shared[USED] = BigInt(this.#usedBytes);
      this.#shared[TRIPPED] = BigInt(this.#tripped);
      this.#shared[LASTING] = BigInt(this.#lastingBytes);
    }
    const counters = this.#shared.buffer as SharedArrayBuffer;
    return { name: this.name, limitBytes: this.limitBytes, counters };
  }

  get usedBytes(): number {
    return this.#shared === undefined ? this.#usedBytes : Number(Atomics.load(this.#shared, USED));
  }

  /** What is used afterwards. */
  #add(bytes: number): number {
    if (this.#shared !== undefined) {
      return Number(Atomics.add(this.#shared, USED, BigInt(bytes))) + bytes;
    }
    this.#usedBytes += bytes;
    return this.#usedBytes;
  }

  #trip(): void {
    if (this.#shared === undefined) this.#tripped++;
    else Atomics.add(this.#shared, TRIPPED, 1n);
  }

  get limitBytes(): number {
    return typeof this.#limit === 'number' ? this.#limit : this.#limit();
  }

  hasRoom(bytes: number): boolean {
    const { limitBytes } = this;
    return limitBytes < 0 || this.usedBytes + bytes <= limitBytes;
  }

  /** Throws ApiError `circuit_breaking_exception` where there is no room; `label` says for what it was wanted. */
  take(bytes: number, label: string): void {
    const wanted = this.#add(bytes);
    const { limitBytes } = this;
    if (limitBytes >= 0 && wanted > limitBytes) {
      this.#add(-bytes);
      this.#trip();
      throw tooLarge(this.name, label, { wanted, limit: limitBytes, durability: 'TRANSIENT' });
    }
  }

  /** As the account, for what outlives requests: it may be no more than a part of the whole. `kind` names it in the error. */
  readonly lasting = {
    take: (bytes: number, kind: string, label: string): void => {
      const wanted = this.#addLasting(bytes);
      const limit = Math.floor(this.limitBytes * LASTING_PART);
      try {
        if (limit >= 0 && wanted > limit) {
          this.#trip();
          throw tooLarge(kind, label, { wanted, limit, durability: 'PERMANENT' });
        }
        this.take(bytes, label);
      } catch (error) {
        this.#addLasting(-bytes);
        throw error;
      }
    },
    give: (bytes: number): void => {
      this.#addLasting(-bytes);
      this.give(bytes);
    },
  };

  /** Of what outlives requests; what had no room for it is counted by the account itself. */
  lastingFigures(name: string): MemoryFigures {
    const usedBytes = this.#addLasting(0);
    return { name, limitBytes: Math.floor(this.limitBytes * LASTING_PART), usedBytes, tripped: 0 };
  }

  #addLasting(bytes: number): number {
    if (this.#shared !== undefined) {
      return Number(Atomics.add(this.#shared, LASTING, BigInt(bytes))) + bytes;
    }
    this.#lastingBytes += bytes;
    return this.#lastingBytes;
  }

  /** For what is held already: beyond the limit, nothing more is given out until it is back. */
  takeAnyway(bytes: number): void {
    this.#add(bytes);
  }

  give(bytes: number): void {
    this.#add(-bytes);
  }

  figures(): MemoryFigures {
    const { name, limitBytes, usedBytes } = this;
    const tripped = this.#shared === undefined ? this.#tripped : Number(Atomics.load(this.#shared, TRIPPED));
    return { name, limitBytes, usedBytes, tripped };
  }
}

function tooLarge(
  name: string,
  label: string,
  {
    wanted,
    limit,
    durability,
  }: { readonly wanted: number; readonly limit: number; readonly durability: string },
): Error {
  const sizes = `[${wanted}/${bytesText(wanted)}], which is larger than the limit of [${limit}/${bytesText(limit)}]`;
  const reason = `[${name}] Data too large, data for [${label}] would be ${sizes}`;
  const details = { bytes_wanted: wanted, bytes_limit: limit, durability };
  return apiError('circuit_breaking_exception', reason, details);
}
