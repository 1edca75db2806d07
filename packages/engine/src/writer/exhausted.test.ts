import { DiskError, type DiskFile, type FileMapping, type OpenMode } from '@sextant/base';
import { MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { EngineHarness } from '../testing/engine-harness.ts';
import { turns } from '../testing/writer-harness.ts';
import { CLEAN_END_FILE } from './clean-end.ts';

/** A disk of a process that may open no more files to read, as long as it says so. */
class ExhaustibleDisk extends MemoryDisk {
  exhausted = false;

  override open(path: string, mode: OpenMode): DiskFile {
    if (mode === 'read') this.#check(path);
    return super.open(path, mode);
  }

  override map(path: string, bytes: number): FileMapping {
    this.#check(path);
    return super.map(path, bytes);
  }

  #check(path: string): void {
    if (this.exhausted) throw new DiskError('exhausted', path, 'EMFILE: too many open files');
  }
}

/** An index with a flushed segment, as another process finds it after a kill. */
async function afterKill(): Promise<{ disk: ExhaustibleDisk; harness: EngineHarness }> {
  const disk = new ExhaustibleDisk();
  const before = await EngineHarness.start(disk);
  await before.create('i');
  await before.write('i', { kind: 'index', id: '1', body: { t: 'word' } });
  await before.engine.flush('i', { force: true });
  return { disk, harness: await EngineHarness.start(disk) };
}

async function count(engine: Engine): Promise<number> {
  const body = { query: { match: { t: 'word' } } };
  return (await engine.search({ indices: ['i'], body, countOnly: true, maxBuckets: 10 })).total!.value;
}

test('too many open files are no damage: the shard stays, is searched again, and the next start reads it through', async () => {
  const { disk, harness } = await afterKill();
  disk.exhausted = true;
  harness.clock.advance(10_000);
  await turns(10);
  expect(harness.engine.failures('i')).toEqual([]);
  disk.exhausted = false;
  expect(await count(harness.engine)).toBe(1);
  await harness.engine.close();
  expect(disk.exists(`/data/${CLEAN_END_FILE}`)).toBe(false);
});

test('a search that may open no more files fails alone', async () => {
  const { disk, harness } = await afterKill();
  harness.clock.advance(10_000);
  await turns(10);
  disk.exhausted = true;
  await expect(count(harness.engine)).rejects.toThrow('too many open files');
  await expect(harness.get('i', '1')).rejects.toThrow('too many open files');
  harness.clock.advance(10_000);
  await turns(10);
  expect(harness.engine.failures('i')).toEqual([]);
  disk.exhausted = false;
  expect(await count(harness.engine)).toBe(1);
  await harness.engine.close();
  expect(disk.exists(`/data/${CLEAN_END_FILE}`)).toBe(true);
});
