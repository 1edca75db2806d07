import type { Channel, Clock, Disk, Random } from '@sextant/base';
import { channelPair } from '@sextant/base/testing';
import type { EngineOptions } from '../engine/engine.ts';
import { serveMerger } from '../engine/merger.ts';
import { serveWriter } from '../engine/writer-thread.ts';

/** The near end of a writer: what is sent to it waits while the test holds it. */
export class HeldChannel implements Channel {
  readonly #channel: Channel;
  #held: (readonly [message: unknown, transfer: readonly ArrayBuffer[] | undefined])[] | undefined;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  hold(): void {
    this.#held ??= [];
  }

  letGo(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const [message, transfer] of held) this.#channel.post(message, transfer);
  }

  post(message: unknown, transfer?: readonly ArrayBuffer[]): void {
    if (this.#held === undefined) this.#channel.post(message, transfer);
    else this.#held.push([message, transfer]);
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#channel.onMessage(listener);
  }

  onEnd(listener: (error: Error | undefined) => void): void {
    this.#channel.onEnd(listener);
  }

  end(): Promise<void> {
    return this.#channel.end();
  }
}

/** Several writers at the other ends of pipes within this thread; an index moves as soon as it has waited at all. */
export class WriterThreads {
  /** Those that were started. */
  readonly started: HeldChannel[] = [];
  readonly options: Exclude<EngineOptions['threads'], 'inline'>;

  constructor(
    parts: { readonly disk: Disk; readonly clock: Clock; readonly random: Random },
    writers: number,
  ) {
    this.options = {
      writers,
      contendedBytes: 1,
      buildBytes: 0,
      writer: () => {
        const [here, there] = channelPair();
        serveWriter(there, { ...parts, directory: '/data' });
        const channel = new HeldChannel(here);
        this.started.push(channel);
        return channel;
      },
      merger: () => {
        const [here, there] = channelPair();
        serveMerger(there, parts);
        return here;
      },
    };
  }
}
