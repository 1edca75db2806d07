import type { MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { checkDataDirectory } from '../engine/check-data-directory.ts';
import { CLEAN_END_FILE } from '../writer/clean-end.ts';
import { type CrashModel, demand, settled } from './crash-model.ts';
import { EngineHarness } from './engine-harness.ts';
import { turns } from './writer-harness.ts';

export interface CheckOptions {
  /** Bits were flipped, or synced bytes were lost: then the engine may say that files are damaged. */
  readonly mayBeDamaged?: boolean;
  /** Power fails once more, in the middle of what follows; undefined: the engine is closed instead. */
  readonly crashAgain?: SeededRandom | undefined;
  /** Data paths beside `/data`. */
  readonly further?: readonly string[];
}

/**
 * Opens what a fault has left: everything acknowledged is there, nothing half done and nothing that was gone before,
 * the checker finds no fault, and the engine works on. Throws where not. False where the engine says that files are
 * damaged, and may.
 */
export async function checkAfterFault(
  disk: MemoryDisk,
  model: CrashModel,
  what: string,
  options: CheckOptions = {},
): Promise<boolean> {
  const problems = checkDataDirectory(disk, '/data', options.further);
  // After a process that ended by itself only the checker reads files through.
  if (problems.length > 0 && disk.exists(`/data/${CLEAN_END_FILE}`)) {
    demand(options.mayBeDamaged === true, () => `${what}: ${JSON.stringify(problems)}`);
    return false;
  }
  // Of another seed: uuids are made once.
  const harness = new EngineHarness(disk, 2, 1, options.further);
  try {
    await settled(harness.open(), `${what}: the start`);
  } catch (error) {
    demand(options.mayBeDamaged === true && problems.length > 0, () => `${what}: no start: ${String(error)}`);
    return false;
  }
  if (options.mayBeDamaged === true) await readThrough(harness);
  const damage = damageOf(harness);
  if (options.mayBeDamaged === true && damage !== undefined) {
    demand(problems.length > 0, () => `${what}: the checker misses: ${damage}`);
    await settled(harness.engine.close(), `${what}: the close`);
    return false;
  }
  demand(damage === undefined, () => `${what}: ${damage}`);
  if (options.mayBeDamaged !== true) {
    demand(problems.length === 0, () => `${what}: ${JSON.stringify(problems)}`);
  }
  const mayFail = options.mayBeDamaged === true && problems.length > 0;
  try {
    await ensureIndex(harness, model, what);
  } catch (error) {
    // A closed index shows its damage when it is opened.
    if (mayFail) return false;
    throw error;
  }
  const found = await compare(harness, model, what, mayFail);
  if (found === undefined) return false;
  await goOn(harness, model, found, what, options);
  return true;
}

/** What is found after a fault is read through in the background; damage in it makes its shard fail. */
async function readThrough({ clock }: EngineHarness): Promise<void> {
  clock.advance(1_000);
  await turns(20);
}

function damageOf({ engine }: EngineHarness): string | undefined {
  const [folder] = engine.damagedFolders();
  if (folder !== undefined) return folder.reason;
  return engine.index('i') === undefined ? undefined : engine.failures('i')[0]?.cause.reason;
}

/** Names of the index `j`, which a workload may have beside `i`. */
function isOfOther(name: string): boolean {
  return name === 'j' || name.startsWith('j/');
}

async function ensureIndex(harness: EngineHarness, model: CrashModel, what: string): Promise<void> {
  const { engine } = harness;
  const existing = engine.index('i');
  if (existing === undefined) {
    const lost = model.names().find((name) => !isOfOther(name) && !model.allows(name, undefined));
    demand(lost === undefined, () => `${what}: the index is lost, and with it ${lost}`);
    await settled(harness.create('i'), `${what}: creating`);
  } else if (existing.state === 'close') {
    await settled(engine.openIndex('i'), `${what}: opening`);
  }
  const [failure] = engine.failures('i');
  demand(failure === undefined, () => `${what}: ${failure!.cause.reason}`);
}

/** What the engine shows under the names of the model. */
async function stateOf(harness: EngineHarness, name: string): Promise<unknown> {
  const { engine } = harness;
  if (name === 'j') return engine.index('j') === undefined ? undefined : 'open';
  if (name === 'aliases')
    return aliasState(['i', 'j'].filter((each) => 'both' in (engine.index(each)?.aliases ?? {})));
  if (name.startsWith('j/')) {
    if (engine.index('j') === undefined) return undefined;
    if (engine.index('j')!.state === 'close') await settled(engine.openIndex('j'), 'opening j');
    return settled(harness.get('j', name.slice(2)), `get ${name}`);
  }
  if (name !== 'mapping') return settled(harness.get('i', name), `get ${name}`);
  const properties = engine.index('i')!.mappings.properties as Record<string, { type?: string }> | undefined;
  return properties?.k?.type;
}

/** Of a change of two indices: both have it, or neither. */
function aliasState(having: readonly string[]): string | undefined {
  if (having.length === 0) return undefined;
  return having.length === 2 ? 'both' : `of ${having[0]} alone`;
}

/**
 * Whether the engine says of itself that files are damaged. After a kill it reads through what it found a while after the
 * start; a read before that may miss a document.
 */
async function verified(harness: EngineHarness): Promise<boolean> {
  harness.clock.advance(2_000);
  for (let turn = 0; turn < 100 && damageOf(harness) === undefined; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  return damageOf(harness) !== undefined;
}

/** Undefined where a read found damage, and may. */
async function compare(
  harness: EngineHarness,
  model: CrashModel,
  what: string,
  mayFail: boolean,
): Promise<Map<string, unknown> | undefined> {
  const found = new Map<string, unknown>();
  let damaged = false;
  for (const name of model.names()) {
    let state: unknown;
    try {
      state = await stateOf(harness, name);
    } catch (error) {
      demand(mayFail, () => `${what}: ${name}: ${String(error)}`);
      damaged = true;
      continue;
    }
    if (!model.allows(name, state)) {
      const isReported = mayFail && (await verified(harness));
      demand(isReported, () => `${what}: ${name} is ${JSON.stringify(state)}`);
      damaged = true;
      continue;
    }
    found.set(name, state);
  }
  return damaged ? undefined : found;
}

/** Writes; then closes, or loses power, and finds everything as it was. */
async function goOn(
  harness: EngineHarness,
  model: CrashModel,
  found: ReadonlyMap<string, unknown>,
  what: string,
  { crashAgain, mayBeDamaged }: CheckOptions,
): Promise<void> {
  const { disk } = harness;
  const { outcomes } = await settled(
    harness.write('i', { kind: 'index', id: 'after', body: { v: 1 } }),
    `${what}: a write`,
  );
  demand(outcomes[0] !== 'failed', () => `${what}: a write is ${outcomes[0]}`);
  // What a killed process has left in the cache of the system is durable with the first write to its shard.
  const isSpread = model.names().some((name) => name.startsWith('j/'));
  if (isSpread && harness.engine.index('j') !== undefined) {
    await settled(harness.write('j', { kind: 'index', id: 'after', body: {} }), `${what}: a write to j`);
  }
  if (crashAgain === undefined) await settled(harness.engine.close(), `${what}: the close`);
  else (disk as MemoryDisk).crash(crashAgain);
  const again = crashAgain === undefined ? 'after closing' : 'after another crash';
  const later = new EngineHarness(disk, 3, 1, harness.further);
  await settled(later.open(), `${what}: the start ${again}`);
  const damage = damageOf(later);
  demand(damage === undefined, () => `${what}, ${again}: ${damage}`);
  const kept = model.clone();
  for (const [name, state] of found) kept.acknowledged(name, state);
  kept.acknowledged('after', { v: 1 });
  await compare(later, kept, `${what}, ${again}`, false);
  if (crashAgain === undefined && mayBeDamaged !== true) {
    const [shards] = await settled(later.engine.stats(['i']), `${what}: statistics`);
    const stats = shards?.[0];
    demand(stats!.recovery.translogOperations === 0, () => `${what}: something is replayed after closing`);
  }
}
