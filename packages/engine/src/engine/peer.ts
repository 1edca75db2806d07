import type { Channel } from '@sextant/base';
import { ApiError, type ErrorCause } from '@sextant/contract';
import { DocumentError } from '../budget/document-error.ts';

type Handler = (...args: readonly never[]) => unknown;

type Message =
  | { readonly kind: 'call'; readonly id: number; readonly method: string; readonly args: readonly unknown[] }
  | { readonly kind: 'told'; readonly calls: readonly Told[] }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: WireError };

type Told = readonly [method: string, args: readonly unknown[]];

/** An error that crosses threads: an operating error keeps its kind, of any other the text remains. */
export interface WireError {
  readonly cause?: ErrorCause;
  /** It is a `DocumentError`. */
  readonly ofDocument?: boolean;
  readonly message: string;
  readonly stack?: string | undefined;
}

/** Of calls that want no answer. */
const NO_ANSWER = 0;
/** So many calls go out in one message at most: the other side handles them in one go. */
const TOLD_TOGETHER = 256;

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Calls by name over a channel, both ways. Calls arrive in the order in which they were made, and what a
 * handler tells before it answers arrives before the answer.
 */
export class Peer {
  readonly #channel: Channel;
  /** Calls that wait for their answers; the number of one is its place, counted from 1. No Map, as in a PassingSet. */
  readonly #pending: (Pending | undefined)[] = [];
  readonly #free: number[] = [];
  #ended: Error | undefined;
  /** Calls that go out at the end of this piece of work, or before anything else does. */
  #told: Told[] = [];

  /** `handlers` answer the other side; `what` names it in the error of calls after its end. */
  constructor(channel: Channel, what: string, handlers: Readonly<Record<string, Handler>>) {
    this.#channel = channel;
    channel.onMessage((message) => this.#receive(message as Message, handlers));
    channel.onEnd((error) => {
      this.#ended = new Error(`the ${what} thread has ended${error ? `: ${error.message}` : ''}`, {
        cause: error,
      });
      for (const pending of this.#pending.splice(0)) pending?.reject(this.#ended);
    });
  }

  /** Rejects with what the other side threw, or when it ends. */
  call(method: string, args: readonly unknown[], transfer?: readonly ArrayBuffer[]): Promise<unknown> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const id = this.#free.pop() ?? this.#pending.length + 1;
    return new Promise((resolve, reject) => {
      this.#pending[id - 1] = { resolve, reject };
      try {
        this.#post({ kind: 'call', id, method, args }, transfer);
      } catch (error) {
        // What cannot be cloned was never sent.
        this.#taken(id);
        throw error;
      }
    });
  }

  /** A call without an answer; what it throws on the other side is lost. */
  tell(method: string, args: readonly unknown[], transfer?: readonly ArrayBuffer[]): void {
    if (this.#ended === undefined) this.#post({ kind: 'call', id: NO_ANSWER, method, args }, transfer);
  }

  /** As `tell`, but what is told in one go, before anybody waits for something, goes out as one message: each costs as much as a small search. */
  tellTogether(method: string, args: readonly unknown[]): void {
    if (this.#ended !== undefined) return;
    if (this.#told.length === 0) queueMicrotask(() => this.#sendTold());
    if (this.#told.push([method, args]) >= TOLD_TOGETHER) this.#sendTold();
  }

  end(): Promise<void> {
    return this.#channel.end();
  }

  #sendTold(): void {
    const calls = this.#told;
    if (calls.length === 0) return;
    this.#told = [];
    this.#channel.post({ kind: 'told', calls });
  }

  #post(message: Message, transfer?: readonly ArrayBuffer[]): void {
    this.#sendTold();
    this.#channel.post(message, transfer);
  }

  #receive(message: Message, handlers: Readonly<Record<string, Handler>>): void {
    if (message.kind === 'call') {
      void this.#answer(message.id, message.method, message.args, handlers);
      return;
    }
    if (message.kind === 'told') {
      for (const [method, args] of message.calls) void this.#answer(NO_ANSWER, method, args, handlers);
      return;
    }
    const pending = this.#taken(message.id);
    if (message.kind === 'result') pending?.resolve(message.value);
    else pending?.reject(reviveError(message.error));
  }

  /** The call of that number, which waits no longer. */
  #taken(id: number): Pending | undefined {
    const pending = this.#pending[id - 1];
    this.#pending[id - 1] = undefined;
    this.#free.push(id);
    return pending;
  }

  async #answer(
    id: number,
    method: string,
    args: readonly unknown[],
    handlers: Readonly<Record<string, Handler>>,
  ): Promise<void> {
    try {
      const handler = handlers[method];
      if (handler === undefined) throw new Error(`no handler for [${method}]`);
      const value = await handler(...(args as readonly never[]));
      if (id !== NO_ANSWER) this.#post({ kind: 'result', id, value });
    } catch (error) {
      if (id !== NO_ANSWER) this.#post({ kind: 'error', id, error: flattenError(error) });
    }
  }
}

export function flattenError(error: unknown): WireError {
  if (error instanceof ApiError) {
    const ofDocument = error instanceof DocumentError;
    return { cause: error.error, message: error.message, ...(ofDocument ? { ofDocument } : {}) };
  }
  if (error instanceof Error) return { message: `${error.name}: ${error.message}`, stack: error.stack };
  return { message: String(error) };
}

export function reviveError(error: WireError): Error {
  if (error.cause !== undefined) {
    return error.ofDocument === true ? new DocumentError(error.cause) : new ApiError(error.cause);
  }
  const revived = new Error(error.message);
  if (error.stack !== undefined) revived.stack = error.stack;
  return revived;
}
