import { ApiError } from '@sextant/contract';
import { Mapping } from '../mapping/mapping.ts';
import { FIRST_TERM } from '../shard/index/index-file.ts';
import type { IndexMetadata } from '../shard/index/index-metadata.ts';
import { Routing } from '../shard/index/routing.ts';
import { ShardView } from './shard-view.ts';

/** One index as the searching side sees it. */
export class IndexView {
  readonly shards: readonly ShardView[];
  /** Of what is written now. Only the thread that answers is told. */
  primaryTerm = FIRST_TERM;
  #metadata: IndexMetadata;
  #mapping: Mapping | undefined;
  #routing: Routing;

  constructor(metadata: IndexMetadata) {
    this.#metadata = metadata;
    this.#routing = new Routing(metadata);
    this.shards = Array.from({ length: metadata.numberOfShards }, () => new ShardView());
  }

  get metadata(): IndexMetadata {
    return this.#metadata;
  }

  get routing(): Routing {
    return this.#routing;
  }

  /** Read when it is first wanted. */
  get mapping(): Mapping {
    this.#mapping ??= Mapping.create(this.#metadata.mappings, this.#metadata.settings);
    return this.#mapping;
  }

  update(metadata: IndexMetadata): void {
    const { mappingVersion, settingsVersion } = this.#metadata;
    if (metadata.mappingVersion !== mappingVersion || metadata.settingsVersion !== settingsVersion) {
      this.#mapping = undefined;
    }
    this.#metadata = metadata;
    if (metadata.state === 'close') this.close();
  }

  /** See `ShardView.pin`. */
  pin(): void {
    for (const shard of this.shards) shard.pin();
  }

  close(): void {
    for (const shard of this.shards) shard.close();
  }

  /** Throws ApiError index_closed_exception. */
  checkOpen(): void {
    if (this.#metadata.state === 'open') return;
    const { name, uuid } = this.#metadata;
    throw new ApiError({
      type: 'index_closed_exception',
      reason: 'closed',
      details: { index: name, index_uuid: uuid },
    });
  }
}
