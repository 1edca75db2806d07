import { table } from './names.ts';
/** Milliseconds of each suffix that a time can have. */
export const timeUnits: Readonly<Record<string, number>> = table({
  nanos: 1e-6,
  micros: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
});

/** Bytes of each suffix that a size can have. */
export const byteUnits: Readonly<Record<string, number>> = table({
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
});
