import { expect, test } from 'vitest';
import { checkSettings } from './check-settings.ts';
import { parseCommandLine, parseEnvironment } from './command-line.ts';
import { type GivenSetting, Settings } from './settings.ts';
import { clientCertificates, protocols, servesTls, sourceOf } from './tls-settings.ts';

const given = (all: Readonly<Record<string, string | readonly string[]>>): GivenSetting[] =>
  Object.entries(all).map(([name, value]) => ({ name, value, origin: 'test' }));
const settings = (all: Readonly<Record<string, string | readonly string[]>>): Settings =>
  Settings.of(given(all));
const pem = { 'security.ssl.http.cert_file': '/c', 'security.ssl.http.key_file': '/k' };

test('TLS is off on loopback, and on by --tls or by a certificate', () => {
  expect(servesTls(settings({}))).toBe(false);
  expect(servesTls(settings(pem))).toBe(true);
  expect(servesTls(settings({ ...pem, 'security.ssl.http.enabled': 'false' }))).toBe(false);
  expect(servesTls(settings({ 'security.ssl.http.keystore_filepath': '/p' }))).toBe(true);
  const command = parseCommandLine(['--tls', '--host', '0.0.0.0']);
  if (command.kind !== 'serve') throw new Error('not that command');
  const started = Settings.of(command.given);
  checkSettings(started);
  expect([servesTls(started), sourceOf(started, 'http').kind]).toEqual([true, 'own']);
});

test('an address that others reach is refused without TLS, and told how to have it', () => {
  for (const more of [{}, { 'security.ssl.http.enabled': 'false', ...pem }]) {
    expect(() => checkSettings(settings({ 'http.host': '0.0.0.0', ...more }))).toThrow(
      /\[0\.0\.0\.0\] is reachable from other machines.*give --tls/,
    );
  }
  checkSettings(settings({ 'http.host': '0.0.0.0', ...pem }));
});

test.each([
  [
    {
      'plugins.security.ssl.http.enabled': 'true',
      'plugins.security.ssl.http.pemcert_filepath': '/c',
      'plugins.security.ssl.http.pemkey_filepath': '/k',
      'plugins.security.ssl.http.pemtrustedcas_filepath': '/ca',
      'plugins.security.ssl.http.clientauth_mode': 'REQUIRE',
    },
  ],
  [
    {
      'xpack.security.http.ssl.enabled': 'true',
      'xpack.security.http.ssl.certificate': '/c',
      'xpack.security.http.ssl.key': '/k',
      'xpack.security.http.ssl.certificate_authorities': ['/ca'],
      'xpack.security.http.ssl.client_authentication': 'required',
    },
  ],
])('files of other systems name the same files: %s', (all: Readonly<Record<string, string | string[]>>) => {
  const read = settings(all);
  expect(sourceOf(read, 'http')).toEqual({ kind: 'pem', certificate: '/c', key: '/k' });
  expect(read.get('security.ssl.http.ca_file')).toBe('/ca');
  expect(clientCertificates(read)).toBe('REQUIRE');
  expect(read.meaningless).toEqual([]);
});

test('OpenSearch says the other way round whether names are checked', () => {
  const name = 'plugins.security.ssl.transport.enforce_hostname_verification';
  expect(settings({ [name]: 'false' }).get('security.ssl.transport.skip_domain_verify')).toBe(true);
  expect(() => settings({ [name]: 'perhaps' })).toThrow('must be true or false');
});

test('names in certificates have commas, so a semicolon stands between them', () => {
  const read = settings({ 'security.authcz.admin_dn': 'CN=a,O=x; CN=b,O=x' });
  expect(read.get('security.authcz.admin_dn')).toEqual(['CN=a,O=x', 'CN=b,O=x']);
});

test('the earlier names still count, in the environment too', () => {
  const read = Settings.of(
    parseEnvironment({ SEXTANT_HTTP_TLS_CERTIFICATE: '/c', SEXTANT_HTTP_TLS_KEY: '/k' }),
  );
  expect(sourceOf(read, 'http')).toEqual({ kind: 'pem', certificate: '/c', key: '/k' });
});

test.each([
  [{ 'security.ssl.http.cert_file': '/c' }, 'security.ssl.http.cert_file and security.ssl.http.key_file go'],
  [{ ...pem, 'security.ssl.http.keystore_filepath': '/p' }, 'say the same'],
  [{ ...pem, 'security.ssl.http.clientauth_mode': 'REQUIRE' }, 'needs security.ssl.http.ca_file'],
  [{ ...pem, 'security.ssl.http.clientauth_mode': 'MAYBE' }, 'must be one of NONE, OPTIONAL, REQUIRE'],
  [{ ...pem, 'security.ssl.http.enabled_protocols': 'TLSv1.1,TLSv1.2' }, 'and not [TLSv1.1]'],
])('%s is refused', (all, why) => {
  expect(() => checkSettings(settings(all))).toThrow(why);
});

test('callers may show certificates where an authority of theirs is named', () => {
  expect(clientCertificates(settings(pem))).toBe('NONE');
  expect(clientCertificates(settings({ ...pem, 'security.ssl.http.ca_file': '/ca' }))).toBe('OPTIONAL');
  expect(protocols(settings({ 'security.ssl.http.enabled_protocols': 'TLSv1.3' }))).toEqual({
    minVersion: 'TLSv1.3',
    maxVersion: 'TLSv1.3',
  });
});
