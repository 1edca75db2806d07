import { MemoryLog } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { LimitWatch } from './limit-watch.ts';

test('that files cannot be mapped any more is told once', () => {
  const log = new MemoryLog();
  let refused = 0;
  const mappings = () => ({ count: 100, max: 100, refused });
  const watch = new LimitWatch({ log, mappings, files: () => ({ openFiles: 5, maxFiles: 100 }) });
  watch.look();
  expect(log.entries).toEqual([]);
  refused = 3;
  watch.look();
  refused = 7;
  watch.look();
  expect(log.entries).toMatchObject([
    { level: 'warn', fields: { mapped: 100, mappingsMax: 100, refused: 3 } },
  ]);
  expect(log.entries[0]!.message).toContain('vm.max_map_count');
});

test('that few more files can be opened is told, and again when it was better meanwhile', () => {
  const log = new MemoryLog();
  let openFiles = 90;
  let maxFiles = 100;
  const mappings = () => ({ count: 0, max: 100, refused: 0 });
  const watch = new LimitWatch({ log, mappings, files: () => ({ openFiles, maxFiles }) });
  const look = (open: number): number => {
    openFiles = open;
    watch.look();
    return log.entries.length;
  };
  expect([90, 91, 95, 20, 20, 99].map(look)).toEqual([0, 1, 1, 1, 1, 2]);
  expect(log.entries[0]).toMatchObject({ level: 'warn', fields: { openFiles: 91, maxFiles: 100 } });
  maxFiles = -1;
  expect([20, 99].map(look)).toEqual([2, 2]);
});
