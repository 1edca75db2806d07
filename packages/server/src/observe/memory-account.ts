import { apiError } from '@sextant/contract';
import { bytesText } from '../config/units.ts';

export interface MemoryFigures {
  readonly name: string;
  readonly limitBytes: number;
  readonly usedBytes: number;
  /** How often there was no room since the start. */
  readonly tripped: number;
}

/**
 * What one kind of work may hold of the memory, all requests together, and what it holds now. The same figures
 * stand in `_nodes/stats` and in the errors.
 */
export class MemoryAccount {
  readonly name: string;
  readonly #limit: number | (() => number);
  #usedBytes = 0;
  #tripped = 0;

  /** `name` as OpenSearch's breakers are named; a limit in bytes, asked each time where it is a setting, none below 0. */
  constructor(name: string, limit: number | (() => number)) {
    this.name = name;
    this.#limit = limit;
  }

  get limitBytes(): number {
    return typeof this.#limit === 'number' ? this.#limit : this.#limit();
  }

  hasRoom(bytes: number): boolean {
    const { limitBytes } = this;
    return limitBytes < 0 || this.#usedBytes + bytes <= limitBytes;
  }

  /** Throws ApiError `circuit_breaking_exception` where there is no room; `label` says for what it was wanted. */
  take(bytes: number, label: string): void {
    const wanted = this.#usedBytes + bytes;
    const { limitBytes } = this;
    if (limitBytes >= 0 && wanted > limitBytes) {
      this.#tripped++;
      const sizes = `[${wanted}/${bytesText(wanted)}], which is larger than the limit of [${limitBytes}/${bytesText(limitBytes)}]`;
      const reason = `[${this.name}] Data too large, data for [${label}] would be ${sizes}`;
      const details = { bytes_wanted: wanted, bytes_limit: limitBytes, durability: 'TRANSIENT' };
      throw apiError('circuit_breaking_exception', reason, details);
    }
    this.#usedBytes = wanted;
  }

  /** For what is held already: beyond the limit, nothing more is given out until it is back. */
  takeAnyway(bytes: number): void {
    this.#usedBytes += bytes;
  }

  give(bytes: number): void {
    this.#usedBytes -= bytes;
  }

  figures(): MemoryFigures {
    const { name, limitBytes } = this;
    return { name, limitBytes, usedBytes: this.#usedBytes, tripped: this.#tripped };
  }
}
