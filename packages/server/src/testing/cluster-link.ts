import { apiError } from '@sextant/contract';
import type {
  RemoteCaller,
  RemoteCallOptions,
  RemoteClusters,
  RemoteHandler,
  WireValue,
} from '../transport/remote-clusters.ts';

/** A way from one service of a test to another, over which nothing but plain data goes, and that can be cut. */
export class ClusterLink {
  isCut = false;
  /** Who is at the other end. */
  clusterUuid = 'uuid-of-leader';
  /** Actions that were asked for, in order. */
  readonly asked: string[] = [];
  /** The side that is asked holds no files any more, as after a restart. */
  forgetCopies = false;
  /** Who asks, as the connection knows him; undefined: whoever the last leases were called by. */
  caller: Pick<RemoteCaller, 'clusterName' | 'clusterUuid' | 'certificate'> | undefined;
  /** In whose right, call by call. */
  readonly callers: Pick<RemoteCallOptions, 'user' | 'role'>[] = [];
  #cutAfter: string | undefined;
  #cutAt = 0;
  #named = { clusterName: 'follower', clusterUuid: 'uuid-of-follower' };
  #handlers: ReadonlyMap<string, RemoteHandler> = new Map();

  /** For the side that is asked. */
  readonly leader = (handlers: ReadonlyMap<string, RemoteHandler>): RemoteClusters => {
    this.#handlers = handlers;
    return {
      has: () => false,
      clusterUuid: () => undefined,
      call: () => Promise.reject(apiError('illegal_state_exception', 'no way back')),
    };
  };

  /** For the side that asks; the other one is called `leader` there. */
  readonly follower = (): RemoteClusters => ({
    has: (alias) => alias === 'leader',
    clusterUuid: () => (this.isCut ? undefined : this.clusterUuid),
    call: async (_alias, action, body, options) => {
      this.asked.push(action);
      this.#check();
      const handler = this.#handlers.get(action);
      if (handler === undefined)
        throw apiError('illegal_argument_exception', `no action has the name [${action}]`);
      if (this.forgetCopies && action.endsWith('/file_chunk')) {
        this.forgetCopies = false;
        throw apiError('resource_not_found_exception', 'files are not held, or no more');
      }
      const signal = options?.signal ?? new AbortController().signal;
      const { user, role } = options ?? {};
      const ofUser = user === undefined ? {} : { user };
      const of = { ...ofUser, ...(role === undefined ? {} : { role }) };
      this.callers.push(of);
      const caller = { ...(this.caller ?? this.#callerOf(body)), ...of, signal };
      const answer = await handler(structuredClone(body), caller);
      if (action === this.#cutAfter && --this.#cutAt === 0) {
        this.#cutAfter = undefined;
        this.isCut = true;
      }
      this.#check();
      return structuredClone(answer) as WireValue;
    },
  });

  /** By the name of a lease in the call, or one before it. */
  #callerOf(body: WireValue): Pick<RemoteCaller, 'clusterName' | 'clusterUuid'> {
    const found = /"lease":"replication:([^:]+):([^:]+):/.exec(JSON.stringify(body));
    if (found !== null) this.#named = { clusterName: found[1]!, clusterUuid: found[2]! };
    return this.#named;
  }

  /** The next answer of this action does not come, or the one so many from now. */
  cutAfter(action: string, count = 1): void {
    this.#cutAfter = action;
    this.#cutAt = count;
  }

  #check(): void {
    if (this.isCut) throw apiError('connect_transport_exception', 'the link is cut');
  }
}
