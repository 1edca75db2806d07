import type { Clock } from '@sextant/base';
import type { RemoteCallOptions, RemoteClusters } from '../../../transport/remote-clusters.ts';
import { ANSWER_MS, leaderActions, WAIT_MS } from './leader-actions.ts';
import type { MetadataWatch } from './metadata-watch.ts';
import { WireReader } from './wire-reader.ts';

/** Those who begin to wait within so long go in one call. */
const JOIN_MS = 100;
/** Calls to one cluster that wait, and shards in each: more where there are many calls. */
const CALLS_MAX = 24;
const MEMBERS = 64;
export const MEMBERS_MAX = 256;
/** Shards to which something comes often wait by themselves, so many at a time. */
const ALONE_MAX = 32;

/** A shard of a leader that waits for something from `from` on. */
export interface WaitEntry {
  readonly index: string;
  readonly uuid: string;
  readonly lease: string;
  readonly shard: number;
  readonly from: number;
  /** Is told whether the metadata of the index are others. */
  readonly watch: MetadataWatch;
}

/** As it goes over; `tag`: the metadata that were taken last. */
type SentEntry = Omit<WaitEntry, 'watch'> & { readonly tag?: string };

interface Member {
  readonly entry: WaitEntry;
  readonly ended: PromiseWithResolvers<void>;
  isGone: boolean;
}

interface WaitCall {
  readonly members: readonly Member[];
  readonly abort: AbortController;
}

/** Those of one cluster and one role. */
interface Group {
  readonly alias: string;
  readonly role: string | undefined;
  readonly calls: Set<WaitCall>;
  joining: Member[];
  isTimed: boolean;
}

/**
 * Waits for shards of leaders, many of them in one call: a call for each would take all that a connection can have under way,
 * and time of both sides each minute.
 */
export class SharedWaits {
  readonly #remotes: RemoteClusters;
  readonly #clock: Clock;
  readonly #groups = new Map<string, Group>();
  #alone = 0;

  constructor(remotes: RemoteClusters, clock: Clock) {
    this.#remotes = remotes;
    this.#clock = clock;
  }

  /** Whether another shard may wait in a call of its own; who may gives it back with `endAlone`. */
  beginAlone(): boolean {
    if (this.#alone >= ALONE_MAX) return false;
    this.#alone++;
    return true;
  }

  endAlone(): void {
    this.#alone--;
  }

  /**
   * Resolves when there is something, or the shard has to be asked for another reason; also when nobody waits any more.
   * Rejects with ApiError where the other cluster cannot be asked.
   */
  async wait(
    { alias, role }: { readonly alias: string; readonly role: string | undefined },
    entry: WaitEntry,
    signal: AbortSignal,
  ): Promise<void> {
    if (signal.aborted) return;
    const key = JSON.stringify([alias, role]);
    const group = this.#groups.get(key) ?? { alias, role, calls: new Set(), joining: [], isTimed: false };
    this.#groups.set(key, group);
    const member: Member = { entry, ended: Promise.withResolvers(), isGone: false };
    const leave = (): void => {
      member.isGone = true;
      member.ended.resolve();
      for (const call of group.calls) if (call.members.every(({ isGone }) => isGone)) call.abort.abort();
    };
    signal.addEventListener('abort', leave, { once: true });
    this.#join(group, [member]);
    try {
      await member.ended.promise;
    } finally {
      member.isGone = true;
      signal.removeEventListener('abort', leave);
    }
  }

  #join(group: Group, members: readonly Member[]): void {
    group.joining.push(...members.filter(({ isGone }) => !isGone));
    if (group.isTimed || group.joining.length === 0) return;
    group.isTimed = true;
    this.#clock.after(JOIN_MS, () => {
      group.isTimed = false;
      this.#send(group);
    });
  }

  #send(group: Group): void {
    let waiting = group.joining.filter(({ isGone }) => !isGone);
    group.joining = [];
    while (waiting.length > 0) {
      if (group.calls.size >= CALLS_MAX) waiting = [...waiting, ...this.#endSmallest(group)];
      const size = group.calls.size < CALLS_MAX / 2 ? MEMBERS : MEMBERS_MAX;
      void this.#call(group, waiting.slice(0, size));
      waiting = waiting.slice(size);
      if (group.calls.size >= CALLS_MAX && waiting.length > 0) {
        // The rest takes its turn.
        this.#join(group, waiting);
        return;
      }
    }
  }

  #endSmallest({ calls }: Group): readonly Member[] {
    const [smallest] = [...calls].sort((a, b) => a.members.length - b.members.length);
    if (smallest === undefined) return [];
    calls.delete(smallest);
    smallest.abort.abort();
    return smallest.members.filter(({ isGone }) => !isGone);
  }

  async #call(group: Group, members: readonly Member[]): Promise<void> {
    const { alias, role, calls } = group;
    const call: WaitCall = { members, abort: new AbortController() };
    calls.add(call);
    const { signal } = call.abort;
    const options: RemoteCallOptions = {
      timeoutMs: WAIT_MS + ANSWER_MS,
      signal,
      ...(role === undefined ? {} : { role }),
    };
    const entries = members.map(({ entry: { watch, ...entry } }): SentEntry => {
      return watch.version === undefined ? entry : { ...entry, tag: watch.version };
    });
    try {
      const answer = new WireReader(
        await this.#remotes.call(alias, leaderActions.wait, { entries }, options),
      );
      const ready = new Set(answer.list('ready').map((each) => each.count('at')));
      // Earlier versions say nothing of them.
      for (const each of answer.has('tags') ? answer.list('tags') : []) {
        const at = each.count('at');
        const asked = entries[at]?.tag;
        if (asked !== undefined) members[at]!.entry.watch.told(each.text('tag'), asked);
      }
      // It was ended for others, in whose call its members are now.
      if (!calls.delete(call)) return;
      for (const at of ready) members[at]?.ended.resolve();
      this.#join(
        group,
        members.filter((_, at) => !ready.has(at)),
      );
    } catch (error) {
      if (calls.delete(call)) for (const { ended } of members) ended.reject(error);
    }
  }
}
