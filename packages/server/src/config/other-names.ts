import type { GivenSetting } from './settings.ts';

/** Names that a setting had here before. */
export const earlierNames = ['http.tls.certificate', 'http.tls.key'] as const;

/** Of both layers of TLS: ours, OpenSearch's and Elasticsearch's, behind the beginning that each system has for a layer. */
const ofLayer: readonly (readonly [
  ours: string,
  openSearch: string | undefined,
  elastic: string | undefined,
])[] = [
  ['enabled', 'enabled', 'enabled'],
  ['cert_file', 'pemcert_filepath', 'certificate'],
  ['key_file', 'pemkey_filepath', 'key'],
  ['key_secret', 'pemkey_password', 'key_passphrase'],
  ['ca_file', 'pemtrustedcas_filepath', 'certificate_authorities'],
  ['keystore_filepath', 'keystore_filepath', 'keystore.path'],
  ['keystore_password', 'keystore_password', 'keystore.password'],
];

/** Names that other systems, or earlier versions, have for settings that are here too. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['network.bind_host', 'http.host'],
  ['reindex.remote.whitelist', 'reindex.remote.allowlist'],
  ['network.host', 'http.host'],
  ['http.tls.certificate', 'security.ssl.http.cert_file'],
  ['http.tls.key', 'security.ssl.http.key_file'],
  ['plugins.security.audit.type', 'security.audit.type'],
  ['plugins.security.authcz.admin_dn', 'security.authcz.admin_dn'],
  ['plugins.security.nodes_dn', 'security.nodes_dn'],
  ['plugins.security.ssl.certificates_hot_reload.enabled', 'security.ssl.cert_reload.enabled'],
  ['plugins.security.ssl_cert_reload_enabled', 'security.ssl.cert_reload.enabled'],
  ['plugins.security.ssl.http.clientauth_mode', 'security.ssl.http.clientauth_mode'],
  ['plugins.security.ssl.http.crl.file_path', 'security.ssl.http.crl.file_path'],
  ['plugins.security.ssl.http.crl.validate', 'security.ssl.http.crl.validate'],
  ['plugins.security.ssl.http.enabled_protocols', 'security.ssl.http.enabled_protocols'],
  ['xpack.security.http.ssl.client_authentication', 'security.ssl.http.clientauth_mode'],
  ['xpack.security.http.ssl.supported_protocols', 'security.ssl.http.enabled_protocols'],
  ...['http', 'transport'].flatMap((layer) =>
    ofLayer.flatMap(([ours, openSearch, elastic]) => [
      [`plugins.security.ssl.${layer}.${openSearch}`, `security.ssl.${layer}.${ours}`] as const,
      [`xpack.security.${layer}.ssl.${elastic}`, `security.ssl.${layer}.${ours}`] as const,
    ]),
  ),
]);

/** OpenSearch asks the other way round. */
const verification = 'plugins.security.ssl.transport.enforce_hostname_verification';
const words: ReadonlyMap<string, string> = new Map([
  ['none', 'NONE'],
  ['optional', 'OPTIONAL'],
  ['require', 'REQUIRE'],
  ['required', 'REQUIRE'],
]);

const opposites: ReadonlyMap<string, string> = new Map([
  ['true', 'false'],
  ['false', 'true'],
]);

/** The setting by its name here, and with the value that it has here. */
export function ourSetting(given: GivenSetting): GivenSetting {
  const { value, origin } = given;
  if (given.name === verification) {
    const opposite = opposites.get(String(value)) ?? value;
    return { name: 'security.ssl.transport.skip_domain_verify', value: opposite, origin };
  }
  const name = otherNames.get(given.name) ?? given.name;
  if (name === 'security.ssl.http.clientauth_mode' && typeof value === 'string') {
    return { name, value: words.get(value.trim().toLowerCase()) ?? value, origin };
  }
  const isOneFile = typeof value !== 'string' && value.length === 1 && name.endsWith('.ca_file');
  return { name, value: isOneFile ? value[0]! : value, origin };
}
