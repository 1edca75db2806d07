import type { WireValue } from './remote-clusters.ts';

type WireMap = Readonly<Record<string, WireValue | undefined>>;

/** The members of a map; undefined where the value is none. */
export function wireMap(value: WireValue | undefined): WireMap | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return value instanceof Uint8Array ? undefined : (value as WireMap);
}

export function wireText(value: WireValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
