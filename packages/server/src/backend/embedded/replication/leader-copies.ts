import type { Random } from '@sextant/base';
import { apiError } from '@sextant/contract';
import type { CopiedShard, IndexMetadata } from '@sextant/engine';
import type { RemoteCaller, WireValue } from '../../../transport/remote-clusters.ts';
import type { EmbeddedContext } from '../context.ts';
import type { LeaderLeases } from './leader-leases.ts';
import type { WireReader } from './wire-reader.ts';

/** Part of a file in one answer. */
const CHUNK_BYTES = 64 * 1024 * 1024;
/** Files that nobody reads for so long are let go. */
const UNREAD_MS = 5 * 60_000;
const COPIES_MAX = 16;
/** Leases of files that are being read are renewed after so long a time. */
const RENEW_MS = 60_000;

/** What an index has that is followed. */
const ofLeaders = {
  'index.plugins.replication.translog.retention_lease.pruning.enabled': 'true',
  'index.translog.generation_threshold_size': '32mb',
} as const;

interface HeldCopy {
  readonly number: number;
  readonly index: string;
  readonly caller: RemoteCaller;
  /** Of the leases, and by shard what they retain. */
  readonly lease: string;
  readonly retained: readonly number[];
  renewedMs: number;
  release: () => void;
}

type CopiesContext = Pick<EmbeddedContext, 'clock' | 'engine'> & { readonly random: Random };

/** Files of indices that other clusters are reading, and what is written meanwhile. */
export class LeaderCopies {
  readonly #context: CopiesContext;
  readonly #leases: LeaderLeases;
  readonly #held = new Map<string, HeldCopy>();
  /** Those that are being begun. */
  #beginning = 0;

  constructor(context: CopiesContext, leases: LeaderLeases) {
    this.#context = context;
    this.#leases = leases;
  }

  /** Rejects with ApiError, also where too many are read already. */
  async begin(index: IndexMetadata, body: WireReader, caller: RemoteCaller): Promise<WireValue> {
    if (this.#held.size + this.#beginning >= COPIES_MAX) {
      throw apiError('rejected_execution_exception', `[${COPIES_MAX}] indices are being copied already`);
    }
    this.#beginning++;
    try {
      return await this.#begin(index, body, caller);
    } finally {
      this.#beginning--;
    }
  }

  async #begin(
    { name, numberOfShards }: IndexMetadata,
    body: WireReader,
    caller: RemoteCaller,
  ): Promise<WireValue> {
    const { engine, clock, random } = this.#context;
    const lease = body.text('lease');
    // Whoever begins anew, as after a restart, no longer reads what he had.
    for (const [id, copy] of this.#held)
      if (isOf(copy, caller) && copy.lease === lease) this.#letGo(id, copy);
    const retained: number[] = [];
    await engine.updateMetadata(new Map([[name, { settings: ofLeaders }]]));
    // Before the files: what is written after them is kept from here on.
    for (let shard = 0; shard < numberOfShards; shard++) {
      retained.push(await this.#leases.take(name, shard, lease, caller));
    }
    const { id: number, shards } = await engine.copies.begin(name);
    // Not the name of any other copy, also of one before a restart: whoever still asks for that must not get these files.
    const id = Buffer.from(random.bytes(16)).toString('base64url');
    const of = { number, index: name, caller };
    const copy: HeldCopy = { ...of, lease, retained, renewedMs: clock.now(), release: () => {} };
    this.#held.set(id, copy);
    this.#keep(id, copy);
    return { id, shards: shards.map(wireShard) };
  }

  /** However long it takes to read the files, what comes after them is kept. */
  async #renewLeases(copy: HeldCopy): Promise<void> {
    const { index, lease, retained } = copy;
    const now = this.#context.clock.now();
    // The clock may have been set back.
    if (now >= copy.renewedMs && now - copy.renewedMs < RENEW_MS) return;
    copy.renewedMs = now;
    for (const [shard, retainingSeqNo] of retained.entries()) {
      await this.#leases.keep(index, shard, lease, retainingSeqNo, copy.caller);
    }
  }

  /** Until nobody has read it for a while. */
  #keep(id: string, copy: HeldCopy): void {
    copy.release();
    copy.release = this.#context.clock.after(UNREAD_MS, () => this.#letGo(id, copy));
  }

  #letGo(id: string, copy: HeldCopy): void {
    copy.release();
    this.#held.delete(id);
    this.#context.engine.copies.end(copy.number);
  }

  #copy(body: WireReader, caller: RemoteCaller): HeldCopy {
    const copy = this.#held.get(body.text('id'));
    if (copy !== undefined && isOf(copy, caller) && copy.index === body.text('index')) return copy;
    throw apiError('resource_not_found_exception', `files [${body.text('id')}] are not held, or no more`);
  }

  async chunk(body: WireReader, caller: RemoteCaller): Promise<WireValue> {
    const copy = this.#copy(body, caller);
    this.#keep(body.text('id'), copy);
    await this.#renewLeases(copy);
    const length = Math.min(body.count('length'), CHUNK_BYTES);
    const { copies } = this.#context.engine;
    const [shard, offset] = [body.count('shard'), Math.max(0, body.count('offset'))];
    return { bytes: copies.read(copy.number, shard, body.text('name'), offset, length) };
  }

  end(body: WireReader, caller: RemoteCaller): WireValue {
    this.#letGo(body.text('id'), this.#copy(body, caller));
    return {};
  }

  stop(): void {
    for (const copy of this.#held.values()) copy.release();
    this.#held.clear();
  }
}

function isOf({ caller }: HeldCopy, { clusterUuid, certificate }: RemoteCaller): boolean {
  return caller.clusterUuid === clusterUuid && caller.certificate === certificate;
}

function wireShard({ checkpoint, primaryTerm, historyUuid, files }: CopiedShard): WireValue {
  return { checkpoint, primaryTerm, historyUuid, files: files.map((file) => ({ ...file })) };
}
