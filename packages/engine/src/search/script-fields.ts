import { ApiError, apiError, type Json } from '@sextant/contract';
import { endsRequest } from '../budget/ends-request.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import {
  isObject,
  type JsonObject,
  parsingError,
  toBoolean,
  tokenOf,
  unknownKey,
} from '../dsl/json-reader.ts';
import { membersOf } from '../dsl/read-place.ts';
import { answerValue } from '../script/json-values.ts';
import { searchScript } from '../script/make-search-script.ts';
import { readScript, type ScriptSpec } from '../script/script-spec.ts';
import { type SearchScript, searchContexts } from '../script/search-script.ts';
import { JavaArray } from '../script/values.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import type { ShardTarget } from './shard-target.ts';

/** As `index.max_script_fields` is by default. */
const DEFAULT_LIMIT = 32;

/** A field of hits that a script makes. */
export interface ScriptField {
  readonly name: string;
  readonly script: ScriptSpec;
  /** Where the script fails the field is left out. */
  readonly ignoresFailure: boolean;
}

/** `{"name":{"script":{…},"ignore_failure":true}}`. Throws ApiError. */
export function parseScriptFields(body: JsonObject): ScriptField[] {
  return Array.from(membersOf(body), ([name, given]) => {
    if (!isObject(given))
      throw parsingError(`Expected [START_OBJECT] in [${name}] but found [${tokenOf(given)}]`);
    let script: ScriptSpec | null = null;
    let ignoresFailure = false;
    for (const [key, value] of membersOf(given)) {
      if (key === 'script') script = readScript(value);
      else if (key === 'ignore_failure') ignoresFailure = toBoolean(value);
      else throw unknownKey(key, value);
    }
    if (script === null)
      throw apiError('illegal_argument_exception', `[script] of [${name}] is missing in [script_fields]`);
    return { name, script, ignoresFailure };
  });
}

/** Scripts of the fields, compiled for one shard. Throws ApiError. */
export function bindScriptFields(
  fields: readonly ScriptField[],
  { mapping, searcher, metadata }: ShardTarget,
  budget: WorkBudget,
): readonly BoundScriptField[] {
  const limit = Number(metadata.settings['index.max_script_fields'] ?? DEFAULT_LIMIT);
  if (fields.length > limit) {
    const rule = `Must be less than or equal to: [${limit}] but was [${fields.length}]`;
    const advice = 'This limit can be set by changing the [index.max_script_fields] index level setting.';
    throw apiError(
      'illegal_argument_exception',
      `Trying to retrieve too many script_fields. ${rule}. ${advice}`,
    );
  }
  return fields.map(({ name, script, ignoresFailure }) => {
    const place = { mapping, searcher, budget };
    return { name, ignoresFailure, script: searchScript(script, searchContexts.field, place) };
  });
}

export interface BoundScriptField {
  readonly name: string;
  readonly ignoresFailure: boolean;
  readonly script: SearchScript;
}

/** What the scripts say of a document. Throws ApiError. */
export function scriptFieldValues(
  fields: readonly BoundScriptField[],
  segment: SegmentReader,
  doc: number,
): Map<string, Json[]> {
  const found = new Map<string, Json[]>();
  for (const { name, script, ignoresFailure } of fields) {
    try {
      script.setSegment(segment);
      const made = script.run(doc);
      const value = answerValue(made);
      const isList = Array.isArray(value) && !(made instanceof JavaArray);
      const values = isList ? (value as Json[]) : [value];
      if (values.length > 0) found.set(name, values);
    } catch (error) {
      if (!ignoresFailure || !(error instanceof ApiError) || endsRequest(error)) throw error;
    }
  }
  return found;
}
