import { byteUnits, timeUnits } from '@sextant/contract';

/**
 * `1s` → 1000; `-1` (never) → -1. Settings are checked when they are set; what cannot be read is `undefined`.
 */
export function parseTimeMs(text: string): number | undefined {
  if (text === '-1' || text === '0') return Number(text);
  const match = /^(-?\d+(?:\.\d+)?)([a-z]+)$/i.exec(text.trim());
  const unit = match ? timeUnits[match[2]!.toLowerCase()] : undefined;
  return match && unit !== undefined ? Number(match[1]) * unit : undefined;
}

/** `512mb` → bytes; `-1` → -1. */
export function parseBytes(text: string): number | undefined {
  if (text === '-1' || text === '0') return Number(text);
  const match = /^(\d+(?:\.\d+)?)([a-z]+)$/i.exec(text.trim());
  const unit = match ? byteUnits[match[2]!.toLowerCase()] : undefined;
  return match && unit !== undefined ? Math.floor(Number(match[1]) * unit) : undefined;
}
