import { MemoryDisk, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { DataPaths } from '../shard/index/data-paths.ts';
import { EngineHarness } from '../testing/engine-harness.ts';
import { recoverMoves, ShardMove } from './shard-move.ts';

const uuid = 'u';
const from = `/data/indices/${uuid}/0`;
const to = `/more/indices/${uuid}/0`;

function write(disk: MemoryDisk, path: string, bytes: Uint8Array): void {
  const file = disk.open(path, 'append');
  file.write(bytes);
  file.close();
}

/** Two paths, and a shard in the first. */
function made(): { readonly disk: MemoryDisk; readonly paths: DataPaths; readonly move: ShardMove } {
  const disk = new MemoryDisk();
  for (const folder of [`${from}/translog`, '/more/indices']) disk.makeDirectory(folder);
  disk.makeDirectory('/third/indices');
  for (const path of ['/more', '/third']) write(disk, `${path}/data.path`, new Uint8Array(1));
  const paths = new DataPaths({ disk, home: '/data', further: ['/more', '/third'] });
  return { disk, paths, move: new ShardMove(disk, paths, { from, uuid, shard: 0, path: '/more' }) };
}

test('a segment that is still being written while a shard moves arrives as it was when it was whole', () => {
  const { disk, move } = made();
  const mebibyte = 1024 * 1024;
  write(disk, `${from}/_9.seg`, new Uint8Array(3 * mebibyte));
  const ahead = move.copyAhead();
  for (let i = 0; i < 2; i++) ahead.next();
  write(disk, `${from}/_9.seg`, new Uint8Array(mebibyte).fill(1));
  // Merges know the header last.
  const file = disk.open(`${from}/_9.seg`, 'append');
  file.overwrite(new Uint8Array(64).fill(7), 0);
  file.close();
  const whole = disk.readFile(`${from}/_9.seg`);
  while (ahead.next().done !== true);
  move.finish();
  expect(disk.readFile(`${to}/_9.seg`)).toEqual(whole);
});

test('a start goes on with the copy that the mark names, whatever is left of other moves', () => {
  const { disk, paths, move } = made();
  write(disk, `${from}/x`, new Uint8Array([1]));
  for (const path of ['/data', '/third']) disk.makeDirectory(`${path}/indices/${uuid}/0.moving`);
  const rename = disk.rename.bind(disk);
  disk.rename = (old, name) => {
    if (old.endsWith('.moving')) throw new Error('killed');
    rename(old, name);
  };
  disk.remove = () => {
    throw new Error('killed');
  };
  while (move.copyAhead().next().done !== true);
  expect(() => move.finish()).toThrow('killed');
  const later = disk.clone();
  recoverMoves(
    later,
    new DataPaths({ disk: later, home: '/data', further: ['/third', '/more'] }),
    new MemoryLog(),
  );
  expect(later.list(to)).toEqual(['translog', 'x']);
  expect(later.exists(from)).toBe(false);
  expect(later.exists(`/third/indices/${uuid}/0.moving`)).toBe(false);
  expect(paths.further).toEqual(['/more', '/third']);
});

test('what a killed process was removing of a move does not count again when the power fails', () => {
  const { disk, paths } = made();
  disk.makeDirectory(to);
  write(disk, `${from}/moved`, new Uint8Array(1));
  for (const folder of ['/', '/data', '/data/indices', `/data/indices/${uuid}`, from])
    disk.syncDirectory(folder);
  disk.rename(from, `${from}.gone`);
  recoverMoves(disk, paths, new MemoryLog());
  // What was removed may be on the disk though the name is not.
  for (let seed = 1; seed <= 50; seed++) {
    const later = disk.clone();
    later.crash(new SeededRandom(seed));
    if (later.exists(from))
      expect([seed, later.list(from)]).toEqual([seed, expect.arrayContaining(['moved'])]);
  }
});

test('a move that cannot be brought to its end keeps no service from starting', async () => {
  const disk = new MemoryDisk();
  const first = new EngineHarness(disk, 1, 1, ['/more']);
  await first.open();
  await first.engine.close();
  write(disk, '/more/indices/stray', new Uint8Array(1));
  const later = new EngineHarness(disk, 2, 1, ['/more']);
  await later.open();
  expect(later.log.entries.some(({ level }) => level === 'error')).toBe(true);
  await later.engine.close();
});
