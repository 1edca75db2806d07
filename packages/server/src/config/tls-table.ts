import type { SettingRow } from './setting-row.ts';

/** The settings of certificates: for REST (`http`), and for calls between clusters (`transport`). */
export const tlsTable = {
  'security.ssl.cert_reload.enabled': {
    type: 'boolean',
    default: true,
    summary:
      'read certificates anew within a minute after their files have changed, and when it is asked for',
  },
  'security.ssl.http.ca_file': {
    type: 'string',
    summary: 'PEM file of the authorities whose client certificates are accepted',
  },
  'security.ssl.http.cert_file': { type: 'string', summary: 'PEM file of the certificate and its chain' },
  'security.ssl.http.clientauth_mode': {
    type: 'enum',
    values: ['NONE', 'OPTIONAL', 'REQUIRE'],
    summary:
      'whether callers show a certificate; OPTIONAL where `security.ssl.http.ca_file` is given, else NONE',
  },
  'security.ssl.http.crl.file_path': {
    type: 'string',
    summary:
      'PEM file of the certificates that the authorities of `ca_file` have revoked, one list for each of them',
  },
  'security.ssl.http.crl.validate': {
    type: 'boolean',
    summary: 'false: revoked client certificates are accepted all the same',
  },
  'security.ssl.http.enabled': {
    type: 'boolean',
    flag: '--tls',
    summary:
      'serve HTTPS; without certificate files the service makes an authority and a certificate for itself',
  },
  'security.ssl.http.enabled_protocols': {
    type: 'list',
    default: ['TLSv1.2', 'TLSv1.3'],
    summary: 'versions of TLS, of these two',
  },
  'security.ssl.http.key_file': { type: 'string', summary: 'PEM file of the private key' },
  'security.ssl.http.key_secret': {
    type: 'string',
    secret: true,
    summary: 'password of the private key',
  },
  'security.ssl.http.keystore_filepath': {
    type: 'string',
    summary: 'PKCS#12 file of key and certificate, instead of the two PEM files',
  },
  'security.ssl.http.keystore_password': {
    type: 'string',
    secret: true,
    summary: 'password of the PKCS#12 file',
  },
  'security.ssl.names': {
    type: 'list',
    default: [],
    summary:
      'names and addresses by which callers reach the service, for the certificate that it makes, beside those of the machine',
  },
  'security.ssl.transport.ca_file': {
    type: 'string',
    summary: 'PEM file of the authorities of all clusters that call each other',
  },
  'security.ssl.transport.cert_file': {
    type: 'string',
    summary: 'PEM file of the certificate for calls between clusters, and its chain',
  },
  'security.ssl.transport.enabled': {
    type: 'boolean',
    default: true,
    summary: 'calls between clusters are encrypted whenever security is on: it cannot be false then',
  },
  'security.ssl.transport.key_file': { type: 'string', summary: 'PEM file of its private key' },
  'security.ssl.transport.key_secret': {
    type: 'string',
    secret: true,
    summary: 'password of that private key',
  },
  'security.ssl.transport.keystore_filepath': {
    type: 'string',
    summary: 'PKCS#12 file of key and certificate for calls between clusters, instead of the two PEM files',
  },
  'security.ssl.transport.keystore_password': {
    type: 'string',
    secret: true,
    summary: 'password of that PKCS#12 file',
  },
  'security.ssl.transport.skip_domain_verify': {
    type: 'boolean',
    default: false,
    summary: 'do not ask that the certificate of another cluster names the address that was called',
  },
} as const satisfies Record<string, SettingRow>;
