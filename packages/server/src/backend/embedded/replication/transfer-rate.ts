import type { Clock } from '@sextant/base';
import type { ClusterSettings } from '../../../cluster/settings/cluster-settings.ts';
import { pause } from './retries.ts';

/** A change of the setting is seen after so long a time. */
const LOOK_MS = 500;

/** Holds all copies of files together to `indices.recovery.max_bytes_per_sec`: one second's worth may come at once. */
export class TransferRate {
  readonly #clock: Clock;
  readonly #settings: Pick<ClusterSettings, 'get'>;
  /** Bytes that may come now; below 0 where more has come than was to. */
  #credit = Number.POSITIVE_INFINITY;
  #atMs: number;

  constructor({
    clock,
    settings,
  }: { readonly clock: Clock; readonly settings: Pick<ClusterSettings, 'get'> }) {
    this.#clock = clock;
    this.#settings = settings;
    this.#atMs = clock.nanos() / 1e6;
  }

  /** Resolves when so many bytes may be asked for, or nobody wants them any more. */
  async take(bytes: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const perSecond = this.#settings.get('indices.recovery.max_bytes_per_sec');
      const nowMs = this.#clock.nanos() / 1e6;
      const earned = ((nowMs - this.#atMs) / 1000) * perSecond;
      this.#credit = Math.min(perSecond, this.#credit + earned);
      this.#atMs = nowMs;
      if (perSecond <= 0 || this.#credit > 0) {
        this.#credit -= bytes;
        return;
      }
      await pause(this.#clock, Math.min(LOOK_MS, Math.ceil((-this.#credit / perSecond) * 1000) + 1), signal);
    }
  }
}
