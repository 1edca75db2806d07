import { ApiError, apiError, Double, type Json } from '@sextant/contract';
import type { WorkBudget } from '../budget/work-budget.ts';
import { ScriptNumberKey, type ScriptOf, ScriptTextKey } from '../collect/script-sort-keys.ts';
import type { SortKey, SortValue } from '../collect/sort-key.ts';
import { isObject, type JsonObject, tokenOf, toText } from '../dsl/json-reader.ts';
import { membersOf } from '../dsl/read-place.ts';
import { didYouMean } from '../dsl/suggestions.ts';
import { searchScript } from '../script/make-search-script.ts';
import { readScript, type ScriptSpec } from '../script/script-spec.ts';
import { type SearchScript, searchContexts } from '../script/search-script.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import type { ShardTarget } from './shard-target.ts';

/** A sort by what a script says of documents. */
export interface ScriptSort {
  readonly script: ScriptSpec;
  readonly type: 'number' | 'string';
}

const TEXTS = ['type', 'order', 'mode'];

const OPTIONS = ['script', 'type', 'order', 'mode', 'nested'];

function failed(name: string, reason: string): ApiError {
  const causedBy = { type: 'illegal_argument_exception', reason } as const;
  return new ApiError({
    type: 'x_content_parse_exception',
    reason: `[_script] failed to parse field [${name}]`,
    causedBy,
  });
}

/** `{"type":"number","script":{…},"order":"desc"}`; whoever asks reads the order. Throws ApiError. */
export function readScriptSort(options: JsonObject): ScriptSort {
  let script: ScriptSpec | null = null;
  let type: ScriptSort['type'] | null = null;
  for (const [name, value] of membersOf(options)) {
    if (!OPTIONS.includes(name)) {
      const hint = didYouMean(name, OPTIONS);
      throw apiError('x_content_parse_exception', `[_script] unknown field [${name}]${hint}`);
    }
    if (TEXTS.includes(name) && typeof value !== 'string') {
      const reason = `[_script] ${name} doesn't support values of type: ${tokenOf(value)}`;
      throw apiError('x_content_parse_exception', reason);
    }
    if (name === 'script') script = readScript(value);
    else if (name === 'type') type = readType(toText(value));
    else if (name === 'nested') {
      throw apiError('illegal_argument_exception', '[nested] of a sort by a script is not supported');
    } else if (name === 'mode') checkMode(toText(value), isObject(options) ? options.type : undefined);
  }
  if (script === null) throw apiError('illegal_argument_exception', 'Required [script]');
  if (type === null) throw apiError('illegal_argument_exception', 'Required [type]');
  return { script, type };
}

function readType(text: string): ScriptSort['type'] {
  const type = text.toLowerCase();
  if (type === 'number' || type === 'string') return type;
  throw failed('type', `Unknown ScriptSortType [${text}]`);
}

/** A script answers one value, so that no mode changes anything; some are refused nevertheless. */
function checkMode(text: string, type: unknown): void {
  const mode = text.toLowerCase();
  if (!['min', 'max', 'sum', 'avg', 'median'].includes(mode))
    throw failed('mode', `Unknown SortMode [${text}]`);
  if (type === 'string' && mode !== 'min' && mode !== 'max') {
    throw failed('mode', `script sort of type [string] doesn't support mode [${mode}]`);
  }
}

function compiled(
  { script, type }: ScriptSort,
  { mapping, searcher }: ShardTarget,
  budget: WorkBudget,
): SearchScript {
  const context = type === 'number' ? searchContexts.numberSort : searchContexts.stringSort;
  return searchScript(script, context, { mapping, searcher, budget });
}

/** Whether the script names the score of a document. */
export function asksForScore({ script }: ScriptSort): boolean {
  return script.stored || /\b_score\b/.test(script.source);
}

/** Throws ApiError where the script cannot be compiled for the shard. */
export function checkScriptSort(sort: ScriptSort, shard: ShardTarget, budget: WorkBudget): void {
  compiled(sort, shard, budget);
}

export function scriptSortKey(
  sort: ScriptSort,
  {
    shards,
    budget,
    descending,
    after,
  }: {
    readonly shards: readonly ShardTarget[];
    readonly budget: WorkBudget;
    readonly descending: boolean;
    readonly after: SortValue | undefined;
  },
): SortKey {
  const scriptOf = scriptsBySegment(sort, shards, budget);
  const needsScores = asksForScore(sort);
  if (sort.type === 'number') {
    return new ScriptNumberKey({
      descending,
      after: after === undefined ? undefined : Number(after),
      scriptOf,
      needsScores,
    });
  }
  const text = after instanceof Uint8Array ? after : undefined;
  return new ScriptTextKey({ descending, after: text, scriptOf, needsScores });
}

/** One script for each shard, compiled when the first of its segments comes. */
function scriptsBySegment(sort: ScriptSort, shards: readonly ShardTarget[], budget: WorkBudget): ScriptOf {
  const owners = new Map<SegmentReader, ShardTarget>();
  for (const shard of shards) for (const segment of shard.searcher.segments) owners.set(segment, shard);
  const scripts = new Map<ShardTarget, SearchScript>();
  return (segment) => {
    const shard = owners.get(segment) ?? shards[0]!;
    let script = scripts.get(shard);
    if (script === undefined) {
      script = compiled(sort, shard, budget);
      scripts.set(shard, script);
    }
    return script;
  };
}

const decoder = new TextDecoder();

export function printScriptValue(value: SortValue): Json {
  if (value instanceof Uint8Array) return decoder.decode(value);
  return value === null ? null : new Double(Number(value));
}
