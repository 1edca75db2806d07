import type { Settings } from '../config/settings.ts';
import { revokedFile, sourceOf } from '../config/tls-settings.ts';
import type { NamedFile, TlsFiles } from './tls-identity.ts';

/** The files of the certificates that the service makes for itself. */
export interface OwnFiles {
  /** Key and certificate of the node, in PEM; nobody but its user may read it. */
  readonly node: string;
  /** The authorities that are trusted, in PEM. */
  readonly trusted: string;
}

export function ownFiles(folder: string): OwnFiles {
  return { node: `${folder}/node.pem`, trusted: `${folder}/ca.crt` };
}

/** The files that the settings of a layer name, or `own` where they name none. Throws ConfigError. */
export function tlsFiles(
  settings: Settings,
  layer: 'http' | 'transport',
  own: OwnFiles | undefined,
): TlsFiles {
  const file = (path: string | undefined, setting: string): NamedFile | undefined =>
    path === undefined ? undefined : { path, setting };
  const given = (name: 'ca_file' | 'cert_file' | 'key_file' | 'keystore_filepath'): NamedFile | undefined => {
    const setting = `security.ssl.${layer}.${name}` as const;
    return file(settings.get(setting), setting);
  };
  const node = file(own?.node, 'path.certificates');
  const isKeystore = sourceOf(settings, layer).kind === 'keystore';
  const secret = `security.ssl.${layer}.${isKeystore ? 'keystore_password' : 'key_secret'}` as const;
  return {
    certificate: given('cert_file') ?? node,
    key: given('key_file') ?? node,
    keystore: given('keystore_filepath'),
    password: settings.get(secret),
    revoked: layer === 'http' ? file(revokedFile(settings), 'security.ssl.http.crl.file_path') : undefined,
    trusted: given('ca_file') ?? file(own?.trusted, 'path.certificates'),
  };
}
