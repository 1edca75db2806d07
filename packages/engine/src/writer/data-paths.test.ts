import { DiskError } from '@sextant/base';
import { FaultyDisk, MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { checkDataDirectory } from '../engine/check-data-directory.ts';
import { EngineHarness } from '../testing/engine-harness.ts';
import { turns } from '../testing/writer-harness.ts';

const put = (id: string, v = 1) => ({ kind: 'index', id, body: { v } }) as const;

/** Two data paths with so much free space each, of 1,000 bytes per unit. */
function diskOf(free: Readonly<Record<string, number>> = { '/data': 500, '/more': 500 }): MemoryDisk {
  const disk = new MemoryDisk();
  disk.space = (path) => {
    const name = Object.keys(free).find((each) => path.startsWith(each));
    if (name === undefined) throw new DiskError('missing', path, `${path} is not there`);
    return { totalBytes: 1_000_000, freeBytes: free[name]! * 1_000, availableBytes: free[name]! * 1_000 };
  };
  return disk;
}

async function start(disk: MemoryDisk | FaultyDisk, further = ['/more'], seed = 1): Promise<EngineHarness> {
  const harness = new EngineHarness(disk, seed, 1, further);
  await harness.open();
  return harness;
}

async function placesOf({ engine }: EngineHarness, index: string): Promise<readonly (string | undefined)[]> {
  const [shards] = await engine.stats([index]);
  return shards!.map(({ dataPath }) => dataPath);
}

function other(path: string): string {
  return path === '/data' ? '/more' : '/data';
}

async function twoShards(disk: MemoryDisk): Promise<EngineHarness> {
  const harness = await start(disk);
  await harness.create('i', { settings: { 'index.number_of_shards': '2' } });
  for (let i = 0; i < 10; i++) await harness.write('i', put(String(i)));
  return harness;
}

async function found(harness: EngineHarness, index = 'i'): Promise<readonly string[]> {
  const ids = Array.from({ length: 10 }, (_, i) => String(i));
  const all: string[] = [];
  for (const id of ids) {
    try {
      if ((await harness.get(index, id)) !== undefined) all.push(id);
    } catch {
      // Of a shard that is red.
    }
  }
  return all;
}

test('shards of an index are spread over the data paths, and those of others go where most space is', async () => {
  const disk = diskOf({ '/data': 100, '/more': 500 });
  const harness = await twoShards(disk);
  expect(await placesOf(harness, 'i')).toEqual(['/more', '/data']);
  await harness.create('j');
  await harness.write('j', put('1'));
  expect(await placesOf(harness, 'j')).toEqual(['/more']);
  await harness.engine.paths.setFull(['/more']);
  await harness.create('k');
  await harness.write('k', put('1'));
  expect(await placesOf(harness, 'k')).toEqual(['/data']);
  expect(checkDataDirectory(disk, '/data', ['/more'])).toEqual([]);
  await harness.engine.close();
});

test('shards are found at a start wherever they lie, also where somebody has moved their folders', async () => {
  const disk = diskOf();
  const harness = await twoShards(disk);
  const { uuid } = harness.engine.index('i')!;
  await harness.engine.close();
  const at = (path: string, shard: number) => `${path}/indices/${uuid}/${shard}`;
  expect([disk.exists(at('/data', 0)), disk.exists(at('/more', 1))]).toEqual([true, true]);
  disk.rename(at('/more', 1), at('/data', 1));
  const later = await start(disk);
  expect(await placesOf(later, 'i')).toEqual(['/data', '/data']);
  expect(await found(later)).toHaveLength(10);
  await later.engine.close();
});

test.each([
  ['is not there', (disk: MemoryDisk) => disk.rename('/more', '/elsewhere')],
  [
    'is an empty folder',
    (disk: MemoryDisk) => {
      disk.rename('/more', '/elsewhere');
      disk.makeDirectory('/more');
    },
  ],
])(
  'a data path that %s: its shards are red until it is back, and nothing is lost or placed there',
  async (_, take) => {
    const disk = diskOf();
    const harness = await twoShards(disk);
    await harness.engine.close();
    take(disk);
    const without = await start(disk);
    const [failure] = without.engine.failures('i');
    expect(failure).toMatchObject({ shard: 1, cause: { type: 'corrupt_index_exception' } });
    expect(failure!.cause.reason).toMatch(/in none of the data paths \[\/data\]; not there: \[\/more\]/);
    expect(without.log.entries.find(({ level }) => level === 'error')?.message).toMatch(
      /a data path is not there/,
    );
    const half = await found(without);
    expect(half.length).toBeLessThan(10);
    await without.create('k', { settings: { 'index.number_of_shards': '2' } });
    await without.write('k', put('1'), put('2'), put('3'));
    expect(await placesOf(without, 'k')).toEqual(['/data', '/data']);
    expect(disk.exists('/more/indices')).toBe(false);
    await without.engine.close();
    disk.removeTree('/more');
    disk.rename('/elsewhere', '/more');
    const later = await start(disk);
    expect(await found(later)).toHaveLength(10);
    expect(later.engine.failures('i')).toEqual([]);
    await later.engine.close();
  },
);

test('nothing is put where a disk was mounted that no longer is: what was acknowledged would be hidden later', async () => {
  const disk = diskOf({ '/data': 100, '/more': 500 });
  const harness = await start(disk);
  await harness.create('before');
  disk.rename('/more', '/mounted');
  disk.makeDirectory('/more');
  await harness.create('after');
  await harness.write('after', put('1'));
  expect(await placesOf(harness, 'after')).toEqual(['/data']);
  await expect(harness.engine.paths.move('after', 0, '/more')).rejects.toThrow(/\[\/more\] is not there/);
  const { outcomes } = await harness.write('before', put('1'));
  expect(outcomes).toEqual(['failed']);
  disk.removeTree('/more');
  disk.rename('/mounted', '/more');
  const later = await start(disk, ['/more'], 4);
  await later.write('before', put('1'));
  expect([await later.get('before', '1'), await later.get('after', '1')]).toEqual([{ v: 1 }, { v: 1 }]);
  await later.engine.close();
});

test('a data path that is left out of the settings keeps its shards red, and is named', async () => {
  const disk = diskOf();
  const harness = await twoShards(disk);
  await harness.engine.close();
  const without = await start(disk, []);
  expect(without.engine.failures('i')[0]?.cause.reason).toContain('not there: [/more]');
  await without.engine.close();
});

test('an empty disk in place of one that held nothing is taken', async () => {
  const disk = diskOf();
  const harness = await start(disk);
  await harness.engine.close();
  disk.removeTree('/more');
  const later = await start(disk);
  expect(later.engine.paths.all).toEqual(['/data', '/more']);
  await later.engine.close();
});

test('a data path of which the power failure has left the mark alone is used', async () => {
  const disk = diskOf();
  const harness = await start(disk);
  await harness.engine.close();
  disk.removeTree('/more/indices');
  const later = await twoShards(disk);
  expect(await placesOf(later, 'i')).toEqual(['/data', '/more']);
  await later.engine.close();
});

test('folders that belong to other data are refused, and so is another first one', async () => {
  const disk = diskOf({ '/data': 500, '/more': 500, '/other': 500 });
  const harness = await twoShards(disk);
  await harness.engine.close();
  const opened = async (home: string, further: readonly string[]): Promise<unknown> => {
    const other = new EngineHarness(disk, 7, 1, further);
    other.home = home;
    return other.open();
  };
  await expect(opened('/more', ['/data'])).rejects.toThrow('[/more] holds shards alone');
  await expect(opened('/other', ['/more'])).rejects.toThrow('[/more] belongs to other data');
  const alone = new EngineHarness(disk, 8);
  alone.home = '/alone';
  await alone.open();
  await alone.create('x');
  await alone.engine.close();
  await expect(opened('/data', ['/more', '/alone'])).rejects.toThrow(
    '[/alone] holds indices of another service',
  );
});

test('an index that is deleted while a data path is away is gone when the path is back', async () => {
  const disk = diskOf();
  const harness = await twoShards(disk);
  const { uuid } = harness.engine.index('i')!;
  await harness.engine.close();
  disk.rename('/more', '/elsewhere');
  const without = await start(disk);
  await without.engine.deleteIndex('i');
  await without.engine.close();
  disk.rename('/elsewhere', '/more');
  const later = await start(disk);
  expect(later.engine.index('i')).toBeUndefined();
  expect(later.engine.damagedFolders()).toEqual([]);
  expect(['/data', '/more'].some((path) => disk.exists(`${path}/indices/${uuid}`))).toBe(false);
  await later.engine.close();
});

test('shards of an index that nobody knows any more are told, and stay', async () => {
  const disk = diskOf();
  const harness = await twoShards(disk);
  const { uuid } = harness.engine.index('i')!;
  await harness.engine.close();
  disk.removeTree(`/data/indices/${uuid}`);
  const later = await start(disk);
  expect(later.engine.damagedFolders()).toEqual([
    { directory: `/more/indices/${uuid}`, reason: 'shards of an index that is not known in [/data]' },
  ]);
  await later.engine.close();
  expect(disk.exists(`/more/indices/${uuid}/1`)).toBe(true);
});

test('a shard with two folders is red, and both stay', async () => {
  const disk = diskOf();
  const harness = await twoShards(disk);
  const { uuid } = harness.engine.index('i')!;
  await harness.engine.close();
  disk.makeDirectory(`/data/indices/${uuid}/1`);
  const later = await start(disk);
  expect(later.engine.failures('i')[0]?.cause.reason).toMatch(/has several folders, \[\/data.*, \/more.*\]/);
  await later.engine.close();
  disk.removeTree(`/data/indices/${uuid}/1`);
  const mended = await start(disk);
  expect(await found(mended)).toHaveLength(10);
  await mended.engine.close();
});

test('a shard moves while it is searched, and its old folder goes when no search uses it', async () => {
  const disk = diskOf();
  const harness = await twoShards(disk);
  const { engine } = harness;
  await engine.refresh('i');
  const { uuid } = engine.index('i')!;
  const context = await engine.openContext({ indices: ['i'] } as never);
  expect(await engine.paths.move('i', 1, '/data')).toBe(true);
  expect(await placesOf(harness, 'i')).toEqual(['/data', '/data']);
  expect(disk.exists(`/more/indices/${uuid}/1`)).toBe(true);
  await harness.write('i', put('9', 2), put('8', 2));
  await engine.refresh('i');
  const held = await engine.search({ indices: ['i'], body: { size: 10 }, context } as never);
  expect(JSON.stringify(held)).not.toContain('"v":2');
  engine.endContext(context);
  await turns();
  expect(disk.exists(`/more/indices/${uuid}/1`)).toBe(false);
  expect(await harness.get('i', '9')).toEqual({ v: 2 });
  expect(await found(harness)).toHaveLength(10);
  expect(await engine.paths.move('i', 1, '/data')).toBe(false);
  await expect(engine.paths.move('i', 1, '/else')).rejects.toThrow(/\[\/else\] is none of the data paths/);
  await engine.close();
  expect(checkDataDirectory(disk, '/data', ['/more'])).toEqual([]);
});

test('of each shard the old folder goes at once where no search uses it', async () => {
  const disk = diskOf();
  const harness = await twoShards(disk);
  const { engine } = harness;
  const { uuid } = engine.index('i')!;
  const places = await placesOf(harness, 'i');
  for (const [shard, from] of places.entries()) {
    expect(await engine.paths.move('i', shard, other(from!))).toBe(true);
    await turns();
    expect(disk.exists(`${from}/indices/${uuid}/${shard}`), `shard ${shard}`).toBe(false);
  }
  await engine.close();
});

test('a shard goes back only when no search uses what it has left there, and then it does', async () => {
  const disk = diskOf();
  const harness = await twoShards(disk);
  const { engine } = harness;
  await engine.refresh('i');
  const places = await placesOf(harness, 'i');
  const context = await engine.openContext({ indices: ['i'] } as never);
  for (const [shard, from] of places.entries()) {
    expect(await engine.paths.move('i', shard, other(from!))).toBe(true);
    expect(await engine.paths.move('i', shard, from!)).toBe(false);
  }
  expect(engine.failures('i')).toEqual([]);
  const held = await engine.search({ indices: ['i'], body: { size: 10 }, context } as never);
  expect(JSON.stringify(held)).toContain('"total":{"value":10');
  engine.endContext(context);
  await turns();
  for (const [shard, from] of places.entries()) expect(await engine.paths.move('i', shard, from!)).toBe(true);
  expect(await found(harness)).toHaveLength(10);
  await engine.close();
  expect(checkDataDirectory(disk, '/data', ['/more'])).toEqual([]);
});

test('damage of what a shard has left in another data path is met by searches that use it, and not by the shard', async () => {
  const disk = diskOf();
  const harness = await twoShards(disk);
  const { engine } = harness;
  await engine.refresh('i');
  const context = await engine.openContext({ indices: ['i'] } as never);
  expect(await engine.paths.move('i', 1, '/data')).toBe(true);
  for (const file of disk.files('/more/indices').filter((each) => each.endsWith('.src')))
    for (let at = 0; at < disk.sizeOf(file); at++) disk.damage(file, at);
  const { shards } = await engine.search({ indices: ['i'], body: { size: 10 }, context } as never);
  expect(shards.failures).toMatchObject([{ shard: 1, cause: { type: 'corrupt_index_exception' } }]);
  await turns();
  expect(engine.failures('i')).toEqual([]);
  expect(await found(harness)).toHaveLength(10);
  engine.endContext(context);
  await engine.close();
});

test('where the new folder can neither be made durable nor taken back, the next start finishes the move', async () => {
  const disk = diskOf();
  const harness = await twoShards(disk);
  const sync = disk.syncDirectory.bind(disk);
  let isSick = false;
  disk.syncDirectory = (path) => {
    if (isSick && path.startsWith('/data/indices/')) throw new DiskError('failed', path, 'no sync');
    sync(path);
  };
  const rename = disk.rename.bind(disk);
  disk.rename = (from, to) => {
    isSick ||= from.endsWith('.moving');
    rename(from, to);
  };
  await expect(harness.engine.paths.move('i', 1, '/data')).rejects.toThrow(/cannot move \[i\]\[1\]/);
  expect(harness.engine.failures('i')[0]?.cause.reason).toMatch(/the next start brings that to its end/);
  isSick = false;
  disk.rename = rename;
  const later = await start(disk, ['/more'], 3);
  expect(await placesOf(later, 'i')).toEqual(['/data', '/data']);
  expect(await found(later)).toHaveLength(10);
  await later.engine.close();
});

test('whatever operation of the disk fails while a shard moves, it works on and a start finds it whole', async () => {
  for (let at = 1; ; at++) {
    const memory = diskOf();
    const first = await twoShards(memory);
    await first.engine.close();
    const disk = new FaultyDisk(memory);
    const harness = await start(disk, ['/more'], 2);
    const before = disk.operations;
    disk.breakAt({ at, kind: 'fail' });
    const isMoved = await harness.engine.paths.move('i', 1, '/data').catch(() => false);
    if (disk.operations - before < at) {
      expect(isMoved).toBe(true);
      expect(at).toBeGreaterThan(20);
      return;
    }
    const { outcomes } = await harness.write('i', put('0', at));
    const kept = outcomes[0] === 'failed' ? 1 : at;
    memory.crash();
    const later = await start(memory, ['/more'], 3);
    expect(later.engine.failures('i'), `operation ${at}`).toEqual([]);
    expect(await found(later), `operation ${at}`).toHaveLength(10);
    expect(await later.get('i', '0'), `operation ${at}`).toEqual({ v: kept });
    await later.engine.close();
  }
});
