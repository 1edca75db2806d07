import { FakeClock } from '@sextant/base/testing';
import type { CreateIndex, IndexMetadata } from '@sextant/engine';
import { expect, test } from 'vitest';
import { ClusterMetadata } from '../../../cluster/metadata/cluster-metadata.ts';
import { internalAccess } from '../../access.ts';
import { danglingHandlers } from '../cluster/dangling-indices.ts';
import type { EmbeddedContext } from '../context.ts';
import { makeStream } from '../streams/make-stream.ts';
import { putAlias } from './change-aliases.ts';
import { isBeingMade, isToBeAlias } from './names-being-made.ts';
import { createIndexWith } from './new-index.ts';

const template = { indexPatterns: ['c'], dataStream: { timestampField: '@timestamp' } };

/** An engine that makes an index when `go` is called, and refuses those called `bad`. */
function waitingEngine() {
  const { promise, resolve: go } = Promise.withResolvers<void>();
  const b = { name: 'b', aliases: {}, settings: {}, state: 'open', numberOfShards: 1, numberOfReplicas: 0 };
  const indices = [b as unknown as IndexMetadata];
  return {
    go,
    indices: () => indices,
    index: (name: string) => indices.find((each) => each.name === name),
    createIndex: async ({ name }: CreateIndex) => {
      await promise;
      if (name === 'bad') throw new Error('no');
      return indices[0]!;
    },
    updateMetadata: () => promise,
    paths: {
      dangling: async () => [{ name: 'c', uuid: 'u', creationDate: 0, aliases: { d: {} } }],
      endDangling: () => promise,
    },
  };
}

function contextOf(engine: ReturnType<typeof waitingEngine>): EmbeddedContext {
  const templates = { index_template: { t: template } };
  const metadata = new ClusterMetadata({ load: () => templates, save: () => {} });
  const settings = { get: () => 1000 };
  return { engine, metadata, settings, clock: new FakeClock() } as unknown as EmbeddedContext;
}

/** Makes indices, and gives the index `b` an alias. */
function callsOf(context: EmbeddedContext) {
  const wanted = (name: string, aliases = {}) => {
    return createIndexWith(context, { name, provided: name, settings: {}, mappings: {}, aliases });
  };
  const alias = (name: string, body?: object) => {
    const request = {
      body: { empty: body === undefined, json: async () => body },
      indices: ['b'],
      pathParams: { name },
      access: internalAccess,
      params: {},
      route: { privilege: 'indices:admin/aliases' },
    };
    return putAlias(context, request as unknown as Parameters<typeof putAlias>[1]);
  };
  return { wanted, alias };
}

test('nothing else gets the name of an index that is being made', async () => {
  const engine = waitingEngine();
  const context = contextOf(engine);
  const { wanted, alias } = callsOf(context);
  const made = wanted('c');
  const failed = wanted('bad');
  await expect(wanted('d', { c: {} })).rejects.toThrow('Invalid alias name [c], an index exists');
  await expect(makeStream(context, 'c')).rejects.toThrow('data stream [c] conflicts with index');
  await expect(alias('c')).rejects.toThrow('Invalid alias name [c], an index exists');
  engine.go();
  await made;
  await expect(failed).rejects.toThrow('no');
  expect(['c', 'bad'].filter((name) => isBeingMade(context.engine, name))).toEqual([]);
});

test('no index gets the name of an alias that is being added, alone or with its index', async () => {
  const engine = waitingEngine();
  const context = contextOf(engine);
  const { wanted, alias } = callsOf(context);
  const added = alias('c');
  const index = wanted('i', { d: {} });
  // Changes of aliases take turns.
  await new Promise(setImmediate);
  for (const name of ['c', 'd']) {
    await expect(wanted(name)).rejects.toThrow(`Invalid index name [${name}], already exists as alias`);
  }
  engine.go();
  await Promise.all([added, index]);
  expect(['c', 'd'].filter((name) => isToBeAlias(context.engine, name))).toEqual([]);
});

test('writes to an alias go to one index by name, also where several are being made or changed', async () => {
  const engine = waitingEngine();
  const { wanted, alias } = callsOf(contextOf(engine));
  const writes = { is_write_index: true };
  const made = wanted('c', { w: { isWriteIndex: true } });
  const several = (name: string, indices: string) =>
    `alias [${name}] has more than one write index [${indices}]`;
  await expect(wanted('d', { w: { isWriteIndex: true } })).rejects.toThrow(several('w', 'c,d'));
  await expect(alias('w', writes)).rejects.toThrow(several('w', 'c,b'));
  const changed = alias('v', writes);
  await new Promise(setImmediate);
  await expect(wanted('e', { v: { isWriteIndex: true } })).rejects.toThrow(several('v', 'b,e'));
  const reads = [wanted('f', { w: {} }), wanted('g', { v: { isWriteIndex: false } })];
  engine.go();
  await Promise.all([made, changed, ...reads]);
});

test('an alias is hidden on all of the indices that are being made or on none', async () => {
  const engine = waitingEngine();
  const { wanted, alias } = callsOf(contextOf(engine));
  const made = wanted('c', { h: { isHidden: true } });
  const unlike = (other: string) =>
    `on indices [c] but does not have is_hidden set to true on indices [${other}]`;
  await expect(wanted('d', { h: {} })).rejects.toThrow(unlike('d'));
  await expect(alias('h')).rejects.toThrow(unlike('b'));
  const same = wanted('e', { h: { isHidden: true } });
  engine.go();
  await Promise.all([made, same]);
});

test('nothing else gets the names of an index that is being brought in', async () => {
  const engine = waitingEngine();
  const context = contextOf(engine);
  const { wanted, alias } = callsOf(context);
  const request = {
    pathParams: { index_uuid: 'u' },
    params: { accept_data_loss: true },
  };
  const bring = danglingHandlers['dangling_indices.import_dangling_index'];
  const brought = bring(context, request as unknown as Parameters<typeof bring>[1]);
  await new Promise(setImmediate);
  await expect(alias('c')).rejects.toThrow('Invalid alias name [c], an index exists');
  await expect(wanted('d')).rejects.toThrow('Invalid index name [d], already exists as alias');
  engine.go();
  await brought;
});
