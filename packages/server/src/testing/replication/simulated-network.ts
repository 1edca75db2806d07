import type { Clock } from '@sextant/base';
import type { SeededRandom } from '@sextant/base/testing';
import { ApiError, apiError } from '@sextant/contract';
import type {
  RemoteCallOptions,
  RemoteClusters,
  RemoteHandler,
  WireValue,
} from '../../transport/remote-clusters.ts';

/** One life of a machine, from its start to its end. */
export interface SimulatedHost {
  readonly clusterName: string;
  readonly clusterUuid: string;
  readonly clock: Clock;
  readonly isUp: boolean;
  readonly handlers: ReadonlyMap<string, RemoteHandler>;
}

/** What the network does to calls; each a probability, or milliseconds. */
export interface NetworkWeather {
  /** The caller hears nothing until its time is over. */
  readonly lost: number;
  /** The call, or its answer, ends with the connection. */
  readonly cut: number;
  readonly twice: number;
  readonly delayMs: number;
}

export const fairWeather: NetworkWeather = { lost: 0, cut: 0, twice: 0, delayMs: 2 };

/** Calls between machines in virtual time: late, lost, cut off, doubled, in any order, or not at all. */
export class SimulatedNetwork {
  weather: NetworkWeather = fairWeather;
  /** Nothing gets through, and nobody is told. */
  isPartitioned = false;
  readonly #random: SeededRandom;
  /** Of the world: what is on its way outlives machines. */
  readonly #clock: Clock;
  /** By alias, alike for all. */
  readonly #hosts = new Map<string, SimulatedHost>();

  constructor(random: SeededRandom, clock: Clock) {
    this.#random = random;
    this.#clock = clock;
  }

  /** From now on calls to the alias go to this machine. */
  connect(alias: string, host: SimulatedHost): void {
    this.#hosts.set(alias, host);
  }

  /** As a machine sees the others. */
  clustersOf(caller: () => SimulatedHost): RemoteClusters {
    return {
      has: (alias) => this.#hosts.has(alias),
      clusterUuid: (alias) => this.#hosts.get(alias)?.clusterUuid,
      call: (alias, action, body, options = {}) => this.#call(caller(), alias, action, body, options),
    };
  }

  #chance(probability: number): boolean {
    return this.#random.float() < probability;
  }

  #call(
    caller: SimulatedHost,
    alias: string,
    action: string,
    body: WireValue,
    { signal, timeoutMs = 60_000 }: RemoteCallOptions,
  ): Promise<WireValue> {
    const ended = Promise.withResolvers<WireValue>();
    const gone = new AbortController();
    const fail = (type: 'connect_transport_exception' | 'receive_timeout_transport_exception'): void => {
      ended.reject(apiError(type, `[${action}] got no answer`));
    };
    const stop = caller.clock.after(timeoutMs, () => fail('receive_timeout_transport_exception'));
    const abort = (): void => ended.reject(new DOMException('nobody waits any more', 'AbortError'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    const sent = structuredClone(body);
    const deliver = (): void => void this.#deliver({ alias, action, sent, caller, gone, ended, fail });
    this.#travel(() => fail('connect_transport_exception'), deliver);
    if (this.#chance(this.weather.twice)) this.#travel(() => {}, deliver);
    return ended.promise.finally(() => {
      stop();
      signal?.removeEventListener('abort', abort);
      gone.abort();
    });
  }

  /** One way: it comes late, is cut, or nothing more is heard of it. */
  #travel(cut: () => void, arrive: () => void): void {
    const { lost, cut: cuts, delayMs } = this.weather;
    const ms = Math.floor(delayMs * (0.5 + this.#random.float()));
    const [isLost, isCut] = [this.#chance(lost), this.#chance(cuts)];
    this.#clock.after(ms, () => {
      if (this.isPartitioned || isLost) return;
      if (isCut) cut();
      else arrive();
    });
  }

  async #deliver({ alias, action, sent, caller, gone, ended, fail }: Delivery): Promise<void> {
    const host = this.#hosts.get(alias);
    const handler = host?.handlers.get(action);
    if (host === undefined || !host.isUp || handler === undefined) return fail('connect_transport_exception');
    const { clusterName, clusterUuid } = caller;
    const isUp = (): boolean => host.isUp && this.#hosts.get(alias) === host;
    try {
      const answer = await handler(sent, { clusterName, clusterUuid, signal: gone.signal });
      const copy = structuredClone(answer) as WireValue;
      if (isUp())
        this.#travel(
          () => fail('connect_transport_exception'),
          () => ended.resolve(copy),
        );
      else fail('connect_transport_exception');
    } catch (error) {
      if (!(error instanceof ApiError) || !isUp()) return fail('connect_transport_exception');
      this.#travel(
        () => fail('connect_transport_exception'),
        () => ended.reject(new ApiError(error.error)),
      );
    }
  }
}

interface Delivery {
  readonly alias: string;
  readonly action: string;
  readonly sent: WireValue;
  readonly caller: SimulatedHost;
  readonly gone: AbortController;
  readonly ended: PromiseWithResolvers<WireValue>;
  readonly fail: (type: 'connect_transport_exception' | 'receive_timeout_transport_exception') => void;
}
