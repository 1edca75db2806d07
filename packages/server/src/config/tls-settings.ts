import { resolve } from 'node:path';
import { homePath } from './data-paths.ts';
import { ConfigError, type Settings } from './settings.ts';

/** Where the identity of a layer comes from. */
export type IdentitySource =
  | { readonly kind: 'own' }
  | { readonly kind: 'pem'; readonly certificate: string; readonly key: string }
  | { readonly kind: 'keystore'; readonly file: string };

export type ClientCertificates = 'NONE' | 'OPTIONAL' | 'REQUIRE';

/** Whether REST is served over TLS: where the settings say so, or name a certificate and do not say otherwise. */
export function servesTls(settings: Settings): boolean {
  const enabled = settings.get('security.ssl.http.enabled');
  return enabled ?? sourceOf(settings, 'http').kind !== 'own';
}

/** Throws ConfigError where settings do not go together. */
export function sourceOf(settings: Settings, layer: 'http' | 'transport'): IdentitySource {
  const certificate = settings.get(`security.ssl.${layer}.cert_file`);
  const key = settings.get(`security.ssl.${layer}.key_file`);
  const keystore = settings.get(`security.ssl.${layer}.keystore_filepath`);
  const [certificateName, keyName] = [`security.ssl.${layer}.cert_file`, `security.ssl.${layer}.key_file`];
  if ((certificate === undefined) !== (key === undefined)) {
    throw new ConfigError(`${certificateName} and ${keyName} go together; only one of them is given`);
  }
  if (certificate === undefined || key === undefined) {
    return keystore === undefined ? { kind: 'own' } : { kind: 'keystore', file: keystore };
  }
  if (keystore === undefined) return { kind: 'pem', certificate, key };
  throw new ConfigError(
    `${certificateName} and security.ssl.${layer}.keystore_filepath say the same; give one of them`,
  );
}

/** Throws ConfigError. */
export function clientCertificates(settings: Settings): ClientCertificates {
  const isTrusted = settings.get('security.ssl.http.ca_file') !== undefined;
  const mode = settings.get('security.ssl.http.clientauth_mode') ?? (isTrusted ? 'OPTIONAL' : 'NONE');
  if (mode === 'NONE' && revokedFile(settings) !== undefined) {
    throw new ConfigError(
      'security.ssl.http.crl.file_path is for client certificates, and none are asked for: give security.ssl.http.ca_file',
    );
  }
  if (mode === 'NONE' || isTrusted || sourceOf(settings, 'http').kind === 'own') return mode;
  throw new ConfigError(
    `security.ssl.http.clientauth_mode ${mode} needs security.ssl.http.ca_file: the authorities whose certificates are accepted`,
  );
}

/** The list of revoked client certificates, where there is one and it counts. */
export function revokedFile(settings: Settings): string | undefined {
  if (settings.get('security.ssl.http.crl.validate') === false) return undefined;
  return settings.get('security.ssl.http.crl.file_path');
}

/** Absolute. */
export function certificatesFolder(settings: Settings): string {
  return resolve(settings.get('path.certificates') ?? `${homePath(settings)}/certificates`);
}

/** Throws ConfigError. */
export function protocols(settings: Settings): {
  readonly minVersion: 'TLSv1.2' | 'TLSv1.3';
  readonly maxVersion: 'TLSv1.2' | 'TLSv1.3';
} {
  const given = settings.get('security.ssl.http.enabled_protocols');
  const other = given.find((name) => name !== 'TLSv1.2' && name !== 'TLSv1.3');
  if (other !== undefined || given.length === 0) {
    throw new ConfigError(
      `security.ssl.http.enabled_protocols takes TLSv1.2 and TLSv1.3, and not [${other ?? ''}]`,
    );
  }
  return {
    minVersion: given.includes('TLSv1.2') ? 'TLSv1.2' : 'TLSv1.3',
    maxVersion: given.includes('TLSv1.3') ? 'TLSv1.3' : 'TLSv1.2',
  };
}

/** Rules between the settings of TLS for REST. Throws ConfigError. */
export function checkTls(settings: Settings, isLoopback: boolean): void {
  const host = settings.get('http.host');
  sourceOf(settings, 'http');
  if (!servesTls(settings)) {
    if (isLoopback) return;
    throw new ConfigError(
      `[${host}] is reachable from other machines, so passwords would travel in the open: ` +
        'give --tls, and the service makes a certificate for itself, or give security.ssl.http.cert_file and security.ssl.http.key_file, or listen on 127.0.0.1',
    );
  }
  clientCertificates(settings);
  protocols(settings);
}
