/** Which shard an error or a line of the log speaks of. */
export interface ShardName {
  readonly index: string;
  readonly indexUuid: string;
  readonly shard: number;
}
