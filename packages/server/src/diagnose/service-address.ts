import { readFileSync } from 'node:fs';
import { ConfigError, type Settings } from '../config/settings.ts';
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
  const file = settings.get('http.tls.certificate');
  let certificate: string | undefined;
  try {
    certificate = file === undefined ? undefined : readFileSync(file, 'utf8');
  } catch {
    throw new ConfigError(`http.tls.certificate: the file ${file} cannot be read`);
  }
  return { url: checked(url ?? listenedUrl(settings, file !== undefined)), user, password, certificate };
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
