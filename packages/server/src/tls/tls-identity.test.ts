import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { pemKey, testAuthority, testFolder } from '../testing/certificates.ts';
import { nodeFileReader } from './node-file-reader.ts';
import { loadIdentity, type TlsFiles } from './tls-identity.ts';

const folder = testFolder();
afterAll(() => folder.remove());

const authority = testAuthority();
const node = authority.issue();
const named = (path: string, setting: string) => ({ path, setting });
const files = (more: Partial<TlsFiles> = {}): TlsFiles => ({
  certificate: named(folder.write('node.crt', node.cert), 'cert_file'),
  key: named(folder.write('node.key', node.keyText), 'key_file'),
  keystore: undefined,
  password: undefined,
  trusted: undefined,
  ...more,
});
const load = (given: TlsFiles) => loadIdentity(given, nodeFileReader);

test('a certificate, the chain behind it and its key are read from PEM', () => {
  const certificate = named(folder.write('chain.crt', node.cert + authority.cert), 'cert_file');
  const { chain, trusted, options } = load(files({ certificate, trusted: certificate }));
  expect(chain.map(({ subject }) => subject)).toEqual(['O=Sextant\nCN=node', 'O=Sextant\nCN=Test CA']);
  expect(trusted).toHaveLength(2);
  expect(options.passphrase).toBeUndefined();
});

test('a key with a password is opened by it, and by no other', () => {
  const key = named(folder.write('sealed.key', pemKey(node.key, 'open sesame')), 'key_file');
  expect(load(files({ key, password: 'open sesame' })).chain).toHaveLength(1);
  for (const password of [undefined, 'wrong-Password']) {
    expect(() => load(files({ key, password }))).toThrow(/holds no private key in PEM, or its password/);
    expect(() => load(files({ key, password }))).not.toThrow(/wrong-Password/);
  }
});

const hasOpenSsl = spawnSync('openssl', ['version']).status === 0;

test.skipIf(!hasOpenSsl)('key and certificate are read from PKCS#12', () => {
  const { certificate, key } = files();
  const store = `${folder.path}/node.p12`;
  const given = ['-inkey', key!.path, '-in', certificate!.path, '-out', store, '-passout', 'pass:hidden-1'];
  expect(spawnSync('openssl', ['pkcs12', '-export', ...given]).status).toBe(0);
  chmodSync(store, 0o600);
  const keystore = named(store, 'keystore_filepath');
  const bare = { certificate: undefined, key: undefined, keystore };
  expect(load(files({ ...bare, password: 'hidden-1' })).chain[0].subject).toBe('O=Sextant\nCN=node');
  expect(() => load(files({ ...bare, password: 'other' }))).toThrow('keystore_filepath: the file');
  expect(() => load(files({ ...bare, password: 'other' }))).toThrow('or the password is another');
});

test('keys that everybody may read, and files that everybody may write, are refused', () => {
  const readable = named(folder.write('readable.key', node.keyText), 'key_file');
  chmodSync(readable.path, 0o644);
  expect(() => load(files({ key: readable }))).toThrow('everybody on this machine may read it');
  chmodSync(readable.path, 0o640);
  expect(load(files({ key: readable })).chain).toHaveLength(1);
  const writable = named(folder.write('writable.crt', node.cert), 'cert_file');
  chmodSync(writable.path, 0o646);
  expect(() => load(files({ certificate: writable }))).toThrow('may be written by everybody');
});

test('what is missing, cut, too long or of something else is told by its setting and file', () => {
  const text = (name: string, content: string) => named(folder.write(name, content), 'key_file');
  for (const [given, why] of [
    [{ key: named('/nowhere/k', 'key_file') }, 'key_file: the file /nowhere/k does not exist'],
    [{ key: text('cut', node.keyText.slice(0, 80)) }, 'holds no private key in PEM'],
    [{ key: text('other', authority.issue().keyText) }, 'is not the key of the certificate'],
    [{ key: text('long', 'x'.repeat(1_100_000)) }, 'is longer than'],
    [{ certificate: text('empty', '') }, 'holds no certificate in PEM'],
    [{ certificate: text('cut.crt', node.cert.replace(/[A-Z]{3}/, '')) }, 'holds no certificate in PEM'],
    [{ trusted: text('none.ca', node.keyText) }, 'holds no certificate in PEM'],
  ] as const) {
    expect(() => load(files(given))).toThrow(why);
    expect(() => load(files(given))).not.toThrow(/PRIVATE/);
  }
});
