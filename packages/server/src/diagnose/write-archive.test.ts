import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError } from '../config/settings.ts';
import { writeArchive } from './write-archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'sextant-archive-'));
afterAll(() => rmSync(folder, { recursive: true }));

const bytes = Buffer.from('an archive');

test('an archive is its own, and not written over another', () => {
  const file = join(folder, 'a');
  writeArchive(file, bytes);
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['an archive', 0o600]);
  expect(() => writeArchive(file, Buffer.from('another'))).toThrow('exists already; name another file');
  expect(readFileSync(file, 'utf8')).toBe('an archive');
});

test('an archive that cannot be written is told by its name, and nothing of it is left', () => {
  writeFileSync(join(folder, 'file'), '');
  for (const path of ['missing/a', 'file/a', 'x'.repeat(300)]) {
    expect(() => writeArchive(join(folder, path), bytes)).toThrow(ConfigError);
  }
  const file = join(folder, 'half');
  const full = (): never => {
    writeFileSync(file, 'half');
    throw new Error('ENOSPC: no space left on device, write');
  };
  expect(() => writeArchive(file, bytes, full)).toThrow(
    `${file} cannot be written (ENOSPC: no space left on device, write); name another file with --output`,
  );
  expect(existsSync(file)).toBe(false);
});
