/** A type as the classes of OpenSearch are named: `query_shard_exception` is a `QueryShardException`. */
export function className(type: string): string {
  return type.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
