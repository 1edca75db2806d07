import { rootCertificates } from 'node:tls';
import { ConfigError, type Settings } from '../config/settings.ts';
import { certificatesFolder, servesTls } from '../config/tls-settings.ts';
import { nodeFileReader } from '../tls/node-file-reader.ts';
import { ownFiles, tlsFiles } from '../tls/tls-files.ts';
import { loadIdentity } from '../tls/tls-identity.ts';
import { TlsProblem } from '../tls/tls-problem.ts';
import type { ServiceAddress } from './ask-service.ts';

interface Given {
  readonly url: string | undefined;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

/** Where the service listens that was started with these settings. Throws ConfigError. */
export function addressOf(settings: Settings, { url, user, password }: Given): ServiceAddress {
  if (user !== undefined && password === undefined) {
    throw new ConfigError('--user needs the password in the environment variable SEXTANT_DIAGNOSE_PASSWORD');
  }
  const isTls = servesTls(settings);
  const address = { url: checked(url ?? listenedUrl(settings, isTls)), user, password };
  if (!isTls) return { ...address, trusted: undefined, checksName: true };
  const own = ownIdentity(settings);
  if (own instanceof TlsProblem) {
    // Who asks another address may be nobody who can read the keys of this machine.
    if (url !== undefined) return { ...address, trusted: undefined, checksName: true };
    throw new ConfigError(own.message);
  }
  const { trusted, shown } = own;
  // An address that was given may be another service, whose certificate another authority has signed.
  const others = url === undefined ? [] : rootCertificates;
  return { ...address, trusted: [...others, ...trusted], checksName: url !== undefined, shown };
}

/** What the service shows of itself, or why that cannot be read. Throws ConfigError. */
function ownIdentity(settings: Settings) {
  try {
    const files = tlsFiles(settings, 'http', ownFiles(certificatesFolder(settings)));
    const { options, chain, trusted = [] } = loadIdentity(files, nodeFileReader);
    const { ca: _, ...shown } = options;
    return { shown, trusted: [...chain, ...trusted].map(String) };
  } catch (error) {
    if (error instanceof TlsProblem) return error;
    throw error;
  }
}

function listenedUrl(settings: Settings, isTls: boolean): string {
  const host = settings.get('http.host');
  // An address that stands for all of them is reached by that of loopback.
  const named = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const shown = named.includes(':') ? `[${named}]` : named;
  return `${isTls ? 'https' : 'http'}://${shown}:${settings.get('http.port')}`;
}

function checked(url: string): string {
  const read = URL.canParse(url) ? new URL(url) : undefined;
  if (read === undefined || !/^https?:$/.test(read.protocol)) {
    throw new ConfigError(`--url takes an address such as http://127.0.0.1:9200 and not [${url}]`);
  }
  if (read.username !== '' || read.password !== '') {
    throw new ConfigError('--url takes no user: give --user, and the password in SEXTANT_DIAGNOSE_PASSWORD');
  }
  return url;
}
