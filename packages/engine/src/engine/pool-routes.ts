import type { IndexMetadata } from '../shard/index/index-metadata.ts';
import type { OneWriter } from './writer-port.ts';

/** One of several writers. */
export interface WriterMember {
  readonly port: OneWriter;
  readonly end: () => Promise<void>;
  /** Bodies that were sent to it and are not answered. */
  inFlightBytes: number;
}

/** Where an index is. */
export interface Route {
  readonly name: string;
  readonly uuid: string;
  member: WriterMember;
  /** What is asked of the index waits for this. Never rejects. */
  gate: Promise<void> | undefined;
  /** Bodies of the index that are not answered. */
  inFlightBytes: number;
  /** Bytes of others that bodies of the index have waited behind, since it came to its writer. */
  contendedBytes: number;
  /** Clock.nanos() */
  staysUntilNanos: number;
}

interface Creating {
  readonly member: WriterMember;
  calls: number;
}

/** Which writer has which index, from what the writers tell. */
export class PoolRoutes {
  readonly #byName = new Map<string, Route>();
  readonly #byUuid = new Map<string, Route>();
  readonly #creating = new Map<string, Creating>();

  find(name: string): Route | undefined {
    return this.#byName.get(name);
  }

  findByUuid(uuid: string): Route | undefined {
    return this.#byUuid.get(uuid);
  }

  /** A writer has told of an index of its own; undefined = deleted. */
  metadata(member: WriterMember, name: string, metadata: IndexMetadata | undefined): void {
    const route = this.#byName.get(name);
    if (route !== undefined && route.uuid !== metadata?.uuid) {
      this.#byName.delete(name);
      this.#byUuid.delete(route.uuid);
    }
    if (metadata === undefined || route?.uuid === metadata.uuid) return;
    const { uuid } = metadata;
    const counts = { inFlightBytes: 0, contendedBytes: 0, staysUntilNanos: 0 };
    const made = { name, uuid, member, gate: undefined, ...counts };
    this.#byName.set(name, made);
    this.#byUuid.set(uuid, made);
  }

  /** What is asked of these indices waits until the answer is called. None of them is shut. */
  shut(names: readonly string[]): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const routes = names.flatMap((name) => this.#byName.get(name) ?? []);
    for (const route of routes) route.gate = promise;
    return () => {
      for (const route of routes) route.gate = undefined;
      resolve();
    };
  }

  /** Who makes an index of this name at present. */
  creating(name: string): WriterMember | undefined {
    return this.#creating.get(name)?.member;
  }

  /** Ends when the answer is called. */
  beginCreating(name: string, member: WriterMember): () => void {
    const creating = this.#creating.get(name) ?? { member, calls: 0 };
    this.#creating.set(name, creating);
    creating.calls++;
    return () => {
      creating.calls--;
      if (creating.calls === 0) this.#creating.delete(name);
    };
  }
}
