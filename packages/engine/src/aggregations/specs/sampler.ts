export interface SamplerSpec {
  readonly shardSize: number;
}
