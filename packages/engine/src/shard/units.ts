const timeUnits: Readonly<Record<string, number>> = {
  nanos: 1e-6,
  micros: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

const byteUnits: Readonly<Record<string, number>> = {
  b: 1,
  k: 1024,
  kb: 1024,
  m: 1024 ** 2,
  mb: 1024 ** 2,
  g: 1024 ** 3,
  gb: 1024 ** 3,
  t: 1024 ** 4,
  tb: 1024 ** 4,
  p: 1024 ** 5,
  pb: 1024 ** 5,
};

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
