import { createPrivateKey, X509Certificate } from 'node:crypto';
import { FakeClock, FaultyDisk, MemoryDisk, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { type CertificateWishes, writeCertificates } from './write-certificates.ts';

const folder = '/certs';

function setUp() {
  const disk = new MemoryDisk();
  const clock = new FakeClock();
  const parts = { disk, folder, clock, random: new SeededRandom(5), log: new MemoryLog(), days: 365 };
  const text = (path: string): string => Buffer.from(disk.readFile(`${folder}/${path}`)).toString();
  const write = (wishes: Partial<CertificateWishes>) =>
    writeCertificates({ ...parts, nodes: [], clients: [], ...wishes });
  return { disk, clock, text, write };
}

const two = [
  { name: 'east', names: ['east.example', '10.0.0.1'] },
  { name: 'west', names: [] },
];

test('two nodes get folders of one authority, and a user a file', async () => {
  const { disk, text, write } = setUp();
  const written = await write({ nodes: two, clients: ['ann'] });
  expect(written.map(({ path }) => path)).toEqual([
    '/certs/ca.crt',
    '/certs/ca.pem',
    '/certs/east',
    '/certs/west',
    '/certs/ann.client.pem',
  ]);
  const authority = new X509Certificate(text('ca.crt'));
  for (const name of ['east', 'west']) {
    expect(disk.list(`${folder}/${name}`)).toEqual(['ca.crt', 'node.pem']);
    expect(text(`${name}/ca.crt`)).toBe(text('ca.crt'));
    const node = new X509Certificate(text(`${name}/node.pem`));
    expect(node.verify(authority.publicKey)).toBe(true);
    expect(node.checkPrivateKey(createPrivateKey(text(`${name}/node.pem`)))).toBe(true);
    expect(node.subjectAltName).toContain('Registered ID:1.2.3.4.5.5');
    expect([node.checkHost(name), node.checkHost('localhost')]).toEqual([name, 'localhost']);
  }
  expect(new X509Certificate(text('east/node.pem')).checkIP('10.0.0.1')).toBe('10.0.0.1');
  const user = new X509Certificate(text('ann.client.pem'));
  expect([user.subject, user.subjectAltName, user.keyUsage]).toEqual([
    'CN=ann',
    undefined,
    ['1.3.6.1.5.5.7.3.2'],
  ]);
});

test('the authority that is there signs again', async () => {
  const { text, write } = setUp();
  await write({ nodes: two });
  const [before, node] = [text('ca.pem'), text('east/node.pem')];
  await write({ nodes: two.slice(0, 1) });
  expect(text('ca.pem')).toBe(before);
  expect(text('east/node.pem')).not.toBe(node);
});

test('what is no name, or longer than the authority, is refused before anything is written', async () => {
  const { disk, write } = setUp();
  for (const [wishes, why] of [
    [{ nodes: [{ name: '../east', names: [] }] }, '[../east] is no name'],
    [{ clients: ['a b'] }, '[a b] is no name'],
    [{ nodes: [{ name: 'east', names: ['no host'] }] }, 'neither a host name nor an address'],
  ] as const) {
    await expect(write(wishes)).rejects.toThrow(why);
  }
  expect(disk.exists(folder)).toBe(false);
  await expect(write({ nodes: two, days: 3000 })).rejects.toThrow('ask for fewer days');
});

test('a full disk is told, and leaves no half file', async () => {
  const { disk, write } = setUp();
  const faulty = new FaultyDisk(disk, { at: 12, kind: 'full' });
  await expect(write({ disk: faulty, nodes: two })).rejects.toMatchObject({ code: 'no_space' });
  expect(disk.files('/certs').filter((path) => path.endsWith('.new'))).toEqual([]);
});
