import { constants, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { Clock, Log } from '@sextant/base';
import { ApiError, apiError } from '@sextant/contract';
import { type ClusterName, handshakeAction, handshakeBody, readHandshake } from './handshake.ts';
import { type Message, messageOf, readMessage, sendMessage } from './message.ts';
import type { RemoteHandler, WireValue } from './remote-clusters.ts';
import { decodeWire } from './wire-codec.ts';
import { errorToWire } from './wire-error.ts';
import { wireMap, wireText } from './wire-shapes.ts';

const handshakeMs = 10_000;
/** Callers ping each half minute. */
const silenceMs = 120_000;
/** A request that comes too slowly, or an answer that is not read. */
const transferMs = 300_000;
const handshakeBytesMax = 4 * 1024;
const requestBytesMax = 16 * 1024 * 1024;
/** Of all requests of a connection that are under way. */
const requestsBytesMax = 64 * 1024 * 1024;
/** Of answers that the other side has not read yet; one may be longer alone. */
const answersBytesMax = 256 * 1024 * 1024;

/** Who is at the other end of a connection over TLS. */
export interface PeerOfSession {
  /** Answered to each request, where the certificate is not that of a node. */
  readonly refusal: ApiError | undefined;
  /** Whose certificate it is, and of which authority; the same when it is renewed. */
  readonly owner: string;
  /** When the certificate ends, by the clock. */
  readonly endsAt: number;
}

interface Parts {
  readonly http2: ServerHttp2Session;
  readonly cluster: ClusterName;
  readonly handlers: ReadonlyMap<string, RemoteHandler>;
  readonly clock: Clock;
  readonly log: Log;
  /** Over TLS. */
  readonly peer: PeerOfSession | undefined;
}

/** One connection of another cluster. */
export class ServerSession {
  readonly #parts: Parts;
  #caller: ClusterName | undefined;
  #heardNanos: number;
  #requestBytes = 0;
  #answerBytes = 0;
  #cancelTimer: () => void;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { http2, clock } = parts;
    this.#heardNanos = clock.nanos();
    this.#cancelTimer = clock.after(handshakeMs, () => {
      if (this.#caller === undefined) this.end();
      else this.#watch();
    });
    http2.on('error', () => {});
    http2.on('ping', () => this.#heard());
    http2.on('stream', (stream, headers) => {
      this.#heard();
      this.#answer(stream, String(headers[constants.HTTP2_HEADER_PATH] ?? '').slice(1)).catch((error) => {
        parts.log.log('error', 'transport', 'a call of another cluster broke off', { error });
        stream.close(constants.NGHTTP2_INTERNAL_ERROR);
      });
    });
    http2.once('close', () => this.#cancelTimer());
  }

  end(): void {
    this.#parts.http2.destroy();
  }

  #heard(): void {
    this.#heardNanos = this.#parts.clock.nanos();
  }

  #watch(): void {
    const { clock } = this.#parts;
    const silent = (clock.nanos() - this.#heardNanos) / 1e6;
    if (silent >= silenceMs) this.end();
    else this.#cancelTimer = clock.after(silenceMs - silent, () => this.#watch());
  }

  async #answer(stream: ServerHttp2Stream, action: string): Promise<void> {
    const { clock } = this.#parts;
    const gone = new AbortController();
    const cut = (): void => stream.close(constants.NGHTTP2_CANCEL);
    let cancel = clock.after(transferMs, cut);
    stream.on('error', () => {});
    stream.once('close', () => {
      cancel();
      gone.abort();
    });
    const { status, message } = await this.#outcome(stream, action, {
      signal: gone.signal,
      wasRead: () => cancel(),
    });
    cancel();
    if (stream.destroyed) return;
    this.#answerBytes += message.length;
    stream.once('close', () => {
      this.#answerBytes -= message.length;
    });
    cancel = clock.after(transferMs, cut);
    stream.respond({ ':status': status });
    await sendMessage(stream, message);
    // A refused request is not read to its end, and its stream would stay open until it is.
    if (!stream.destroyed) stream.resume();
  }

  async #outcome(
    stream: ServerHttp2Stream,
    action: string,
    { signal, wasRead }: { readonly signal: AbortSignal; readonly wasRead: () => void },
  ): Promise<{ readonly status: number; readonly message: Message }> {
    try {
      const body = await this.#read(stream, action);
      wasRead();
      const message = messageOf(await this.#run(action, body, signal));
      this.#checkAnswers(message);
      return { status: 200, message };
    } catch (error) {
      const shown = this.#shown(error, action);
      return { status: shown.status, message: messageOf({ error: errorToWire(shown) }) };
    }
  }

  async #read(stream: ServerHttp2Stream, action: string): Promise<WireValue> {
    this.#checkPeer();
    const isHandshake = action === handshakeAction;
    if (this.#caller === undefined && !isHandshake) {
      throw apiError('security_exception', 'the connection has not said who calls');
    }
    if (!isHandshake && !this.#parts.handlers.has(action)) {
      throw apiError('illegal_argument_exception', `no action has the name [${action.slice(0, 256)}]`);
    }
    let length = 0;
    const admit = (bytes: number): void => {
      length += bytes;
      this.#requestBytes += bytes;
      this.#heard();
      const bytesMax = isHandshake ? handshakeBytesMax : requestBytesMax;
      if (length > bytesMax) {
        throw apiError('too_long_http_content_exception', `a request is longer than ${bytesMax} bytes`);
      }
      if (this.#requestBytes > requestsBytesMax) {
        throw apiError('rejected_execution_exception', 'too many requests of this connection are under way');
      }
    };
    try {
      return decodeWire(await readMessage(stream, admit));
    } catch (error) {
      if (error instanceof ApiError) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw apiError('parse_exception', `a request of another cluster cannot be read: ${why}`);
    } finally {
      this.#requestBytes -= length;
    }
  }

  /** A connection outlives the look at the certificate that was shown when it was opened. */
  #checkPeer(): void {
    const { peer, clock } = this.#parts;
    if (peer?.refusal !== undefined) throw peer.refusal;
    if (peer === undefined || clock.now() < peer.endsAt) return;
    throw apiError('security_exception', 'the certificate of the calling cluster has ended');
  }

  async #run(action: string, body: WireValue, signal: AbortSignal): Promise<WireValue> {
    const { cluster, handlers, log, peer } = this.#parts;
    if (action === handshakeAction) {
      const secured = peer !== undefined;
      this.#caller = readHandshake(body, secured);
      log.log('info', 'transport', 'another cluster has connected', {
        cluster: this.#caller.clusterName,
        uuid: this.#caller.clusterUuid,
      });
      return handshakeBody(cluster, secured);
    }
    const handler = handlers.get(action);
    const caller = this.#caller;
    const given = wireMap(body);
    if (handler === undefined || caller === undefined || given === undefined) {
      throw apiError('parse_exception', 'a request of another cluster cannot be read: it is no map');
    }
    const user = wireText(given.user);
    const role = wireText(given.role);
    return handler(given.body ?? null, {
      ...caller,
      ...(user === undefined ? {} : { user }),
      ...(role === undefined ? {} : { role }),
      ...(peer === undefined ? {} : { certificate: peer.owner }),
      signal,
    });
  }

  #checkAnswers({ length }: Message): void {
    if (this.#answerBytes > 0 && this.#answerBytes + length > answersBytesMax) {
      throw apiError('rejected_execution_exception', 'too many answers of this connection are not read yet');
    }
  }

  #shown(error: unknown, action: string): ApiError {
    if (error instanceof ApiError) return error;
    this.#parts.log.log('error', 'transport', 'an action failed', { action, error });
    return apiError('exception', `the action [${action}] failed; the log of the other cluster says why`);
  }
}
