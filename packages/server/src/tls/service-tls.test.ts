import { chmodSync, readFileSync, statSync } from 'node:fs';
import { DiskError, type DiskFile, type OpenMode } from '@sextant/base';
import { NodeDisk } from '@sextant/base/node';
import { FakeClock, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { afterEach, expect, test } from 'vitest';
import { Settings } from '../config/settings.ts';
import { testAuthority, testFolder } from '../testing/certificates.ts';
import { testScheduler } from '../testing/test-tasks.ts';
import { ServiceTls } from './service-tls.ts';

const dayMs = 86_400_000;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

class FullDisk extends NodeDisk {
  isFull = false;

  override open(path: string, mode: OpenMode): DiskFile {
    if (this.isFull && mode !== 'read') throw new DiskError('no_space', path, 'no space left');
    return super.open(path, mode);
  }
}

function setUp(given: Readonly<Record<string, string>> = {}, disk: NodeDisk = new NodeDisk()) {
  const folder = testFolder();
  const clock = new FakeClock();
  clock.setNow(Date.now());
  const log = new MemoryLog();
  const { scheduler } = testScheduler(clock, log);
  closing.push(
    () => folder.remove(),
    () => scheduler.stop(),
  );
  const all = { 'path.data': folder.path, ...given };
  const settings = Settings.of(Object.entries(all).map(([name, value]) => ({ name, value, origin: 'test' })));
  const ports = { settings, disk, clock, random: new SeededRandom(2), log, scheduler };
  const tls = new ServiceTls({ ...ports, nodeName: 'n', machineNames: () => ['localhost'] });
  return { folder, clock, log, tls };
}

test('both layers show the one certificate that is made, and whoever listens is told of its renewal', async () => {
  const { folder, clock, tls, log } = setUp({ 'security.ssl.names': 'search.example' });
  expect(tls.served('http')).toBeUndefined();
  const [http, transport] = [await tls.identity('http'), await tls.identity('transport')];
  expect(await tls.identity('http')).toBe(http);
  expect(http.current.chain[0].subjectAltName).toContain('DNS:search.example');
  expect(transport.current.chain[0].serialNumber).toBe(http.current.chain[0].serialNumber);
  expect(statSync(`${folder.path}/certificates/node.pem`).mode & 0o777).toBe(0o600);
  const before = http.current.chain[0].serialNumber;
  const told: string[] = [];
  http.onChange(({ chain }) => told.push(chain[0].serialNumber));
  clock.setNow(clock.now() + 340 * dayMs);
  clock.advance(3_600_000);
  await expect.poll(() => told).toHaveLength(1);
  expect(told[0]).not.toBe(before);
  expect(transport.current.chain[0].serialNumber).toBe(told[0]);
  expect(log.entries.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
});

test('on a full disk a service starts with the certificate that it has, and renews it when there is space', async () => {
  const { folder, tls: before } = setUp();
  await before.identity('http');
  const disk = new FullDisk();
  disk.isFull = true;
  const names = { 'security.ssl.names': 'another.example' };
  const { tls, clock, log } = setUp({ 'path.data': folder.path, ...names }, disk);
  const identity = await tls.identity('http');
  expect(identity.current.chain[0].subjectAltName).not.toContain('another.example');
  expect(log.entries).toContainEqual(expect.objectContaining({ level: 'error', component: 'tls' }));
  disk.isFull = false;
  clock.advance(3_600_000);
  await expect.poll(() => identity.current.chain[0].subjectAltName).toContain('another.example');
  const other = new FullDisk();
  other.isFull = true;
  await expect(setUp({}, other).tls.identity('http')).rejects.toThrow('no space left');
});

test('files of others that change are read within a minute, unless the settings say otherwise', async () => {
  const authority = testAuthority();
  for (const isOn of [true, false]) {
    const files = testFolder();
    closing.push(() => files.remove());
    const put = (): string => {
      const { cert, keyText, certificate } = authority.issue();
      files.write('c', cert);
      files.write('k', keyText);
      return certificate.serialNumber;
    };
    const first = put();
    const { clock, tls } = setUp({
      'security.ssl.http.cert_file': `${files.path}/c`,
      'security.ssl.http.key_file': `${files.path}/k`,
      'security.ssl.cert_reload.enabled': String(isOn),
    });
    const identity = await tls.identity('http');
    const second = put();
    clock.advance(60_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(identity.current.chain[0].serialNumber).toBe(isOn ? second : first);
  }
});

test('a failed attempt is told in words and may be repeated', async () => {
  const { folder, tls } = setUp();
  await tls.identity('http');
  const again = setUp({ 'path.data': folder.path });
  chmodSync(`${folder.path}/certificates/node.pem`, 0o644);
  await expect(again.tls.identity('http')).rejects.toThrow('everybody on this machine may read it');
  chmodSync(`${folder.path}/certificates/node.pem`, 0o600);
  expect((await again.tls.identity('http')).current.chain).toHaveLength(1);
  expect(readFileSync(`${folder.path}/certificates/ca.crt`, 'utf8')).not.toContain('PRIVATE');
});
