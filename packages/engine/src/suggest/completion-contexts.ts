import { apiError } from '@sextant/contract';
import { isObject, type JsonObject, toBoolean, toInt } from '../dsl/json-reader.ts';
import {
  type CompletionContext,
  geohash,
  neighbours,
  precisionOf,
} from '../mapping/completion/completion-contexts.ts';
import { unknownContext } from '../mapping/completion/read-completion.ts';
import { geohashPoint } from '../mapping/geo/geohash.ts';
import { readPoint } from '../mapping/geo/read-point.ts';
import { type AskedContext, badContext, contextObjects } from './completion-request.ts';

/** The contexts that a request asks for in a field. Throws ApiError. */
export function askedContexts(contexts: readonly CompletionContext[], given: JsonObject): AskedContext[] {
  const asked = Object.entries(given).flatMap(([name, values]) => {
    const number = contexts.findIndex((context) => context.name === name);
    if (number < 0) throw unknownContext(name, contexts);
    const context = contexts[number]!;
    const read = context.type === 'category' ? category : geo;
    return contextObjects(values).flatMap((value) => {
      return read(context, value).map((found) => ({ ...found, context: number }));
    });
  });
  if (asked.length > 0) return asked;
  throw apiError('illegal_argument_exception', 'Missing mandatory contexts in context query');
}

type Found = Omit<AskedContext, 'context'>;

function category(_context: CompletionContext, value: unknown): Found[] {
  if (!isObject(value)) return [{ value: categoryValue(value), isPrefix: false, boost: 1 }];
  const { context, boost = 1, prefix = false } = value;
  return [{ value: categoryValue(context), isPrefix: toBoolean(prefix), boost: boostOf(boost) }];
}

function categoryValue(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw badContext('category');
}

function boostOf(value: unknown): number {
  const boost = toInt(value);
  if (boost > 0) return boost;
  throw apiError('illegal_argument_exception', 'boost must be greater than 0');
}

function geo({ precision: mapped }: CompletionContext, value: unknown): Found[] {
  const { context, boost = 1, precision, neighbours: around = [] } = geoOptions(value);
  if (!isObject(context) && typeof context !== 'string') throw badContext('geo');
  const levels = precision === undefined ? mapped : Math.min(mapped, precisionOf(precision));
  const isHash = typeof context === 'string' && !context.includes(',');
  const hash = geohash(isHash ? geohashPoint(context) : readPoint(context, true), levels);
  const places = new Set([hash]);
  const wanted = contextObjects(around).map(precisionOf);
  if (wanted.length === 0 && hash.length === mapped) for (const each of neighbours(hash)) places.add(each);
  for (const level of wanted.filter((each) => each < hash.length)) {
    const cell = hash.slice(0, level);
    for (const each of [cell, ...neighbours(cell)]) places.add(each);
  }
  const weight = boostOf(boost);
  return [...places].map((place) => ({ value: place, isPrefix: place.length < mapped, boost: weight }));
}

/** The point stands under `context`, or among the options themselves. */
function geoOptions(value: unknown): JsonObject {
  if (!isObject(value)) return { context: value };
  if (value.context !== undefined) return value;
  const { boost, precision, neighbours: around, ...context } = value;
  return { context, boost, precision, neighbours: around };
}
