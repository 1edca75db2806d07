import { type Json, type JsonMap, RawJson } from '@sextant/contract';
import { isValues, parseValue, type Values } from '../../ingest/java-values.ts';
import type { FoundHits, HitPace } from '../search-pipeline.ts';
import { weightOf } from './hit-weight.ts';
import { inJavaOrder } from './java-order.ts';

/** Each hit after the other; the thread goes to others between them. */
export async function eachHit(
  found: FoundHits,
  { turn, grow }: HitPace,
  change: (hit: JsonMap) => JsonMap,
): Promise<FoundHits> {
  const hits: JsonMap[] = [];
  for (const hit of found.hits.hits) {
    await turn();
    const changed = change(hit);
    grow(weightOf(changed) - weightOf(hit));
    hits.push(changed);
  }
  return { ...found, hits: { ...found.hits, hits } };
}

/** Other hits in place of those. As in OpenSearch, there is a profile of no shard then where none was asked for. */
export function withHits(found: FoundHits, hits: readonly JsonMap[]): FoundHits {
  return {
    ...found,
    hits: { ...found.hits, hits },
    profile: found.profile ?? { shards: [] },
  };
}

/** The document of a hit; undefined where it is not shown. */
export function sourceOf({ _source: source }: JsonMap): Values | undefined {
  if (!(source instanceof RawJson)) return undefined;
  const { buffer, byteOffset, length } = source.bytes;
  const value = parseValue(Buffer.from(buffer, byteOffset, length).toString());
  return isValues(value) ? value : undefined;
}

export function withSource(hit: JsonMap, source: Values): JsonMap {
  return { ...hit, _source: new RawJson(Buffer.from(JSON.stringify(inJavaOrder(source)))) };
}

/** The values of a field that a hit shows. */
export function fieldOf({ fields }: JsonMap, name: string): readonly Json[] | undefined {
  if (fields === undefined || !Object.hasOwn(fields as JsonMap, name)) return undefined;
  return (fields as JsonMap)[name] as readonly Json[];
}

/** `values`: undefined where the field goes. */
export function withField(hit: JsonMap, name: string, values: readonly Json[] | undefined): JsonMap {
  const fields = new Map(Object.entries((hit.fields ?? {}) as JsonMap));
  if (values === undefined) fields.delete(name);
  else fields.set(name, values);
  const names = inJavaOrder(Object.fromEntries([...fields.keys()].map((key) => [key, 1])));
  return { ...hit, fields: Object.fromEntries(Object.keys(names).map((key) => [key, fields.get(key)])) };
}
