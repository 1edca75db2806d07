import type { IndexMetadata } from './index-metadata.ts';
import { murmur3 } from './murmur3.ts';

/** What of an index says where its documents go. */
export type RoutedIndex = Pick<IndexMetadata, 'numberOfShards' | 'settings' | 'routingShards'>;

/** Where the documents of an index go: hash, split factor and partition, as OpenSearch's OperationRouting. */
export class Routing {
  readonly #shards: number;
  readonly #routingShards: number;
  readonly #partitionSize: number;

  constructor(metadata: RoutedIndex) {
    this.#shards = metadata.numberOfShards;
    this.#routingShards = routingShards(metadata);
    this.#partitionSize = Math.max(Number(metadata.settings['index.routing_partition_size'] ?? 1), 1);
  }

  shardOf(id: string, routing: string | null | undefined): number {
    if (this.#shards === 1) return 0;
    let hash = murmur3(routing ?? id);
    if (this.#partitionSize > 1) hash = (hash + floorMod(murmur3(id), this.#partitionSize)) | 0;
    return Math.floor(floorMod(hash, this.#routingShards) / (this.#routingShards / this.#shards));
  }

  /** The shards that documents of one routing value can be in. */
  shardsOf(routing: string): readonly number[] {
    if (this.#shards === 1) return [0];
    const shards = new Set<number>();
    for (let partition = 0; partition < this.#partitionSize; partition++) {
      const hash = (murmur3(routing) + partition) | 0;
      shards.add(Math.floor(floorMod(hash, this.#routingShards) / (this.#routingShards / this.#shards)));
    }
    return [...shards];
  }
}

/** `number_of_routing_shards`: into how many parts the hash is cut before they are given to shards. */
export function routingShards(metadata: RoutedIndex): number {
  if (metadata.routingShards !== undefined) return metadata.routingShards;
  const explicit = Number(metadata.settings['index.number_of_routing_shards']);
  return explicit > 0 ? explicit : defaultRoutingShards(metadata.numberOfShards);
}

/** So that an index can be split by two up to 1,024 shards, and at least once. */
function defaultRoutingShards(shards: number): number {
  const log2 = 32 - Math.clz32(shards - 1);
  return shards * 2 ** Math.max(1, 10 - log2);
}

function floorMod(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
