import type { JsonObject } from '../../dsl/json-reader.ts';

export interface TopHitsSpec {
  /** As a search of its own would be asked. */
  readonly body: JsonObject;
  readonly from: number;
  readonly size: number;
}
