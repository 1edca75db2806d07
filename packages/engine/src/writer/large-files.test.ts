import { mkdtempSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FileCalls, NodeDisk, SystemRandom } from '@sextant/base/node';
import { FakeClock, MemoryLog } from '@sextant/base/testing';
import { afterAll, expect, test } from 'vitest';
import { checkDataDirectory } from '../engine/check-data-directory.ts';
import type { Engine } from '../engine/engine.ts';
import { openEngine } from '../engine/open-engine.ts';
import { batchOf } from '../testing/engine-harness.ts';

const directory = mkdtempSync(join(tmpdir(), 'sextant-large-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Far below the size of the segments that are written here, as 2 GiB is to real ones. */
const LIMIT = 1_000;
let largest = 0;
const calls: FileCalls = {
  read: (descriptor, target, position) => {
    largest = Math.max(largest, target.length);
    return readSync(descriptor, target, 0, target.length, position);
  },
  write: (descriptor, bytes, position) => {
    largest = Math.max(largest, bytes.length);
    return writeSync(descriptor, bytes, 0, bytes.length, position);
  },
};

function open(disk: NodeDisk): Promise<Engine> {
  const ports = { clock: new FakeClock(), random: new SystemRandom(), log: new MemoryLog() };
  return openEngine({ disk, directory, threads: 'inline', ...ports });
}

async function found(engine: Engine, body: object): Promise<number> {
  const result = await engine.search({
    indices: ['i'],
    body: { query: body },
    countOnly: true,
    maxBuckets: 10,
  });
  return result.total!.value;
}

test('segments many times larger than one call of the disk may move are written, merged, searched and read', async () => {
  const disk = new NodeDisk({ ioBytesMax: LIMIT, calls });
  let engine = await open(disk);
  await engine.createIndex({ name: 'i', settings: {}, mappings: {}, aliases: {} });
  for (let round = 0; round < 4; round++) {
    const documents = Array.from({ length: 100 }, (_, i) => {
      const n = round * 100 + i;
      return {
        kind: 'index',
        id: `${n}`,
        body: { n, text: `word${n} and others ${'x'.repeat(200)}` },
      } as const;
    });
    await engine.write(batchOf('i', documents));
    await engine.flush('i', { force: true });
  }
  await engine.forceMerge('i', { maxNumSegments: 1 });
  await engine.close();
  expect(checkDataDirectory(disk, directory)).toEqual([]);
  engine = await open(disk);
  const [stats] = (await engine.stats(['i']))[0]!;
  expect(stats!.segments).toHaveLength(1);
  expect(await found(engine, { match: { text: 'others' } })).toBe(400);
  expect(await found(engine, { range: { n: { gte: 100, lt: 250 } } })).toBe(150);
  const { source } = await engine.get({ index: 'i', id: '399', realtime: true });
  expect(JSON.parse(new TextDecoder().decode(source!))).toMatchObject({ n: 399 });
  await engine.close();
  expect(largest).toBe(LIMIT);
});
