import { type CrashModel, settled } from './crash-model.ts';
import type { EngineHarness, PlainOperation } from './engine-harness.ts';
import { turns } from './writer-harness.ts';

const index = (id: string, body: unknown): PlainOperation => ({ kind: 'index', id, body });
const remove = (id: string): PlainOperation => ({ kind: 'delete', id });

/** An action on the index, and what it makes of a name of the model. */
interface Action {
  readonly run: (harness: EngineHarness) => Promise<unknown>;
  readonly makes?: readonly [name: string, state: unknown];
  /** What a later step makes of the name where this one fails. */
  readonly else?: unknown;
}

/** Batches that come at once. */
interface Both {
  readonly i: readonly PlainOperation[];
  readonly j: readonly PlainOperation[];
}

/** A batch, or an action. */
type Step = readonly PlainOperation[] | Action | Both;

const refresh: Action = { run: ({ engine }) => engine.refresh('i') };
const flush: Action = { run: ({ engine }) => engine.flush('i', { force: false }) };
/** The interval of refreshes passes: where writers have threads, segments are made beside them. */
const timedRefresh: Action = {
  run: async ({ clock }) => {
    clock.advance(1_000);
    await turns(12);
  },
};
const merge: Action = { run: ({ engine }) => engine.forceMerge('i', { maxNumSegments: 1 }) };
/** Two sectors and more. */
const long = 'long enough to lie in several sectors of the disk '.repeat(30);

/** Everything that a shard does to its files, in as few operations as show it. */
const steps: readonly Step[] = [
  { run: (harness) => harness.create('i') },
  [index('a', { v: 1 }), index('b', { v: 1 }), index('c', { v: 1, text: 'the first' })],
  [index('a', { v: 2 }), remove('b')],
  refresh,
  [index('d', { v: 1, added: long }), index('c', { v: 2 })],
  flush,
  [remove('a'), index('b', { v: 2 })],
  refresh,
  [index('e', { v: 1 })],
  merge,
  [index('a', { v: 3 }), remove('d')],
  flush,
  [index('f', { v: 1, added: long })],
  {
    run: ({ engine }) =>
      engine.updateMetadata(new Map([['i', { mapping: { properties: { k: { type: 'keyword' } } } }]])),
    makes: ['mapping', 'keyword'],
    else: 'text',
  },
  [index('g', { k: 'x' })],
  { run: (harness) => harness.create('j'), makes: ['j', 'open'] },
  { run: ({ engine }) => engine.closeIndex('i') },
  { run: ({ engine }) => engine.openIndex('i') },
  { run: ({ engine }) => engine.deleteIndex('j'), makes: ['j', undefined] },
  [index('h', { v: 1 }), index('a', { v: 4 })],
  [remove('h'), index('b', { v: 5 }), index('e', { v: 6, added: long })],
];

const alias = { aliases: { both: {} } };
const changeBoth: Action = {
  run: ({ engine }) =>
    engine.updateMetadata(
      new Map([
        ['i', alias],
        ['j', alias],
      ]),
    ),
  makes: ['aliases', 'both'],
};

/** Its documents stand in the order of what they say. */
const inOrder = {
  settings: { 'index.sort.field': 'v', 'index.sort.order': 'desc' },
  mappings: { properties: { v: { type: 'long' } } },
};

/** Of two writers: what waits for the other index goes to the second one, and changes of both are of both. */
export const spreadSteps: readonly Step[] = [
  { run: (harness) => harness.create('i') },
  { run: (harness) => harness.create('j', inOrder), makes: ['j', 'open'] },
  { i: [index('a', { v: 1 })], j: [index('x', { v: 1 }), index('y', { v: 1 })] },
  { i: [index('b', { v: 1 })], j: [remove('x'), index('z', { v: 1, added: long })] },
  timedRefresh,
  { i: [index('a', { v: 2 })], j: [remove('y'), index('z', { v: 2 })] },
  timedRefresh,
  { run: ({ engine }) => engine.flush('j', { force: false }) },
  changeBoth,
  { i: [index('a', { v: 2, added: long })], j: [index('x', { v: 2 })] },
  { run: ({ engine }) => engine.closeIndex('j') },
  { run: ({ engine }) => engine.openIndex('j') },
  { i: [index('c', { v: 1 }), remove('b')], j: [index('y', { v: 2 })] },
  merge,
  { run: ({ engine }) => engine.forceMerge('j', { maxNumSegments: 1 }) },
  { i: [index('d', { v: 1 })], j: [index('x', { v: 3, other: long })] },
];

const moveTo = (name: string, path: string): Action => ({
  run: ({ engine }) => engine.paths.move(name, 0, path),
});

/** Goes there and back while a search holds what it has left, and then again. */
const thereAndBack: Action = {
  run: async ({ engine }) => {
    const context = await engine.openContext({ indices: ['i'] });
    try {
      for (const path of ['/data', '/more']) await engine.paths.move('i', 0, path);
    } finally {
      engine.endContext(context);
    }
    await engine.paths.move('i', 0, '/more');
  },
};

/** Of two data paths: shards are made in either, and go from one to the other. */
export const movingSteps: readonly Step[] = [
  { run: (harness) => harness.create('i') },
  [index('a', { v: 1 }), index('b', { v: 1, added: long })],
  { run: (harness) => harness.create('j'), makes: ['j', 'open'] },
  { i: [remove('b')], j: [index('x', { v: 1 })] },
  flush,
  moveTo('i', '/more'),
  [index('c', { v: 1 }), index('a', { v: 2 })],
  refresh,
  moveTo('j', '/data'),
  { i: [index('d', { v: 1, added: long })], j: [index('x', { v: 2 }), index('y', { v: 1 })] },
  moveTo('i', '/data'),
  [remove('a'), index('b', { v: 2 })],
  { run: ({ engine }) => engine.closeIndex('i') },
  { run: ({ engine }) => engine.openIndex('i') },
  moveTo('i', '/more'),
  [index('e', { v: 1 }), index('d', { v: 2 })],
  merge,
  thereAndBack,
  [index('f', { v: 1 }), index('d', { v: 3 })],
];

export interface WorkloadOptions {
  /** Those of one writer where absent. */
  readonly workload?: readonly Step[];
  /** After a step that failed; the shard may be opened again here. */
  readonly onFailure?: (harness: EngineHarness) => Promise<void>;
  /** Asked after each step; false: the process ends as if it were killed. */
  readonly goesOn?: () => boolean;
}

/** Runs the steps as far as the disk lets them, and writes into the model what it may show. */
export async function runWorkload(
  harness: EngineHarness,
  model: CrashModel,
  { onFailure, goesOn, workload = steps }: WorkloadOptions = {},
): Promise<void> {
  for (const [at, step] of workload.entries()) {
    const what = `step ${at}`;
    const done = await take(harness, model, step, what);
    if (!done) await onFailure?.(harness);
    if (goesOn?.() === false) return;
  }
  await settled(harness.engine.close(), 'the close').catch(noop);
}

async function take(harness: EngineHarness, model: CrashModel, step: Step, what: string): Promise<boolean> {
  if ('run' in step) return act(harness, model, step, what);
  if (!('i' in step)) return write(harness, model, { index: 'i', batch: step }, what);
  const done = await Promise.all(
    (['i', 'j'] as const).map((name) => write(harness, model, { index: name, batch: step[name] }, what)),
  );
  return done.every(Boolean);
}

async function act(
  harness: EngineHarness,
  model: CrashModel,
  action: Action,
  what: string,
): Promise<boolean> {
  const call = settled(action.run(harness), what);
  const { makes } = action;
  try {
    await call;
    if (makes !== undefined) model.acknowledged(...makes);
    return true;
  } catch (error) {
    if (String(error).endsWith('hangs')) throw error;
    if (makes !== undefined) model.uncertain(...makes);
    if (makes !== undefined && action.else !== undefined) model.uncertain(makes[0], action.else);
    return false;
  }
}

async function write(
  harness: EngineHarness,
  model: CrashModel,
  { index: name, batch }: { readonly index: string; readonly batch: readonly PlainOperation[] },
  what: string,
): Promise<boolean> {
  let failed: (i: number) => boolean = () => true;
  let done = false;
  try {
    const { outcomes } = await settled(harness.write(name, ...batch), what);
    failed = (i) => outcomes[i] === 'failed';
    done = !outcomes.includes('failed');
  } catch (error) {
    if (String(error).endsWith('hangs')) throw error;
    // Nothing of the batch is acknowledged.
  }
  batch.forEach(({ id, body }, i) => {
    const known = name === 'i' ? id! : `${name}/${id}`;
    if (failed(i)) model.uncertain(known, body);
    else model.acknowledged(known, body);
  });
  return done;
}

function noop(): void {}
