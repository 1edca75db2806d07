import { FaultyDisk, MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { ClusterMetadata } from '../../cluster/metadata/cluster-metadata.ts';
import { sectionFile } from './cluster/section-store.ts';
import { settingsFile } from './cluster/settings-store.ts';
import { nodeIdentity } from './node-identity.ts';

function dataFolder(): MemoryDisk {
  const disk = new MemoryDisk();
  disk.makeDirectory('/data');
  disk.syncDirectory('/');
  return disk;
}

test('cluster settings whose save is answered as failed do not count at the next start', () => {
  for (let nth = 1; ; nth++) {
    const memory = dataFolder();
    settingsFile(memory, '/data').save({ 'search.max_buckets': '1' });
    const disk = new FaultyDisk(memory, { at: nth, kind: 'fail' });
    let failure: unknown;
    try {
      settingsFile(disk, '/data').save({ 'search.max_buckets': '2' });
    } catch (error) {
      failure = error;
    }
    if (disk.operations < nth) break;
    expect(failure).toBeInstanceOf(ApiError);
    expect(String(failure)).toContain('cannot write the cluster settings: injected fault');
    expect(settingsFile(memory, '/data').load(), `operation ${nth}`).toEqual({ 'search.max_buckets': '1' });
    memory.crash(new SeededRandom(nth));
    expect(settingsFile(memory, '/data').load(), `operation ${nth}`).toEqual({ 'search.max_buckets': '1' });
  }
});

test('templates and their like whose save is answered as failed do not count at the next start', () => {
  const kinds = { name: 'kinds' };
  const other = { name: 'others' };
  // The first operation is that of opening.
  for (let nth = 2; ; nth++) {
    const memory = dataFolder();
    const first = new ClusterMetadata(sectionFile(memory, '/data'));
    first.change({ section: kinds, entries: new Map([['a', 1]]) });
    const disk = new FaultyDisk(memory, { at: nth, kind: 'fail' });
    const metadata = new ClusterMetadata(sectionFile(disk, '/data'));
    let failure: unknown;
    try {
      metadata.change(
        { section: kinds, entries: new Map([['a', undefined]]) },
        { section: other, entries: new Map([['b', 2]]) },
      );
    } catch (error) {
      failure = error;
    }
    if (disk.operations < nth) break;
    expect(failure).toBeInstanceOf(ApiError);
    expect(String(failure)).toContain('cannot write the metadata of the cluster: injected fault');
    for (const shown of [metadata, reopened(memory), reopened(crashed(memory, nth))]) {
      expect([...shown.entries(kinds)], `operation ${nth}`).toEqual([['a', 1]]);
      expect([...shown.entries(other)], `operation ${nth}`).toEqual([]);
    }
  }
});

function reopened(memory: MemoryDisk): ClusterMetadata {
  return new ClusterMetadata(sectionFile(memory, '/data'));
}

function crashed(memory: MemoryDisk, seed: number): MemoryDisk {
  memory.crash(new SeededRandom(seed));
  return memory;
}

test('an identity that a killed start left is durable before it is told to anybody', () => {
  for (let at = 1; ; at++) {
    const disk = dataFolder();
    const killed = new FaultyDisk(disk, { at, kind: 'stop' });
    try {
      nodeIdentity(killed, '/data', new SeededRandom(1));
    } catch {
      expect(killed.stopped).toBe(true);
    }
    const told = nodeIdentity(disk, '/data', new SeededRandom(2));
    disk.crash();
    expect(nodeIdentity(disk, '/data', new SeededRandom(3)), `operation ${at}`).toEqual(told);
    if (!killed.stopped) break;
  }
});
