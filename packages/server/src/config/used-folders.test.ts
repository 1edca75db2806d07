import { MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { requireUsed } from './used-folders.ts';

test('data folders are those that a service has used, all of them', () => {
  const disk = new MemoryDisk();
  expect(() => requireUsed(disk, ['/data'])).toThrow('There is no folder /data; name the data folders');
  disk.makeDirectory('/data');
  expect(() => requireUsed(disk, ['/data'])).toThrow('The folder /data is not the data folder of a service');
  disk.makeDirectory('/data/indices');
  requireUsed(disk, ['/data']);
  expect(() => requireUsed(disk, ['/data', '/more'])).toThrow('There is no folder /more');
});
