import type { Disk } from '@sextant/base';
import { FaultyDisk, MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAfterFault } from '../testing/crash-check.ts';
import { CrashModel } from '../testing/crash-model.ts';
import { movingSteps, runWorkload, spreadSteps } from '../testing/crash-workload.ts';
import { EngineHarness } from '../testing/engine-harness.ts';

/** How many points are tried in all; a nightly run tries many more. */
const points = Number(process.env.CRASH_POINTS ?? 5_000);
const seed = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Errors by the thousand, which nobody reads. */
const { stackTraceLimit } = Error;
const tried = new Map<string, number>();
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
  const all = [...tried.values()].reduce((sum, each) => sum + each, 0);
  const rows = [...tried].map(([name, count]) => `${name} ${count}`).join(', ');
  process.stdout.write(`${all} crash points tried (CRASH_SEED=${seed}): ${rows}\n`);
});

/** The disk and the promises when the fault has struck. */
interface Struck {
  readonly disk: MemoryDisk;
  readonly model: CrashModel;
}

/** Of one writer, of two, and of one over two data paths. */
type Setup = 1 | 2 | 'paths';
const workloads = { 1: {}, 2: { workload: spreadSteps }, paths: { workload: movingSteps } };
const names = { 1: '', 2: ' of two writers', paths: ' over two data paths' };

function harnessOf(setup: Setup, disk: Disk): EngineHarness {
  return new EngineHarness(disk, 1, setup === 2 ? 2 : 1, furtherOf(setup));
}

function furtherOf(setup: Setup): readonly string[] {
  return setup === 'paths' ? ['/more'] : [];
}

/** Runs the workload into a fault; `kind` decides what the process does after it. */
async function strike(kind: string, at: number, random: SeededRandom, setup: Setup = 1): Promise<Struck> {
  const memory = new MemoryDisk();
  const model = new CrashModel();
  const written = random.float();
  const loseSync = (path: string): void => memory.loseSync(path, random);
  const ends = kind === 'stop' || kind === 'kill';
  const lasting = kind === 'full' ? 'full' : 'fail';
  const disk = new FaultyDisk(memory, {
    at,
    kind: ends ? 'stop' : lasting,
    written,
    ...(kind === 'full' ? { code: 'no_space' } : {}),
    ...(kind === 'lost sync' ? { loseSync } : {}),
  });
  const harness = harnessOf(setup, disk);
  const onFailure = async (): Promise<void> => {
    if (random.float() < 0.5) disk.full = false;
    // Late enough for every timer: shards that failed are opened again.
    if (!ends) harness.clock.advance(60_000);
    await new Promise((resolve) => setImmediate(resolve));
  };
  try {
    await harness.open();
  } catch {
    // The engine could not even start: then nothing is acknowledged.
    return { disk: memory, model };
  }
  // The next fault, the end, comes soon after this one, or after the close.
  let stepsLeft = random.float() < 0.3 ? Number.POSITIVE_INFINITY : random.below(5);
  const goesOn = (): boolean => disk.operations < at || stepsLeft-- > 0;
  await runWorkload(harness, model, { onFailure, goesOn, ...workloads[setup] });
  return { disk: memory, model };
}

async function operations(
  setup: Setup = 1,
): Promise<{ readonly all: readonly number[]; readonly syncs: readonly number[] }> {
  const disk = new FaultyDisk(new MemoryDisk());
  const harness = harnessOf(setup, disk);
  await harness.open();
  await runWorkload(harness, new CrashModel(), workloads[setup]);
  return { all: Array.from({ length: disk.operations }, (_, i) => i + 1), syncs: disk.syncs };
}

/** One outcome of one fault: what the crash leaves is decided by the seed. */
async function tryPoint(
  kind: string,
  struck: Struck,
  pointSeed: number,
  { what, setup }: { readonly what: string; readonly setup: Setup },
): Promise<void> {
  const further = furtherOf(setup);
  const random = new SeededRandom(pointSeed);
  const disk = struck.disk.clone();
  const model = struck.model.clone();
  if (kind === 'kill') {
    // The disk shows everything; the next process writes before the power fails.
    await checkAfterFault(disk, model, what, { crashAgain: random, further });
    return;
  }
  disk.crash(pointSeed % 4 === 0 ? undefined : random);
  await checkAfterFault(disk, model, what, {
    crashAgain: pointSeed % 3 === 0 ? undefined : random,
    further,
  });
}

/** Outcomes of a fault at every operation, round after round, until `count` are tried. */
async function tryEverywhere(
  kind: string,
  at: readonly number[],
  count: number,
  setup: Setup,
): Promise<void> {
  const outcomes = Math.max(1, Math.min(16, Math.ceil(count / at.length)));
  let done = 0;
  for (let round = 0; done < count; round++) {
    for (const operation of at) {
      const struckSeed = (seed + round * 7919 + operation) % 2 ** 31;
      const struck = await strike(kind, operation, new SeededRandom(struckSeed), setup);
      for (let i = 0; i < outcomes; i++) {
        const what = `${kind} of ${setup} at operation ${operation}, round ${round}, outcome ${i}, CRASH_SEED=${seed}`;
        await tryPoint(kind, struck, struckSeed + i * 104_729, { what, setup });
        done++;
      }
    }
  }
  tried.set(kind + names[setup], done);
}

const families = [
  ['stop', 'no acknowledged write is lost when the power fails at any operation', 0.3],
  [
    'kill',
    'no acknowledged write is lost when the process is killed at any operation, and the power fails later',
    0.2,
  ],
  ['fail', 'no acknowledged write is lost when any operation of the disk fails', 0.15],
  ['full', 'no acknowledged write is lost when the disk is full from any operation on', 0.15],
  ['lost sync', 'no acknowledged write is lost when a sync fails and drops what it should have written', 0.1],
] as const;

const runs = families.flatMap(([kind, promise, share]) => [
  [kind, promise, 1, share * 0.5] as const,
  [kind, `over two writers ${promise}`, 2, share * 0.25] as const,
  [kind, `over two data paths ${promise}`, 'paths', share * 0.25] as const,
]);

test.each(runs)(
  '%s: %s',
  async (kind, _promise, setup, share) => {
    const { all, syncs } = await operations(setup);
    expect(all.length).toBeGreaterThan(100);
    await tryEverywhere(kind, kind === 'lost sync' ? syncs : all, Math.ceil(points * share), setup);
  },
  120_000 + points * 30,
);

test(
  'flipped bits anywhere are reported, or change nothing',
  async () => {
    const random = new SeededRandom(seed);
    const count = Math.ceil(points * 0.1);
    let done = 0;
    let reported = 0;
    while (done < count) {
      const { all } = await operations();
      const struck = await strike('kill', random.pick(all), random);
      const files = struck.disk.files('/').filter((path) => struck.disk.sizeOf(path) > 0);
      for (let i = 0; i < 50 && files.length > 0; i++) {
        const disk = struck.disk.clone();
        const path = random.pick(files);
        const position = random.below(disk.sizeOf(path));
        const mask = random.float() < 0.5 ? 0xff : 1 << random.below(8);
        disk.damage(path, position, mask);
        const what = `bits ${mask} of byte ${position} of ${path}, CRASH_SEED=${seed}`;
        if (!(await checkAfterFault(disk, struck.model.clone(), what, { mayBeDamaged: true }))) reported++;
        done++;
      }
    }
    tried.set('flipped bits', done);
    expect(reported).toBeGreaterThan(done / 10);
  },
  120_000 + points * 30,
);
