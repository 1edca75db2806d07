import { ApiError, apiError, type ErrorCause } from '@sextant/contract';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  readExactJson,
  writeExactJson,
} from './exact-json.ts';

/** An item that was not sent, and what stands for it in the answer. */
export interface RefusedItem {
  /** Among all items of the request, from 0. */
  readonly at: number;
  readonly answer: JsonObject;
}

/** Those of one request: the caller is told of each in its place. */
export class RefusedItems {
  readonly #refused: RefusedItem[] = [];
  readonly #key: 'items' | 'responses' | 'docs';
  /** Items seen so far, sent or not. */
  #count = 0;

  constructor(key: 'items' | 'responses' | 'docs') {
    this.#key = key;
  }

  get some(): boolean {
    return this.#refused.length > 0;
  }

  get all(): boolean {
    return this.some && this.#refused.length === this.#count;
  }

  sent(): void {
    this.#count++;
  }

  refuse(answer: JsonObject): void {
    this.#refused.push({ at: this.#count++, answer });
  }

  /** The cluster's answer to what was sent, with those that were not; `undefined`: none was. */
  joined(answer: Buffer | undefined): Buffer {
    const body = answer === undefined ? this.#empty() : readExactJson(answer);
    const given = isJsonObject(body) ? body[this.#key] : undefined;
    if (!isJsonObject(body) || !Array.isArray(given)) {
      throw apiError('status_exception', `the cluster answered without [${this.#key}]`);
    }
    const joined = given as JsonValue[];
    for (const { at, answer: refused } of this.#refused) joined.splice(at, 0, refused);
    if (this.#key === 'items') body.errors = true;
    return writeExactJson(body);
  }

  #empty(): JsonObject {
    if (this.#key === 'docs') return { docs: [] };
    return this.#key === 'items' ? { took: 0, errors: true, items: [] } : { took: 0, responses: [] };
  }
}

/** The cause of an error that concerns one item. Anything but an operating error is thrown on. */
export function itemError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

export function causeBody({ type, reason, details }: ErrorCause): JsonObject {
  return { type, reason, ...details };
}

/** With the list of root causes, as errors outside bulk items have it. */
export function errorBody(cause: ErrorCause): JsonObject {
  const body = causeBody(cause);
  return { root_cause: [body], ...body };
}
