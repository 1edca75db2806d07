import { performance } from 'node:perf_hooks';

/** One thing to be measured. */
export interface Case {
  readonly name: string;
  /** What one run works through, and its unit: `20000 docs`. */
  readonly amount: number;
  readonly unit: string;
  /** Returns something that depends on all of the work, so that none of it can be left out. */
  readonly run: () => number | Promise<number>;
}

export interface Measurement {
  readonly name: string;
  /** Milliseconds of the fastest run: what the code takes when nothing disturbs it. */
  readonly bestMs: number;
  readonly medianMs: number;
  readonly perSecond: number;
  readonly unit: string;
  /** Of the last run. */
  readonly result: number;
}

/** Runs every case until `seconds` have passed, at least twice: the first run only warms up. */
export async function measure(cases: readonly Case[], seconds: number): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const { name, amount, unit, run } of cases) {
    let result = await run();
    const times: number[] = [];
    const end = performance.now() + seconds * 1000;
    do {
      const started = performance.now();
      result = await run();
      times.push(performance.now() - started);
    } while (performance.now() < end);
    times.sort((a, b) => a - b);
    const bestMs = times[0]!;
    const medianMs = times[times.length >> 1]!;
    measurements.push({ name, bestMs, medianMs, perSecond: (amount / bestMs) * 1000, unit, result });
  }
  return measurements;
}

export function table(measurements: readonly Measurement[]): string {
  const lines = measurements.map(({ name, bestMs, medianMs, perSecond, unit }) => {
    const rate = `${Math.round(perSecond).toLocaleString('en-US')} ${unit}/s`;
    return `${name.padEnd(28)}${bestMs.toFixed(3).padStart(10)}${medianMs.toFixed(3).padStart(10)}  ${rate}`;
  });
  return [`${''.padEnd(28)}${'best ms'.padStart(10)}${'median'.padStart(10)}`, ...lines, ''].join('\n');
}

/** Measures and prints when the file at `url` is the one that was started. */
export async function main(url: string, cases: () => Promise<readonly Case[]>): Promise<void> {
  if (!process.argv[1] || url !== new URL(`file://${process.argv[1]}`).href) return;
  process.stdout.write(table(await measure(await cases(), 2)));
}
