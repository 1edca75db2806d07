import type { Socket } from 'node:net';
import { type ApiError, apiError } from '@sextant/contract';

/** As many requests of one connection may be under way; a caller that waits for its answers has one. */
const requestsMax = 1_000;

/** A connection, and its requests that have come and are not answered: HTTP lets a caller send on and on. */
export interface Connection {
  underWay: number;
}

/** One more; the error where there are too many. */
export function beginRequest(connection: Connection): ApiError | undefined {
  connection.underWay++;
  if (connection.underWay <= requestsMax) return undefined;
  return apiError(
    'rejected_execution_exception',
    `more than [${requestsMax}] requests wait on one connection`,
  );
}

export class Connections {
  readonly #known = new WeakMap<Socket, Connection>();
  readonly #onEnd: () => void;

  /** `onEnd` is called where the caller of a connection sends no more, before the runtime hears of it, which then sends nothing more either. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  of(socket: Socket): Connection {
    let connection = this.#known.get(socket);
    if (connection === undefined) {
      connection = { underWay: 0 };
      this.#known.set(socket, connection);
      socket.prependListener('end', this.#onEnd);
    }
    return connection;
  }
}
