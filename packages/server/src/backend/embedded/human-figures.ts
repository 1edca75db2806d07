import { bytesText, dictionary, hasMembers, type Json, type JsonMap, mapMembers } from '@sextant/contract';
import { timeText } from '../../config/units.ts';

/** Points in time, where all other `*_in_millis` are spans. */
const instants = new Set(['start_time_in_millis', 'stop_time_in_millis']);

/** The figures with a readable twin before every `*_in_millis`, `*_in_nanos` and `*_in_bytes` (parameter `human`). */
export function humanFigures(figures: JsonMap): JsonMap {
  const result: Record<string, Json | undefined> = dictionary();
  for (const [key, value] of Object.entries(figures)) {
    if (typeof value === 'number' && key.endsWith('_in_millis')) {
      const text = instants.has(key) ? new Date(value).toISOString() : timeText(value);
      result[key.slice(0, -'_in_millis'.length)] = text;
    }
    if (typeof value === 'number' && key.endsWith('_in_nanos')) {
      result[key.slice(0, -'_in_nanos'.length)] = timeText(value / 1e6);
    }
    if (typeof value === 'number' && key.endsWith('_in_bytes')) {
      result[key.slice(0, -'_in_bytes'.length)] = bytesText(value);
    }
    result[key] = nested(value);
  }
  return result;
}

function nested(value: unknown): Json {
  return (hasMembers(value) ? humanFigures(value as JsonMap) : mapMembers(value, nested)) as Json;
}
