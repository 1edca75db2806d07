import { apiError, bytesText } from '@sextant/contract';

/**
 * What the requests under way hold together, against one limit: a circuit breaker of OpenSearch. Bytes are the
 * estimate of those who reserve them.
 */
export class MemoryAccount {
  readonly name: string;
  readonly #limit: () => number;
  #used = 0;
  #tripped = 0;

  /** `limit` in bytes is asked at each reservation, so that it may be a setting. */
  constructor(name: string, limit: () => number) {
    this.name = name;
    this.#limit = limit;
  }

  get limit(): number {
    return this.#limit();
  }

  get used(): number {
    return this.#used;
  }

  /** How many reservations were refused. */
  get tripped(): number {
    return this.#tripped;
  }

  /** Throws ApiError `circuit_breaking_exception` where that is more than the limit; nothing is taken then. */
  reserve(bytes: number, label: string): void {
    const wanted = this.#used + bytes;
    const { limit } = this;
    if (wanted > limit) {
      this.#tripped++;
      throw tooLarge(this.name, label, wanted, limit);
    }
    this.#used = wanted;
  }

  release(bytes: number): void {
    this.#used -= bytes;
  }
}

function tooLarge(name: string, label: string, wanted: number, limit: number): Error {
  const reason =
    `[${name}] Data too large, data for [${label}] would be [${wanted}/${bytesText(wanted)}], ` +
    `which is larger than the limit of [${limit}/${bytesText(limit)}]`;
  const details = { bytes_wanted: wanted, bytes_limit: limit, durability: 'TRANSIENT' };
  return apiError('circuit_breaking_exception', reason, details);
}
