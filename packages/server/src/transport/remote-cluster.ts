import type { Clock, Log, Random } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import type { ClusterName } from './handshake.ts';
import type { RemoteCallOptions, WireValue } from './remote-clusters.ts';
import type { RemoteConfig } from './remote-config.ts';
import { RemoteConnection } from './remote-connection.ts';
import type { TransportTls } from './transport-tls.ts';

const backoffFirstMs = 1_000;
const backoffMaxMs = 60_000;

export interface RemoteClusterParts {
  readonly cluster: ClusterName;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Undefined: security is off. */
  readonly tls: TransportTls | undefined;
  /** For one address. */
  readonly connectTimeoutMs: number;
}

/**
 * One other cluster: connected in the background, and again after each cut. Between two attempts calls fail at once
 * with the error of the last one.
 */
export class RemoteCluster {
  readonly alias: string;
  readonly config: RemoteConfig;
  readonly #parts: RemoteClusterParts;
  #connection: RemoteConnection | undefined;
  #connecting: Promise<RemoteConnection> | undefined;
  #failures = 0;
  #lastFailure: ApiError | undefined;
  #cancelRetry: () => void = () => {};
  #closed = false;

  constructor(alias: string, config: RemoteConfig, parts: RemoteClusterParts) {
    this.alias = alias;
    this.config = config;
    this.#parts = parts;
    this.#connect();
  }

  get connected(): boolean {
    return this.#connection !== undefined && !this.#connection.ended;
  }

  /** Undefined while it is not connected. */
  get clusterUuid(): string | undefined {
    return this.connected ? this.#connection?.clusterUuid : undefined;
  }

  async call(action: string, body: WireValue, options: RemoteCallOptions): Promise<WireValue> {
    options.signal?.throwIfAborted();
    const connection = this.connected ? this.#connection : await this.#awaited(options.signal);
    if (connection === undefined) throw this.#lastFailure ?? this.#failure('it is not connected');
    return connection.call(action, body, options);
  }

  /** Ends the connection and all attempts; calls under way fail. */
  close(): void {
    this.#closed = true;
    this.#cancelRetry();
    this.#connection?.end();
  }

  async #awaited(signal: AbortSignal | undefined): Promise<RemoteConnection | undefined> {
    const connecting = this.#connecting;
    if (connecting === undefined || signal === undefined) return connecting;
    let stop: () => void = () => {};
    const aborted = new Promise<never>((_, reject) => {
      stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      signal.addEventListener('abort', stop);
    });
    try {
      return await Promise.race([connecting, aborted]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  #failure(why: string): ApiError {
    const reason = `Unable to connect to [${this.alias}]: ${why}`;
    return new ApiError({ type: 'connect_transport_exception', reason, status: 500 });
  }

  #connect(): void {
    const connecting = this.#attempt();
    this.#connecting = connecting;
    connecting.then(
      (connection) => this.#up(connection),
      (error: unknown) => this.#down(error instanceof ApiError ? error : this.#failure(String(error))),
    );
  }

  async #attempt(): Promise<RemoteConnection> {
    let failure: unknown = this.#failure('no address is configured');
    for (const address of this.config.addresses) {
      if (this.#closed) throw this.#failure('the remote cluster is no longer configured');
      try {
        const { cluster, clock, connectTimeoutMs, tls } = this.#parts;
        return await RemoteConnection.open({
          alias: this.alias,
          address,
          cluster,
          clock,
          timeoutMs: connectTimeoutMs,
          tls,
          serverName: this.config.serverName,
          onEnd: () => this.#cut(),
        });
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  #up(connection: RemoteConnection): void {
    this.#connecting = undefined;
    if (this.#closed) {
      connection.end();
      return;
    }
    this.#connection = connection;
    this.#lastFailure = undefined;
    this.#failures = 0;
    this.#parts.log.log('info', 'transport', 'connected to a remote cluster', { alias: this.alias });
    if (connection.ended) this.#cut();
  }

  #cut(): void {
    if (this.#closed || this.#connection === undefined) return;
    this.#connection = undefined;
    this.#down(this.#failure('the connection was cut'));
  }

  /** The first of a row of failures is worth a warning. */
  #down(failure: ApiError): void {
    this.#connecting = undefined;
    this.#lastFailure = failure;
    if (this.#closed) return;
    const fields = { alias: this.alias, why: failure.error.reason };
    const level = this.#failures === 0 ? 'warn' : 'debug';
    this.#parts.log.log(level, 'transport', 'a remote cluster is not connected', fields);
    const wholeMs = Math.min(backoffMaxMs, backoffFirstMs * 2 ** this.#failures);
    this.#failures++;
    const waitMs = wholeMs * (0.5 + this.#parts.random.float() / 2);
    this.#cancelRetry = this.#parts.clock.after(waitMs, () => this.#connect());
  }
}
