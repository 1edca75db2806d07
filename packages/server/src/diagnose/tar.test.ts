import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tarOf } from './tar.ts';

const folder = mkdtempSync(join(tmpdir(), 'sextant-tar-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the system unpacks what was packed', () => {
  const entries = [
    { name: 'a/one.txt', bytes: Buffer.from('one') },
    { name: 'a/empty', bytes: new Uint8Array(0) },
    { name: 'a/block', bytes: Buffer.alloc(1024, 'x') },
  ];
  writeFileSync(join(folder, 'x.tar'), tarOf(entries, Date.UTC(2026, 0, 1)));
  execFileSync('tar', ['-xf', 'x.tar'], { cwd: folder });
  for (const { name, bytes } of entries) {
    expect(readFileSync(join(folder, name)).equals(Buffer.from(bytes)), name).toBe(true);
  }
});
