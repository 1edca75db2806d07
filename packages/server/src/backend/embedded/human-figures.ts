import { dictionary, type Json, type JsonMap } from '@sextant/contract';

const timeUnits = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1000, 's'],
  [1, 'ms'],
  [0, 's'],
] as const;

const nanoUnits = [
  ...timeUnits.slice(0, 5).map(([ms, suffix]) => [ms * 1e6, suffix] as const),
  [1000, 'micros'],
  [1, 'nanos'],
  [0, 's'],
] as const;

const sizeUnits = [
  [1024 ** 4, 'tb'],
  [1024 ** 3, 'gb'],
  [1024 ** 2, 'mb'],
  [1024, 'kb'],
  [0, 'b'],
] as const;

/** `12ms`, `1.4s`: one decimal, cut and not rounded. */
export function timeText(ms: number): string {
  return readable(ms, timeUnits);
}

/** Points in time, where all other `*_in_millis` are spans. */
const instants = new Set(['start_time_in_millis', 'stop_time_in_millis']);

/** The figures with a readable twin before every `*_in_millis`, `*_in_nanos` and `*_in_bytes` (parameter `human`). */
export function humanFigures(figures: JsonMap): JsonMap {
  const result: Record<string, Json | undefined> = dictionary();
  for (const [key, value] of Object.entries(figures)) {
    if (typeof value === 'number' && key.endsWith('_in_millis')) {
      const text = instants.has(key) ? new Date(value).toISOString() : readable(value, timeUnits);
      result[key.slice(0, -'_in_millis'.length)] = text;
    }
    if (typeof value === 'number' && key.endsWith('_in_nanos')) {
      result[key.slice(0, -'_in_nanos'.length)] = readable(value, nanoUnits);
    }
    if (typeof value === 'number' && key.endsWith('_in_bytes')) {
      result[key.slice(0, -'_in_bytes'.length)] = readable(value, sizeUnits);
    }
    result[key] = nested(value);
  }
  return result;
}

function nested(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => nested(item) as Json);
  const isMap =
    typeof value === 'object' &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);
  return isMap ? humanFigures(value as JsonMap) : value;
}

/** One decimal, cut and not rounded. */
function readable(value: number, units: readonly (readonly [least: number, suffix: string])[]): string {
  const [least, suffix] = units.find(([bound]) => value >= bound) ?? units.at(-1)!;
  return `${Math.floor((value / (least === 0 ? 1 : least)) * 10) / 10}${suffix}`;
}
