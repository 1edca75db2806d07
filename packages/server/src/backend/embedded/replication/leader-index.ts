import { ApiError, apiError, boxedJson, isObject } from '@sextant/contract';
import {
  type CopiedShard,
  decodeOperations,
  type HistoryOperation,
  type IndexMetadata,
} from '@sextant/engine';
import type { RemoteCallOptions, RemoteClusters, WireValue } from '../../../transport/remote-clusters.ts';
import { ANSWER_MS, leaderActions, WAIT_MS } from './leader-actions.ts';
import type { SharedWaits, WaitEntry } from './shared-waits.ts';
import { WireReader } from './wire-reader.ts';

export type LeaderMetadata = Pick<
  IndexMetadata,
  'name' | 'uuid' | 'numberOfShards' | 'routingShards' | 'settings' | 'mappings' | 'aliases'
> & {
  /** Another one where settings, mapping or aliases are others. Absent where the leader is of an earlier version. */
  readonly tag?: string;
};

export interface ChangesRequest {
  readonly shard: number;
  readonly history: string;
  readonly from: number;
  readonly to: number;
  /** History from here on is kept. */
  readonly retain: number;
  /** How long it may wait for something new; at most a minute. */
  readonly waitMs: number;
}

export interface Changes {
  readonly operations: readonly HistoryOperation[];
  readonly checkpoint: number;
  readonly bytes: number;
}

export interface CopiedFiles {
  readonly id: string;
  readonly shards: readonly CopiedShard[];
}

/** Who follows: names the leases. */
export interface FollowerName {
  readonly clusterName: string;
  readonly clusterUuid: string;
  readonly index: string;
}

/** In whose right the other cluster is asked; nobody's where security is off. */
interface AskedFor {
  readonly user?: string;
  readonly role?: string;
}

/** What is asked before each call that brings something to be written here. Rejects with ApiError. */
export interface FollowRight {
  readonly role: string | undefined;
  readonly check: () => Promise<void>;
}

/** The way to other clusters, and what all who follow have together on it. */
export interface LeaderCalls {
  readonly remotes: RemoteClusters;
  readonly waits: SharedWaits;
}

/** It becomes part of the name of a folder here. */
const uuidForm = /^[\w-]{1,64}$/;

/** What another cluster says is kept and used here for as long as it is followed. */
function isMetadata(value: unknown): value is LeaderMetadata {
  if (!isObject(value)) return false;
  const { name, uuid, numberOfShards, settings, mappings, aliases } = value;
  const isNamed = typeof name === 'string' && typeof uuid === 'string' && uuidForm.test(uuid);
  const isCounted =
    isObject(settings) && String(numberOfShards) === (settings['index.number_of_shards'] ?? '1');
  return (
    isNamed && isCounted && isObject(mappings) && isObject(aliases) && Object.values(aliases).every(isObject)
  );
}

/** `replication:` and who follows; a shard's number is added in brackets. */
function leasePrefix({ clusterName, clusterUuid, index }: FollowerName): string {
  return `replication:${clusterName}:${clusterUuid}:[${index}]`;
}

/** Names of open indices of another cluster that fit a pattern. Rejects with ApiError. */
export async function leaderNames(
  remotes: RemoteClusters,
  alias: string,
  pattern: string,
  { role }: AskedFor,
): Promise<readonly string[]> {
  const options = { timeoutMs: ANSWER_MS, ...(role === undefined ? {} : { role }) };
  const answer = await remotes.call(alias, leaderActions.names, { pattern }, options);
  return new WireReader(answer).list('names').map((each) => each.text('name'));
}

/** An index of another cluster, as its follower asks it. Everything rejects with ApiError. */
export class LeaderIndex {
  readonly #remotes: RemoteClusters;
  readonly #waits: SharedWaits;
  readonly #alias: string;
  readonly #index: string;
  readonly #lease: string;
  readonly #right: FollowRight;

  constructor(
    { remotes, waits }: LeaderCalls,
    alias: string,
    index: string,
    { right, ...follower }: FollowerName & { readonly right: FollowRight },
  ) {
    this.#right = right;
    this.#remotes = remotes;
    this.#waits = waits;
    this.#alias = alias;
    this.#index = index;
    this.#lease = leasePrefix(follower);
  }

  async #ask(
    action: string,
    body: { readonly [name: string]: WireValue },
    signal?: AbortSignal,
    timeoutMs = ANSWER_MS,
  ): Promise<WireReader> {
    const { role } = this.#right;
    const options: RemoteCallOptions = {
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
      ...(role === undefined ? {} : { role }),
    };
    const whole = { ...body, alias: this.#alias, index: this.#index };
    return new WireReader(await this.#call(action, whole, options));
  }

  async #call(action: string, body: WireValue, options: RemoteCallOptions): Promise<WireValue> {
    try {
      return await this.#remotes.call(this.#alias, action, body, options);
    } catch (error) {
      // Over another backend the other side has no such calls.
      const isUnknown = error instanceof ApiError && error.error.reason.startsWith('no action has the name');
      if (!isUnknown) throw error;
      throw apiError('unsupported_operation_exception', 'Replication is not enabled on the remote domain');
    }
  }

  /** Rejects with ApiError unless the user, or the role that he names, may follow what is called so. */
  async checkPermissions(of: AskedFor): Promise<void> {
    const body = { alias: this.#alias, index: this.#index };
    const options = { timeoutMs: ANSWER_MS, ...of };
    await this.#call(leaderActions.permissions, body, options);
  }

  /** Whether it can be followed, and its metadata. */
  async metadata(signal?: AbortSignal): Promise<LeaderMetadata> {
    const answer = await this.#ask(leaderActions.validate, {}, signal);
    const metadata: unknown = boxedJson.read(answer.text('metadata'));
    if (isMetadata(metadata) && metadata.name === this.#index) {
      return answer.has('tag') ? { ...metadata, tag: answer.text('tag') } : metadata;
    }
    throw apiError('illegal_argument_exception', '[metadata] of a call between clusters cannot be read');
  }

  /** The same of an index that was found fit before: shards that do not work now are waited for. */
  async metadataAgain(signal: AbortSignal): Promise<LeaderMetadata> {
    try {
      return await this.metadata(signal);
    } catch (error) {
      if (!(error instanceof ApiError) || error.error.type !== 'validation_exception') throw error;
      throw apiError('unavailable_shards_exception', error.error.reason);
    }
  }

  /** Takes leases, and holds the files as they are now. */
  async beginFiles(uuid: string, signal: AbortSignal): Promise<CopiedFiles> {
    await this.#right.check();
    const answer = await this.#ask(leaderActions.beginFiles, { uuid, lease: this.#lease }, signal);
    const shards = answer.list('shards').map((shard, number) => ({
      shard: number,
      checkpoint: shard.count('checkpoint'),
      primaryTerm: shard.count('primaryTerm'),
      historyUuid: shard.text('historyUuid'),
      files: shard.list('files').map((file) => ({
        name: file.text('name'),
        length: file.count('length'),
        ...(file.has('checksum') ? { checksum: file.count('checksum') } : {}),
      })),
    }));
    return { id: answer.text('id'), shards };
  }

  /** A part of a file; not more than was asked for, perhaps less, and never nothing. */
  async fileChunk(
    id: string,
    place: {
      readonly shard: number;
      readonly name: string;
      readonly offset: number;
      readonly length: number;
    },
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    await this.#right.check();
    const bytes = (await this.#ask(leaderActions.fileChunk, { ...place, id }, signal)).bytes('bytes');
    if (bytes.length > 0 && bytes.length <= place.length) return bytes;
    throw apiError('illegal_argument_exception', `[${bytes.length}] bytes came of [${place.length}]`);
  }

  async endFiles(id: string): Promise<void> {
    await this.#ask(leaderActions.endFiles, { id });
  }

  /** Rejects with ApiError where what comes may not be written here. */
  checkRight(): Promise<void> {
    return this.#right.check();
  }

  /** Whether the shard may wait in calls of its own for a while; then `endAlone` follows. */
  beginAlone(): boolean {
    return this.#waits.beginAlone();
  }

  endAlone(): void {
    this.#waits.endAlone();
  }

  /** Until there may be something from `from` on, or nobody waits any more. */
  async wait(
    uuid: string,
    { shard, from, watch }: Pick<WaitEntry, 'shard' | 'from' | 'watch'>,
    signal: AbortSignal,
  ): Promise<void> {
    const of = { alias: this.#alias, role: this.#right.role };
    const entry = { index: this.#index, uuid, lease: this.#lease, shard, from, watch };
    await this.#waits.wait(of, entry, signal);
  }

  async changes(uuid: string, request: ChangesRequest, signal: AbortSignal): Promise<Changes> {
    const body = { ...request, uuid, lease: this.#lease };
    await this.#right.check();
    const answer = await this.#ask(leaderActions.changes, body, signal, WAIT_MS + ANSWER_MS);
    // The answer may have taken a minute.
    await this.#right.check();
    const bytes = answer.bytes('operations');
    const operations = decodeOperations(bytes);
    return { operations, checkpoint: answer.count('checkpoint'), bytes: bytes.length };
  }

  async removeLeases(): Promise<void> {
    await this.#ask(leaderActions.removeLeases, { lease: this.#lease });
  }
}
