/**
 * Cosine and arcsine as Lucene's distances have them: by Taylor's series around the nearest of many known places, so that
 * distances agree to the last digit.
 */

/** Known angles of the whole circle. */
const ANGLES = 2048;
const ANGLE_MASK = ANGLES - 1;

/** Two pi in two doubles: the upper one with so few digits that its multiples are exact. */
const CIRCLE_HIGH = 4 * 1.5707963267341256;
const CIRCLE_LOW = 4 * 6.077100506506192e-11;

const STEP_HIGH = CIRCLE_HIGH / ANGLES;
const STEP_LOW = CIRCLE_LOW / ANGLES;
const STEPS_PER_RADIAN = 1 / (STEP_HIGH + STEP_LOW);

const SIXTH = 1 / 6;
const TWENTY_FOURTH = 1 / 24;

const sines = Float64Array.from({ length: ANGLES }, (_, i) =>
  i % (ANGLES / 2) === 0 ? 0 : Math.sin(i * STEP_HIGH + i * STEP_LOW),
);
const cosines = Float64Array.from({ length: ANGLES }, (_, i) =>
  i % (ANGLES / 2) === ANGLES / 4 ? 0 : Math.cos(i * STEP_HIGH + i * STEP_LOW),
);

/** Of angles of up to some turns. */
export function sloppyCos(angle: number): number {
  const a = Math.abs(angle);
  const i = Math.trunc(a * STEPS_PER_RADIAN + 0.5);
  const d = a - i * STEP_HIGH - i * STEP_LOW;
  const c = cosines[i & ANGLE_MASK]!;
  const s = sines[i & ANGLE_MASK]!;
  return c + d * (-s + d * (-c * 0.5 + d * (s * SIXTH + d * c * TWENTY_FOURTH)));
}

/** Known arcsines, from 0 to that of `LAST`; beyond, the series would no longer serve. */
const ARCS = 8192;
const LAST = Math.sin(73 * (Math.PI / 180));
const ARC_STEP = LAST / ARCS;
const ARCS_PER_UNIT = 1 / ARC_STEP;

/** Value and the first four members of the series, one after the other, for each place. */
const MEMBERS = 5;
const series = new Float64Array(MEMBERS * (ARCS + 1));
for (let i = 0; i <= ARCS; i++) {
  const x = i * ARC_STEP;
  const square = 1 / (1 - x * x);
  const first = Math.sqrt(square);
  const third = first * square;
  const fifth = third * square;
  const members = [
    Math.asin(x),
    first,
    x * third * 0.5,
    (1 + 2 * x * x) * fifth * SIXTH,
    (5 + 2 * x * (2 + x * (5 - 2 * x))) * (fifth * square) * TWENTY_FOURTH,
  ];
  series.set(members, MEMBERS * i);
}

/** Of 0 to 1. */
export function sloppyAsin(x: number): number {
  if (x > LAST) return Math.asin(x);
  const i = Math.trunc(x * ARCS_PER_UNIT + 0.5);
  const d = x - i * ARC_STEP;
  const at = MEMBERS * i;
  const rest = series[at + 3]! + d * series[at + 4]!;
  return series[at]! + d * (series[at + 1]! + d * (series[at + 2]! + d * rest));
}
