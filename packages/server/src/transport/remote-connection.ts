import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type SecureClientSessionOptions,
} from 'node:http2';
import type { Clock } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import { connectProblem, NoAnswer } from './connect-problem.ts';
import { type ClusterName, handshakeAction, handshakeBody, readHandshake } from './handshake.ts';
import { messageOf, readMessage, sendMessage } from './message.ts';
import type { RemoteCallOptions, WireValue } from './remote-clusters.ts';
import type { RemoteAddress } from './remote-config.ts';
import { callerOptions, type TransportTls } from './transport-tls.ts';
import { decodeWire } from './wire-codec.ts';
import { errorFromWire } from './wire-error.ts';
import { wireMap } from './wire-shapes.ts';

const pingMs = 30_000;
const pingAnswerMs = 15_000;
/** Fewer than the other side takes at a time. */
const callsMax = 100;
const callMs = 300_000;
const answerBytesMax = 1280 * 1024 * 1024;
/** So that a distant cluster sends on while what it sent is on its way. */
const windowBytes = 8 * 1024 * 1024;
const streamWindowBytes = 4 * 1024 * 1024;

interface ConnectOptions {
  readonly alias: string;
  readonly address: RemoteAddress;
  readonly cluster: ClusterName;
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Undefined: security is off. */
  readonly tls: TransportTls | undefined;
  /** The name in the certificate there; '' = the host of the address. */
  readonly serverName: string;
  /** Called once when an established connection has ended. */
  readonly onEnd: () => void;
}

/** One connection to another cluster. */
export class RemoteConnection {
  readonly #options: ConnectOptions;
  readonly #session: ClientHttp2Session;
  #calls = 0;
  #ended = false;
  #lastError: Error | undefined;
  #clusterUuid: string | undefined;
  #cancelPing: () => void = () => {};

  private constructor(options: ConnectOptions) {
    this.#options = options;
    const { tls, serverName } = options;
    const { host, port } = options.address;
    const shownHost = host.includes(':') ? `[${host}]` : host || 'localhost';
    const sessionOptions: SecureClientSessionOptions = {
      settings: { enablePush: false, initialWindowSize: streamWindowBytes, maxHeaderListSize: 8 * 1024 },
      ...(tls === undefined ? {} : callerOptions(tls, serverName)),
    };
    const scheme = tls === undefined ? 'http' : 'https';
    this.#session = connect(`${scheme}://${shownHost}:${port}`, sessionOptions);
    this.#session.on('error', (error) => {
      this.#lastError = error;
    });
    this.#session.on('goaway', () => this.end());
    this.#session.once('connect', () => this.#session.setLocalWindowSize(windowBytes));
    this.#session.once('close', () => {
      this.#ended = true;
      this.#cancelPing();
    });
  }

  /** Connects and shakes hands. Throws ApiError connect_transport_exception that names the address. */
  static async open(options: ConnectOptions): Promise<RemoteConnection> {
    const { alias, address, timeoutMs, onEnd } = options;
    let connection: RemoteConnection | undefined;
    try {
      connection = new RemoteConnection(options);
      const secured = options.tls !== undefined;
      const body = handshakeBody(options.cluster, secured);
      const answer = await connection.#send(handshakeAction, body, { timeoutMs });
      connection.#clusterUuid = readHandshake(answer, secured).clusterUuid;
      connection.#session.once('close', onEnd);
      connection.#pingLater();
      return connection;
    } catch (error) {
      if (error instanceof NoAnswer) await connection?.closed();
      const why = connection?.problem(error) ?? String(error);
      connection?.end();
      const reason = `[${alias}][${address.text}] connect_exception: ${why}`;
      throw new ApiError({ type: 'connect_transport_exception', reason, status: 500 }, { cause: error });
    }
  }

  /** Of the other side, as it has said. */
  get clusterUuid(): string | undefined {
    return this.#clusterUuid;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** When what broke the connection is known: the end of a call may be seen before it. */
  async closed(): Promise<void> {
    if (this.#session.closed || this.#session.destroyed) return;
    const closed = new Promise((resolve) => this.#session.once('close', resolve));
    this.#session.close();
    await closed;
  }

  end(): void {
    this.#ended = true;
    this.#session.destroy();
  }

  async call(action: string, body: WireValue, options: RemoteCallOptions): Promise<WireValue> {
    const { user, role } = options;
    if (this.#calls >= callsMax) {
      const reason = `more than ${callsMax} calls of the remote cluster [${this.#options.alias}] are under way`;
      throw new ApiError({ type: 'rejected_execution_exception', reason });
    }
    this.#calls++;
    try {
      return await this.#send(action, { user, role, body }, options);
    } catch (error) {
      if (error instanceof ApiError || options.signal?.aborted === true) throw error;
      const { alias, address } = this.#options;
      const reason = `[${alias}][${address.text}] the connection broke off: ${this.problem(error)}`;
      throw new ApiError({ type: 'connect_transport_exception', reason, status: 500 }, { cause: error });
    } finally {
      this.#calls--;
    }
  }

  problem(error: unknown): string {
    if (error instanceof ApiError) return error.error.reason;
    const shown = this.#lastError ?? error;
    return connectProblem(shown, this.#options.tls !== undefined);
  }

  async #send(action: string, body: WireValue, options: RemoteCallOptions): Promise<WireValue> {
    const { alias, address, clock } = this.#options;
    const { signal, timeoutMs = callMs } = options;
    signal?.throwIfAborted();
    const stream = this.#session.request({ ':method': 'POST', ':path': `/${action}` });
    const stop = (): void => stream.close(constants.NGHTTP2_CANCEL);
    let late = false;
    const cancel = clock.after(timeoutMs, () => {
      late = true;
      stop();
    });
    signal?.addEventListener('abort', stop);
    stream.on('error', () => {});
    try {
      const message = messageOf(body);
      const [answer] = await Promise.all([answerOf(stream), sendMessage(stream, message)]);
      return answer;
    } catch (error) {
      signal?.throwIfAborted();
      if (!late) throw error;
      const reason = `[${alias}][${address.text}][${action}] no answer within [${timeoutMs}ms]`;
      throw new ApiError({ type: 'receive_timeout_transport_exception', reason });
    } finally {
      cancel();
      signal?.removeEventListener('abort', stop);
      if (!stream.destroyed) stop();
    }
  }

  #pingLater(): void {
    const { clock } = this.#options;
    this.#cancelPing = clock.after(pingMs, () => {
      this.#cancelPing = clock.after(pingAnswerMs, () => this.end());
      const sent = this.#session.ping((error) => {
        this.#cancelPing();
        if (error === null && !this.#ended) this.#pingLater();
      });
      if (!sent) this.end();
    });
  }
}

async function answerOf(stream: ClientHttp2Stream): Promise<WireValue> {
  let status = 0;
  let length = 0;
  stream.once('response', (headers) => {
    status = Number(headers[':status']);
  });
  const bytes = await readMessage(stream, (added) => {
    length += added;
    if (length > answerBytesMax) throw new Error(`an answer is longer than ${answerBytesMax} bytes`);
  });
  if (status === 0) throw new NoAnswer();
  const value = decodeWire(bytes);
  if (status === 200) return value;
  throw errorFromWire(wireMap(value)?.error);
}
