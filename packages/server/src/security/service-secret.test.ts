import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeDisk } from '@sextant/base/node';
import { FaultyDisk, MemoryDisk, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { Settings } from '../config/settings.ts';
import { serviceSecret } from './service-secret.ts';

function secretOf(given: Readonly<Record<string, string>>, disk = new MemoryDisk(), seed = 1) {
  const settings = Settings.of(
    Object.entries(given).map(([name, value]) => ({ name, value, origin: 'test' })),
  );
  const log = new MemoryLog();
  const readText = (file: string): string => (file === 'short' ? 'x' : ' a secret of a file \n');
  const random = new SeededRandom(seed);
  const secret = serviceSecret({ settings, disk, folder: '/data', random, log, readText });
  return { secret, log, disk };
}

const cluster = { backend: 'opensearch', 'opensearch.url': 'http://c:9200' };

test('the embedded engine has a secret in a file of its data folder, the same after a power failure', () => {
  const disk = new MemoryDisk();
  disk.makeDirectory('/data');
  disk.syncDirectory('/');
  const first = secretOf({}, disk);
  expect(first.secret).toMatchObject({ isPassword: false, isShared: true });
  first.disk.crash();
  const second = secretOf({}, first.disk, 2);
  expect(second.secret.bytes).toEqual(first.secret.bytes);
  expect(second.log.entries).toEqual([]);
  expect(first.disk.list('/data')).toEqual(['secret.key']);
});

test('a secret that a killed start left is durable before it is used', () => {
  for (let at = 1; ; at++) {
    const disk = new MemoryDisk();
    disk.makeDirectory('/data');
    disk.syncDirectory('/');
    const killed = new FaultyDisk(disk, { at, kind: 'stop' });
    const parts = { settings: Settings.of([]), folder: '/data', log: new MemoryLog(), readText: () => '' };
    const secret = (over: typeof disk | FaultyDisk, seed: number): Uint8Array =>
      serviceSecret({ ...parts, disk: over, random: new SeededRandom(seed) }).bytes;
    try {
      secret(killed, 1);
    } catch {
      expect(killed.stopped).toBe(true);
    }
    const used = secret(disk, 2);
    disk.crash();
    expect(secret(disk, 3), `operation ${at}`).toEqual(used);
    if (!killed.stopped) break;
  }
});

test('a start that is stopped at any moment leaves a whole secret or none', () => {
  for (let at = 1; ; at++) {
    const disk = new MemoryDisk();
    disk.makeDirectory('/data');
    disk.syncDirectory('/');
    const faulty = new FaultyDisk(disk, { at, kind: 'stop' });
    const parts = {
      settings: Settings.of([]),
      disk: faulty,
      folder: '/data',
      log: new MemoryLog(),
      readText: () => '',
    };
    let told: Uint8Array | undefined;
    try {
      told = serviceSecret({ ...parts, random: new SeededRandom(1) }).bytes;
    } catch {
      expect(faulty.stopped).toBe(true);
    }
    disk.crash(new SeededRandom(at));
    const log = new MemoryLog();
    const found = serviceSecret({ ...parts, disk, log, random: new SeededRandom(2) }).bytes;
    expect(found).toHaveLength(32);
    if (told !== undefined) expect(found).toEqual(told);
    expect(log.entries).toEqual([]);
    if (!faulty.stopped) break;
  }
});

test('the file is readable by its user alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-secret-'));
  try {
    const parts = { settings: Settings.of([]), disk: new NodeDisk(), folder, readText: () => '' };
    const { bytes } = serviceSecret({ ...parts, random: new SeededRandom(1), log: new MemoryLog() });
    const path = join(folder, 'secret.key');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url')).toEqual(Buffer.from(bytes));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a damaged file is told and made anew', () => {
  const { disk, secret } = secretOf({});
  const file = disk.open('/data/secret.key', 'create');
  file.write(Buffer.from('half'));
  file.close();
  const again = secretOf({}, disk, 2);
  expect(again.secret.bytes).not.toEqual(secret.bytes);
  expect(again.log.entries).toMatchObject([{ level: 'error', fields: { path: '/data/secret.key' } }]);
});

test('over a cluster the secret is the setting, its file, or the password of the account there', () => {
  const text = (given: Readonly<Record<string, string>>): string => {
    const { secret, disk } = secretOf({ ...cluster, ...given });
    expect(secret).toMatchObject({ isPassword: true, isShared: true });
    expect(disk.exists('/data')).toBe(false);
    return Buffer.from(secret.bytes).toString();
  };
  const password = { 'opensearch.password': 'of the cluster' };
  expect(text({ ...password, 'security.secret': 'a secret that was set' })).toBe('a secret that was set');
  expect(text({ ...password, 'security.secret_file': 'f' })).toBe('a secret of a file');
  expect(text(password)).toBe('of the cluster');
  expect(() => secretOf({ ...cluster, 'security.secret_file': 'short' })).toThrow('at least 16 characters');
});

test('over a cluster without any of them the secret is of this instance alone, and the log says what follows', () => {
  const { secret, log } = secretOf(cluster);
  expect(secret).toMatchObject({ isPassword: false, isShared: false });
  expect(log.entries[0]?.message).toContain('others over the same cluster do not accept them');
});
