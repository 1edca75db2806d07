import { apiError } from '@sextant/contract';
import type { MemoryAccount } from '../budget/work-budget.ts';

/** An account that knows the most that it ever held. */
export class TestMemory implements MemoryAccount {
  used = 0;
  peak = 0;
  readonly #limit: number;

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
  }

  take(bytes: number, label: string): void {
    const wanted = this.used + bytes;
    if (wanted > this.#limit) throw apiError('circuit_breaking_exception', `no room for ${label}`);
    this.used = wanted;
    this.peak = Math.max(this.peak, wanted);
  }

  give(bytes: number): void {
    this.used -= bytes;
  }
}
