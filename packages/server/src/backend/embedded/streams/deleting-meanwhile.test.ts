import { MemoryDisk } from '@sextant/base/testing';
import type { CreateIndex, IndexMetadata } from '@sextant/engine';
import { expect, test } from 'vitest';
import { ClusterMetadata } from '../../../cluster/metadata/cluster-metadata.ts';
import { sectionFile } from '../cluster/section-store.ts';
import type { EmbeddedContext } from '../context.ts';
import { deleteIndices } from '../indices/delete-index.ts';
import { indexTemplates } from '../templates/template-kinds.ts';
import { dataStreams } from './data-stream.ts';
import { makeStream } from './make-stream.ts';

/** An engine that does what is asked of it in several turns. */
function slowEngine() {
  const indices = new Map<string, IndexMetadata>();
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    index: (name: string) => indices.get(name),
    indices: () => [...indices.values()],
    createIndex: async ({ name, aliases }: Pick<CreateIndex, 'name' | 'aliases'>) => {
      for (let turns = 0; turns < 3; turns++) await turn();
      const made = { name, aliases, numberOfShards: 1, numberOfReplicas: 0 } as IndexMetadata;
      indices.set(name, made);
      return made;
    },
    damagedFolders: () => [],
    deleteIndex: async (name: string) => {
      await turn();
      indices.delete(name);
    },
  };
}

test('an index that is deleted while a stream gets its own does not make the stream forgotten', async () => {
  const disk = new MemoryDisk();
  disk.makeDirectory('/data');
  const metadata = new ClusterMetadata(sectionFile(disk, '/data'));
  const template = { indexPatterns: ['ds-*'], dataStream: { timestampField: '@timestamp' } };
  metadata.change({ section: indexTemplates, entries: new Map([['t', template]]) });
  const engine = slowEngine();
  const context = { engine, metadata, settings: { get: () => 1000 } } as unknown as EmbeddedContext;
  const other = await engine.createIndex({ name: 'other', aliases: {} });
  await Promise.all([deleteIndices(context, [other]), makeStream(context, 'ds-a')]);
  expect(metadata.entries(dataStreams).get('ds-a')?.indices).toEqual(['.ds-ds-a-000001']);
  expect(engine.index('.ds-ds-a-000001')).toBeDefined();
});
