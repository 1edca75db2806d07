import { FaultyDisk, MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDataDirectory } from '../engine/check-data-directory.ts';
import { EngineHarness, type PlainOperation } from '../testing/engine-harness.ts';

/** What a reader may find for an id: what was acknowledged last, and what failed since. */
class Expectation {
  readonly #allowed = new Map<string, Set<string>>();

  ids(): readonly string[] {
    return [...this.#allowed.keys()];
  }

  acknowledged(id: string, state: unknown): void {
    this.#allowed.set(id, new Set([JSON.stringify(state) ?? 'missing']));
  }

  uncertain(id: string, state: unknown): void {
    const allowed = this.#allowed.get(id) ?? new Set(['missing']);
    this.#allowed.set(id, allowed.add(JSON.stringify(state) ?? 'missing'));
  }

  allows(id: string, state: unknown): boolean {
    return this.#allowed.get(id)?.has(JSON.stringify(state) ?? 'missing') ?? false;
  }
}

const index = (id: string, body: unknown): PlainOperation => ({ kind: 'index', id, body });
const remove = (id: string): PlainOperation => ({ kind: 'delete', id });

/** One step: a batch, or an action on the index. */
type Step = readonly PlainOperation[] | ((harness: EngineHarness) => Promise<void>);

const refresh: Step = (harness) => harness.engine.refresh('i');
const flush: Step = (harness) => harness.engine.flush('i', { force: false });
const merge: Step = (harness) => harness.engine.forceMerge('i', { maxNumSegments: 1 });

const steps: readonly Step[] = [
  (harness) => harness.create('i'),
  [index('a', { v: 1 }), index('b', { v: 1 }), index('c', { v: 1, text: 'the first' })],
  [index('a', { v: 2 }), remove('b')],
  refresh,
  [index('d', { v: 1, added: 'a new field' }), index('c', { v: 2 })],
  flush,
  [remove('a'), index('b', { v: 2 })],
  refresh,
  [index('e', { v: 1 })],
  merge,
  [index('a', { v: 3 }), remove('d')],
  flush,
  [index('f', { v: 1 })],
  (harness) =>
    harness.engine.updateMetadata(new Map([['i', { mapping: { properties: { k: { type: 'keyword' } } } }]])),
  [index('g', { k: 'x' })],
  (harness) => harness.engine.closeIndex('i'),
  (harness) => harness.engine.openIndex('i'),
  [index('h', { v: 1 }), index('a', { v: 4 })],
  (harness) => harness.engine.close(),
];

/** Runs the steps as far as the disk lets them. */
async function run(harness: EngineHarness, expectation: Expectation): Promise<void> {
  for (const step of steps) {
    if (typeof step === 'function') {
      await step(harness).catch(() => {});
      continue;
    }
    let failed: (i: number) => boolean = () => true;
    try {
      const { outcomes } = await harness.write('i', ...step);
      failed = (i) => outcomes[i] === 'failed';
    } catch {
      // Nothing of the batch is acknowledged.
    }
    step.forEach(({ id, body }, i) => {
      if (failed(i)) expectation.uncertain(id!, body);
      else expectation.acknowledged(id!, body);
    });
  }
}

/** `expect` costs more than all that is tested here. */
function demand(holds: boolean, what: () => string): void {
  if (!holds) throw new Error(what());
}

function demandSound(disk: MemoryDisk, what: string): void {
  const problems = checkDataDirectory(disk, '/data');
  demand(problems.length === 0, () => `${what}: ${JSON.stringify(problems)}`);
}

/** Opens what is there, the index too, or makes it anew where it may be missing. */
async function startAgain(disk: MemoryDisk, expectation: Expectation, what: string): Promise<EngineHarness> {
  const harness = await EngineHarness.start(disk);
  const { engine } = harness;
  demand(engine.damagedFolders().length === 0, () => `${what}: ${engine.damagedFolders()[0]!.reason}`);
  if (engine.index('i') === undefined) {
    const lost = expectation.ids().find((id) => !expectation.allows(id, undefined));
    demand(lost === undefined, () => `${what}: the index is lost, and with it ${lost}`);
    await harness.create('i');
  } else if (engine.index('i')!.state === 'close') {
    await engine.openIndex('i');
  }
  demand(engine.failures('i').length === 0, () => `${what}: ${engine.failures('i')[0]!.cause.reason}`);
  return harness;
}

/** After the failure: everything acknowledged is there, nothing half done, and the engine works on. */
async function verify(disk: MemoryDisk, expectation: Expectation, what: string): Promise<void> {
  demandSound(disk, what);
  const harness = await startAgain(disk, expectation, what);
  for (const id of expectation.ids()) {
    const found = await harness.get('i', id);
    demand(expectation.allows(id, found), () => `${what}: ${id} is ${JSON.stringify(found)}`);
  }
  const { outcomes } = await harness.write('i', index('after', { v: 1 }));
  demand(outcomes[0] === 'created', () => `${what}: a write is ${outcomes[0]}`);
  await harness.engine.close();
  demandSound(disk, `${what}, after closing`);
  await harness.open();
  demand((await harness.get('i', 'after')) !== undefined, () => `${what}: a later write is lost`);
  const [stats] = await harness.engine.stats('i');
  demand(stats!.recovery.translogOperations === 0, () => `${what}: something is replayed after closing`);
}

/**
 * The process alone was killed: the disk shows everything, but what was not synced is lost when the power fails,
 * after a write of the next process.
 */
async function verifyAfterKill(disk: MemoryDisk, expectation: Expectation, what: string): Promise<void> {
  const harness = await startAgain(disk, expectation, what);
  const { outcomes } = await harness.write('i', index('z', { v: 1 }));
  demand(outcomes[0] === 'created', () => `${what}: a write is ${outcomes[0]}`);
  expectation.acknowledged('z', { v: 1 });
}

/** Errors by the thousand, which nobody reads. */
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

async function countOperations(): Promise<number> {
  const disk = new FaultyDisk(new MemoryDisk());
  const expectation = new Expectation();
  await run(await EngineHarness.start(disk), expectation);
  return disk.operations;
}

for (const kind of ['stop', 'fail', 'kill'] as const) {
  test(`no acknowledged write is lost when the disk breaks at any operation (${kind})`, async () => {
    const total = await countOperations();
    expect(total).toBeGreaterThan(100);
    for (let at = 1; at <= total; at++) {
      const memory = new MemoryDisk();
      const disk = new FaultyDisk(memory, { at, kind: kind === 'fail' ? 'fail' : 'stop' });
      const expectation = new Expectation();
      const harness = new EngineHarness(disk);
      try {
        await harness.open();
        await run(harness, expectation);
      } catch {
        // The engine could not even start: then nothing is acknowledged.
      }
      const what = `${kind} at operation ${at}`;
      if (kind === 'kill') await verifyAfterKill(memory, expectation, what);
      memory.crash(at % 3 === 0 ? undefined : new SeededRandom(at));
      await verify(memory, expectation, what);
    }
  }, 180_000);
}
