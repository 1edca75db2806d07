import { FakeClock } from '@sextant/base/testing';
import type { CreateIndex, IndexMetadata } from '@sextant/engine';
import { expect, test } from 'vitest';
import { ClusterMetadata } from '../../../cluster/metadata/cluster-metadata.ts';
import { internalAccess } from '../../access.ts';
import type { BackendRequest } from '../../backend.ts';
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
  };
}

function contextOf(engine: ReturnType<typeof waitingEngine>): EmbeddedContext {
  const templates = { index_template: { t: template } };
  const metadata = new ClusterMetadata({ load: () => templates, save: () => {} });
  const settings = { get: () => 1000 };
  return { engine, metadata, settings, clock: new FakeClock() } as unknown as EmbeddedContext;
}

test('nothing else gets the name of an index that is being made', async () => {
  const engine = waitingEngine();
  const context = contextOf(engine);
  const wanted = (name: string, aliases = {}) => {
    return createIndexWith(context, { name, provided: name, settings: {}, mappings: {}, aliases });
  };
  const made = wanted('c');
  const failed = wanted('bad');
  await expect(wanted('d', { c: {} })).rejects.toThrow('Invalid alias name [c], an index exists');
  await expect(makeStream(context, 'c')).rejects.toThrow('data stream [c] conflicts with index');
  const pathParams = { name: 'c' };
  const route = { privilege: 'indices:admin/aliases' };
  const body = { empty: true };
  const request = { body, indices: ['b'], pathParams, access: internalAccess, params: {}, route };
  const alias = putAlias(context, request as unknown as BackendRequest as Parameters<typeof putAlias>[1]);
  await expect(alias).rejects.toThrow('Invalid alias name [c], an index exists');
  engine.go();
  await made;
  await expect(failed).rejects.toThrow('no');
  expect(['c', 'bad'].filter((name) => isBeingMade(context.engine, name))).toEqual([]);
});

test('no index gets the name of an alias that is being added, alone or with its index', async () => {
  const engine = waitingEngine();
  const context = contextOf(engine);
  const wanted = (name: string, aliases = {}) => {
    return createIndexWith(context, { name, provided: name, settings: {}, mappings: {}, aliases });
  };
  const pathParams = { name: 'c' };
  const route = { privilege: 'indices:admin/aliases' };
  const body = { empty: true };
  const request = { body, indices: ['b'], pathParams, access: internalAccess, params: {}, route };
  const alias = putAlias(context, request as unknown as BackendRequest as Parameters<typeof putAlias>[1]);
  const index = wanted('i', { d: {} });
  // Changes of aliases take turns.
  await new Promise(setImmediate);
  for (const name of ['c', 'd']) {
    await expect(wanted(name)).rejects.toThrow(`Invalid index name [${name}], already exists as alias`);
  }
  engine.go();
  await Promise.all([alias, index]);
  expect(['c', 'd'].filter((name) => isToBeAlias(context.engine, name))).toEqual([]);
});
