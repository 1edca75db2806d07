import { apiError } from '@sextant/contract';
import { bytesText } from '../config/units.ts';

/**
 * The memory that bodies of requests under way may take together: many large ones at a time must not end the
 * process.
 */
export class BodyBudget {
  readonly #limit: number;
  #used = 0;

  /** `limit` in bytes. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Throws ApiError `circuit_breaking_exception` where there is no room for `bytes` more. */
  take(bytes: number): void {
    const wanted = this.#used + bytes;
    if (wanted > this.#limit) {
      const sizes = `[${wanted}/${bytesText(wanted)}], which is larger than the limit of [${this.#limit}/${bytesText(this.#limit)}]`;
      const reason = `[in_flight_requests] Data too large, data for [<http_request>] would be ${sizes}`;
      const details = { bytes_wanted: wanted, bytes_limit: this.#limit, durability: 'TRANSIENT' };
      throw apiError('circuit_breaking_exception', reason, details);
    }
    this.#used = wanted;
  }

  give(bytes: number): void {
    this.#used -= bytes;
  }
}
