interface Place {
  readonly index: string;
  readonly shard: number;
}

/** The order in which a search goes through shards, however indices were named: first shards first, and of these by index. */
export function inSearchOrder(a: Place, b: Place): number {
  if (a.shard !== b.shard) return a.shard - b.shard;
  if (a.index === b.index) return 0;
  return a.index < b.index ? -1 : 1;
}
