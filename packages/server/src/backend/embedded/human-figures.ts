import type { JsonMap } from '@sextant/contract';

const timeUnits = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1000, 's'],
  [1, 'ms'],
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

/** The figures with a readable twin before every `*_in_millis` and `*_in_bytes` (parameter `human`). */
export function humanFigures(figures: JsonMap): JsonMap {
  const result: Record<string, JsonMap[string]> = {};
  for (const [key, value] of Object.entries(figures)) {
    if (typeof value === 'number' && key.endsWith('_in_millis')) {
      result[key.slice(0, -'_in_millis'.length)] = readable(value, timeUnits);
    }
    if (typeof value === 'number' && key.endsWith('_in_bytes')) {
      result[key.slice(0, -'_in_bytes'.length)] = readable(value, sizeUnits);
    }
    const nested =
      typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
    result[key] = nested ? humanFigures(value as JsonMap) : value;
  }
  return result;
}

/** One decimal, cut and not rounded. */
function readable(value: number, units: readonly (readonly [least: number, suffix: string])[]): string {
  const [least, suffix] = units.find(([bound]) => value >= bound) ?? units.at(-1)!;
  return `${Math.floor((value / (least === 0 ? 1 : least)) * 10) / 10}${suffix}`;
}
