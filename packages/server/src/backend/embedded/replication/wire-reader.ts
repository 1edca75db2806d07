import { apiError } from '@sextant/contract';
import type { WireValue } from '../../../transport/remote-clusters.ts';

/** The members of what another cluster has sent; each throws ApiError where it is not there, or of another kind. */
export class WireReader {
  readonly #members: ReadonlyMap<string, unknown>;

  constructor(value: WireValue) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject || value instanceof Uint8Array) throw unreadable('object');
    this.#members = new Map(Object.entries(value));
  }

  has(name: string): boolean {
    return this.#members.has(name);
  }

  text(name: string): string {
    const value = this.#members.get(name);
    if (typeof value !== 'string') throw unreadable(name);
    return value;
  }

  /** A whole number of -1 or more. */
  count(name: string): number {
    const value = this.#members.get(name);
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < -1) throw unreadable(name);
    return value;
  }

  flag(name: string): boolean {
    const value = this.#members.get(name);
    if (typeof value !== 'boolean') throw unreadable(name);
    return value;
  }

  bytes(name: string): Uint8Array {
    const value = this.#members.get(name);
    if (!(value instanceof Uint8Array)) throw unreadable(name);
    return value;
  }

  list(name: string): readonly WireReader[] {
    const value = this.#members.get(name);
    if (!Array.isArray(value)) throw unreadable(name);
    return value.map((each: WireValue) => new WireReader(each));
  }
}

function unreadable(name: string): Error {
  return apiError('illegal_argument_exception', `[${name}] of a call between clusters cannot be read`);
}
