import { FakeClock, MemoryLog } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import type { InternalCall } from '../backend/backend.ts';
import { integerField, type RecordKind, recordFields, textField } from '../records/record-kind.ts';
import type { RecordStore } from '../records/record-store.ts';
import { Records } from '../records/records.ts';
import { testScheduler } from './test-tasks.ts';

interface Note {
  readonly title: string;
  readonly rank: number;
}

const noteKind: RecordKind<Note> = {
  name: 'note',
  parse: (value) => {
    const fields = recordFields(value);
    return { title: textField(fields, 'title'), rank: integerField(fields, 'rank') };
  },
  keys: ({ title }) => ({ title }),
  expires: ({ rank }) => rank,
};

/** What records do over any backend. `call`: made anew for each test, over no or an own index of records. */
export function recordSuite(call: () => Promise<InternalCall>, isShared: boolean): void {
  const setUp = async () => {
    const clock = new FakeClock();
    const log = new MemoryLog();
    const records = new Records({
      call: await call(),
      clock,
      log,
      scheduler: testScheduler(clock, log).scheduler,
      isShared,
      pageSize: 7,
    });
    await records.prepare();
    return { clock, log, records, notes: records.store(noteKind) };
  };
  storeTests(setUp);
  upkeepTests(setUp);
}

type SetUp = () => Promise<{
  readonly clock: FakeClock;
  readonly log: MemoryLog;
  readonly records: Records;
  readonly notes: RecordStore<Note>;
}>;

const later = 9_000_000_000_000;

function storeTests(setUp: SetUp): void {
  test('a record is made once, read, replaced over its version alone, and removed', async () => {
    const { notes } = await setUp();
    expect(await notes.read('a')).toBeUndefined();
    const made = await notes.create('a', { title: 'one', rank: later });
    expect(made?.value).toEqual({ title: 'one', rank: later });
    expect(await notes.create('a', { title: 'two', rank: later })).toBeUndefined();
    expect(await notes.read('a')).toEqual(made);
    const second = await notes.replace(made!, { title: 'two', rank: later });
    expect(second?.value.title).toBe('two');
    expect(await notes.replace(made!, { title: 'three', rank: later })).toBeUndefined();
    expect(await notes.remove(made!)).toBe(false);
    expect(await notes.remove(second!)).toBe(true);
    expect(await notes.read('a')).toBeUndefined();
    expect(await notes.list()).toEqual([]);
    expect((await notes.create('a', { title: 'again', rank: later }))?.value.title).toBe('again');
    expect((await notes.read('a'))?.value.title).toBe('again');
  });

  test('lists go through all pages, and keys find their records', async () => {
    const { notes } = await setUp();
    const ids = Array.from({ length: 23 }, (_, i) => `id ${String(i).padStart(2, '0')} / ü`);
    for (const [i, id] of ids.entries()) await notes.create(id, { title: `t${i % 3}`, rank: later });
    expect((await notes.list()).map(({ id }) => id)).toEqual(ids);
    expect((await notes.find('title', 't1')).map(({ id }) => id)).toEqual(ids.filter((_, i) => i % 3 === 1));
    expect(await notes.find('title', 'none')).toEqual([]);
  });

  test('a record that cannot be read is told by its id and breaks no other', async () => {
    const { records, notes, log } = await setUp();
    await notes.create('good', { title: 'fine', rank: later });
    const loose: RecordKind<unknown> = { name: 'note', parse: (value) => value };
    await records.store(loose).create('bad', { title: 7, secret: 'hidden words' });
    expect((await notes.list()).map(({ id }) => id)).toEqual(['good']);
    await expect(notes.read('bad')).rejects.toThrow('the record [note:bad] cannot be read');
    await notes.list();
    expect((await notes.put('bad', { title: 'mended', rank: later }))?.value.title).toBe('mended');
    expect((await notes.read('bad'))?.value.title).toBe('mended');
    const told = log.entries.filter(({ level }) => level === 'error');
    expect(told.map(({ fields }) => fields)).toEqual([{ id: 'note:bad', problem: '[title] is no text' }]);
    expect(JSON.stringify(log.entries)).not.toContain('hidden words');
  });
}

function upkeepTests(setUp: SetUp): void {
  test('what expired is removed a day later, in bulk', async () => {
    const { records, notes, clock } = await setUp();
    const day = 86_400_000;
    for (let i = 0; i < 20; i++) await notes.create(`old ${i}`, { title: 'x', rank: clock.now() + i });
    await notes.create('new', { title: 'x', rank: clock.now() + 2 * day });
    clock.setNow(clock.now() + day);
    await records.sweep();
    expect(await notes.list()).toHaveLength(21);
    clock.setNow(clock.now() + day);
    await records.sweep();
    expect((await notes.list()).map(({ id }) => id)).toEqual(['new']);
  });

  test('a mirror holds every record and follows each change of this process', async () => {
    const { records, notes } = await setUp();
    for (let i = 0; i < 9; i++) await notes.create(`n${i}`, { title: 'x', rank: later });
    const mirror = records.mirror(noteKind);
    expect(mirror.isCurrent()).toBe(false);
    await mirror.ready();
    expect([...mirror.values()]).toHaveLength(9);
    let changes = 0;
    mirror.onChange(() => changes++);
    const made = await notes.create('later', { title: 'y', rank: later });
    expect(mirror.get('later')).toEqual(made);
    await notes.remove(made!);
    expect(mirror.get('later')).toBeUndefined();
    expect([changes, mirror.isCurrent()]).toEqual([2, true]);
  });

  test('an id that no document can have is no record, and is refused when written', async () => {
    const { notes } = await setUp();
    for (const id of ['x'.repeat(600), '\ud800']) {
      expect(await notes.read(id)).toBeUndefined();
      await expect(notes.create(id, { title: 'x', rank: later })).rejects.toMatchObject({ status: 400 });
    }
  });
}
