import type { JsonObject } from '../../dsl/json-reader.ts';
import type { ScriptSpec } from '../../script/script-spec.ts';

export interface ScriptedMetricSpec {
  readonly init: ScriptSpec | null;
  readonly map: ScriptSpec;
  /** Without it, or the next one, only the search phase refuses. */
  readonly combine: ScriptSpec | null;
  readonly reduce: ScriptSpec | null;
  /** All of them are given these. */
  readonly params: JsonObject;
}
