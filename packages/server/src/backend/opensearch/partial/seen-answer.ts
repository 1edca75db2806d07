import { mapMembers, setOwn } from '@sextant/contract';
import { isJsonObject, type JsonObject, type JsonValue } from '../exact-json.ts';
import { seenName } from './rewrite-aggregations.ts';
import type { RewrittenSearch } from './rewrite-search.ts';
import { notThere } from './rewriting.ts';
import type { SeenFields } from './seen-fields.ts';
import type { SeenIndices } from './seen-indices.ts';

/** Of a hit: what tells nothing of its fields but what the request, which was judged, asked for. */
const plain: ReadonlySet<string> = new Set([
  '_index',
  '_id',
  '_type',
  '_score',
  '_routing',
  '_version',
  '_seq_no',
  '_primary_term',
  '_nested',
  'sort',
  'matched_queries',
  'found',
]);
/** Of a hit whose index was not judged. */
const names: ReadonlySet<string> = new Set(['_index', '_id', '_score', 'sort']);

/** The answer to a rewritten search, as the caller may see it. */
export function seenAnswer(
  answer: JsonValue,
  { seen, globals }: Pick<RewrittenSearch, 'seen' | 'globals'>,
): JsonValue {
  if (!isJsonObject(answer)) return answer;
  const { aggregations } = answer;
  if (globals.size > 0 && isJsonObject(aggregations)) answer.aggregations = raised(aggregations, globals);
  return seen.hidesFields ? seenHits(answer, seen) : answer;
}

/** Names as they were given. */
export function withoutMarks(bytes: Buffer, { hidesFields }: SeenIndices): Buffer {
  if (!hidesFields || !bytes.includes(notThere)) return bytes;
  return Buffer.from(bytes.toString().replaceAll(notThere, ''));
}

/** Names of aggregations may have their type before them. */
function raised(aggregations: JsonObject, globals: ReadonlySet<string>): JsonObject {
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(aggregations)) {
    const isGlobal = globals.has(name) || (name.startsWith('global#') && globals.has(name.slice(7)));
    const within = isGlobal && isJsonObject(value) ? (value[seenName] ?? value[`filter#${seenName}`]) : value;
    setOwn(kept, name, isGlobal && isJsonObject(within) ? withoutEmptyMeta(within) : within);
  }
  return kept;
}

/** The cluster adds one to a filter that it has simplified. */
function withoutEmptyMeta({ meta, ...rest }: JsonObject): JsonObject {
  return isJsonObject(meta) && Object.keys(meta).length > 0 ? { meta, ...rest } : rest;
}

function seenHits(value: JsonValue, seen: SeenIndices): JsonValue {
  if (isJsonObject(value) && typeof value._index === 'string') return seenHit(value, seen);
  return mapMembers(value, (member) => seenHits(member as JsonValue, seen)) as JsonValue;
}

/** A hit, or a document by its id. */
export function seenHit(hit: JsonObject, seen: SeenIndices): JsonObject {
  const index = String(hit._index);
  const part = seen.parts.get(index);
  if (part !== undefined && part.rules === undefined) return hit;
  const fields = seen.fields.get(index);
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(hit)) {
    if (fields === undefined ? names.has(name) : plain.has(name)) setOwn(kept, name, value);
    else if (fields !== undefined) addSeen(kept, { name, value, fields, hit, seen });
  }
  return kept;
}

interface Member {
  readonly name: string;
  readonly value: JsonValue;
  readonly fields: SeenFields;
  readonly hit: JsonObject;
  readonly seen: SeenIndices;
}

function addSeen(kept: JsonObject, { name, value, fields, hit, seen }: Member): void {
  if (name === '_source') kept._source = fields.source(value, pathOf(hit._nested));
  else if (name === 'inner_hits') kept.inner_hits = seenHits(value, seen);
  else if (name === 'fields' || name === 'highlight') {
    const values = fields.values(value);
    if (Object.keys(values).length > 0) setOwn<JsonValue>(kept, name, values);
  }
}

/** Where a nested hit lies in its document. */
function pathOf(nested: JsonValue): string[] {
  if (!isJsonObject(nested)) return [];
  return [...String(nested.field).split('.'), ...pathOf(nested._nested)];
}
