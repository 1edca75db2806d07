import { FaultyDisk, MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
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
