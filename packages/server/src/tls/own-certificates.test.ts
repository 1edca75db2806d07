import { createHash, X509Certificate } from 'node:crypto';
import { FakeClock, FaultyDisk, MemoryDisk, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { OwnCertificates } from './own-certificates.ts';
import { pemCertificates } from './pem.ts';

const dayMs = 86_400_000;
const folder = '/data/certificates';

interface SetUp {
  readonly disk: MemoryDisk;
  readonly clock: FakeClock;
  readonly log: MemoryLog;
  readonly own: (names?: readonly string[], faulty?: FaultyDisk) => OwnCertificates;
  readonly text: (name: string) => string;
  readonly certificate: (name: string) => X509Certificate;
}

function setUp(): SetUp {
  const disk = new MemoryDisk();
  const clock = new FakeClock();
  const log = new MemoryLog();
  const random = new SeededRandom(3);
  const text = (name: string): string => Buffer.from(disk.readFile(`${folder}/${name}`)).toString();
  return {
    disk,
    clock,
    log,
    text,
    certificate: (name) => new X509Certificate(text(name)),
    own: (names = ['search.example', '10.0.0.7', '::1'], faulty) =>
      new OwnCertificates({
        disk: faulty ?? disk,
        folder,
        clock,
        random,
        log,
        nodeName: 'node-1',
        names,
      }),
  };
}

test('an authority of five years signs a certificate of one year for all names of the node', async () => {
  const { own, certificate, clock, disk, text } = setUp();
  expect(await own().ensure()).toBe(true);
  const [authority, node] = [certificate('ca.pem'), certificate('node.pem')];
  expect(authority.ca).toBe(true);
  expect(node.ca).toBe(false);
  expect(node.checkIssued(authority) && node.verify(authority.publicKey)).toBe(true);
  const days = (of: X509Certificate): number => Math.round((of.validToDate.getTime() - clock.now()) / dayMs);
  expect([days(authority), days(node)]).toEqual([1825, 365]);
  expect(node.subject).toBe('O=Sextant\nCN=node-1');
  expect(node.subjectAltName).toBe(
    'DNS:search.example, IP Address:10.0.0.7, IP Address:0:0:0:0:0:0:0:1, Registered ID:1.2.3.4.5.5',
  );
  expect(disk.list(folder)).toEqual(['ca.crt', 'ca.pem', 'node.pem']);
  expect(text('ca.crt')).not.toContain('PRIVATE');
  expect(await own().ensure({ checksNames: true })).toBe(false);
});

test('a certificate is renewed a month before its end, and its authority before it would end first', async () => {
  const { own, certificate, clock, text } = setUp();
  await own().ensure();
  const [first, firstAuthority] = [certificate('node.pem'), certificate('ca.pem')];
  clock.advance(334 * dayMs);
  expect(await own().ensure()).toBe(false);
  clock.advance(2 * dayMs);
  expect(await own().ensure()).toBe(true);
  expect(certificate('node.pem').serialNumber).not.toBe(first.serialNumber);
  expect(certificate('ca.pem').serialNumber).toBe(firstAuthority.serialNumber);
  clock.advance(3.1 * 365 * dayMs);
  expect(await own().ensure()).toBe(true);
  const authority = certificate('ca.pem');
  expect(authority.serialNumber).not.toBe(firstAuthority.serialNumber);
  expect(authority.validToDate.getTime()).toBeGreaterThan(certificate('node.pem').validToDate.getTime());
  // Who has only ever been given the first one trusts what is signed now.
  expect(certificate('node.pem').checkIssued(firstAuthority)).toBe(true);
  expect(certificate('node.pem').verify(firstAuthority.publicKey)).toBe(true);
  expect(pemCertificates(text('ca.crt'))).toHaveLength(1);
});

test.each([
  ['was years behind', -10 * 365 * dayMs],
  ['was years ahead', 10 * 365 * dayMs],
])('what was made while the clock %s is made anew once it is right', async (_, offMs) => {
  const { own, certificate, clock } = setUp();
  const right = clock.now();
  clock.setNow(right + offMs);
  await own().ensure();
  clock.setNow(right);
  expect(await own().ensure()).toBe(true);
  for (const name of ['ca.pem', 'node.pem']) {
    expect(certificate(name).validFromDate.getTime()).toBeLessThanOrEqual(right);
    expect(certificate(name).validToDate.getTime()).toBeGreaterThan(right + 300 * dayMs);
  }
});

test('a new name of the node is taken up at a start, not in between', async () => {
  const { own, certificate } = setUp();
  await own().ensure();
  const more = own(['search.example', 'other.example', 'no name at all', '-x']);
  expect(await more.ensure()).toBe(false);
  expect(await more.ensure({ checksNames: true })).toBe(true);
  expect(certificate('node.pem').checkHost('other.example')).toBe('other.example');
});

test('authorities that somebody has added to ca.crt stay', async () => {
  const { own, disk, text, clock } = setUp();
  await own().ensure();
  const other = setUp();
  other.clock.advance(5);
  await new OwnCertificates({
    disk: other.disk,
    folder,
    clock,
    random: new SeededRandom(4),
    log: other.log,
    nodeName: 'b',
    names: [],
  }).ensure();
  const file = disk.open(`${folder}/ca.crt`, 'append');
  file.write(Buffer.from(other.text('ca.crt')));
  file.close();
  expect(await own().ensure()).toBe(false);
  clock.advance(4.5 * 365 * dayMs);
  await own().ensure();
  expect(pemCertificates(text('ca.crt'))).toHaveLength(2);
  expect(text('ca.crt')).toContain(other.text('ca.crt').trim());
});

test('a folder that came from elsewhere is used as it is, and its end is told', async () => {
  const { own, disk, certificate, clock, log } = setUp();
  await own().ensure();
  disk.remove(`${folder}/ca.pem`);
  const serial = certificate('node.pem').serialNumber;
  const there = own(['another.example']);
  expect(await there.ensure({ checksNames: true })).toBe(false);
  clock.advance(340 * dayMs);
  await there.ensure();
  await there.ensure();
  expect(certificate('node.pem').serialNumber).toBe(serial);
  const told = log.entries.filter(({ level }) => level === 'warn');
  expect(told.map(({ message }) => message)).toEqual([
    'the certificate ends soon and was made elsewhere: bring another',
  ]);
});

test('a damaged key is named and nothing is made in its place', async () => {
  const { own, disk, text } = setUp();
  await own().ensure();
  const file = disk.open(`${folder}/ca.pem`, 'create');
  file.write(Buffer.from(text('node.pem').slice(0, 120)));
  file.close();
  await expect(own().ensure()).rejects.toThrow('/data/certificates/ca.pem holds no key with its certificate');
});

test('wherever the disk fails or the machine stops, the next start has whole files', async () => {
  const whole = setUp();
  const counting = new FaultyDisk(whole.disk);
  await whole.own(undefined, counting).ensure();
  for (const kind of ['fail', 'stop', 'full'] as const) {
    for (let at = 1; at <= counting.operations; at++) {
      const { own, disk, certificate, clock } = setUp();
      const faulty = new FaultyDisk(disk, { at, kind });
      const made = await own(undefined, faulty)
        .ensure()
        .catch(() => 'failed');
      if (kind === 'stop') disk.crash();
      // What came whole onto the disk is kept, the rest is made now.
      await own().ensure();
      expect(certificate('node.pem').verify(certificate('ca.pem').publicKey), `${kind} at ${at}`).toBe(true);
      expect(disk.list(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
      expect([true, 'failed']).toContain(made);
      expect(certificate('ca.pem').validToDate.getTime()).toBeGreaterThan(clock.now());
    }
  }
});

test('a full disk keeps the certificate that is there', async () => {
  const { own, disk, clock, text } = setUp();
  await own().ensure();
  const before = createHash('sha256').update(text('node.pem')).digest('hex');
  clock.advance(350 * dayMs);
  const full = new FaultyDisk(disk);
  full.full = true;
  await expect(own(undefined, full).ensure()).rejects.toMatchObject({ code: 'no_space' });
  expect(createHash('sha256').update(text('node.pem')).digest('hex')).toBe(before);
});
