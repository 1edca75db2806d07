import { isIP } from 'node:net';
import { parseAddresses } from './cluster-addresses.ts';
import { dataPaths } from './data-paths.ts';
import { Networks } from './networks.ts';
import { ConfigError, type Settings } from './settings.ts';
import { checkTls, sourceOf } from './tls-settings.ts';
import { transportAddress } from './transport-address.ts';

/** What is shorter can be guessed by who reads the records. */
export const secretLengthMin = 16;
/** What BLAKE2b takes. */
const saltBytes = 16;

/** Who waits longer than that would not notice that the service slept, and a processor would be busy for nothing. */
const busyPollMaxMs = 10;

/** Rules between settings. Throws ConfigError: what does not go together, and what to do. */
export function checkSettings(settings: Settings): void {
  const host = settings.get('http.host');
  const loopback = isLoopback(host);
  if (!settings.get('security.enabled') && !loopback) {
    throw new ConfigError(
      `--no-security is for a loopback address only, and [${host}] is reachable from other machines; ` +
        'leave one of the two out',
    );
  }
  dataPaths(settings);
  if (settings.get('http.busy_poll') > busyPollMaxMs) {
    throw new ConfigError(`http.busy_poll must be ${busyPollMaxMs}ms at most`);
  }
  checkTls(settings, loopback);
  checkTransport(settings);
  checkNetworks('http.trusted_proxies', settings.get('http.trusted_proxies'));
  checkAllowlist(settings.get('reindex.remote.allowlist'));
  const secret = settings.get('security.secret');
  if (secret !== undefined && settings.get('security.secret_file') !== undefined) {
    throw new ConfigError('security.secret and security.secret_file say the same; give one of them');
  }
  if (secret !== undefined && secret.length < secretLengthMin) {
    throw new ConfigError(`security.secret must have at least ${secretLengthMin} characters`);
  }
  const salt = settings.get('security.masking_salt');
  if (salt !== undefined && Buffer.byteLength(salt) !== saltBytes) {
    throw new ConfigError(`security.masking_salt must have ${saltBytes} bytes`);
  }
  const url = settings.get('opensearch.url');
  if (settings.get('backend') === 'opensearch') {
    if (url === undefined)
      throw new ConfigError('--backend opensearch needs --opensearch-url, the address of the cluster');
    checkAddresses(url, settings.get('opensearch.username'));
  }
}

/** Calls between clusters are encrypted where security is on, and only there. Throws ConfigError. */
function checkTransport(settings: Settings): void {
  sourceOf(settings, 'transport');
  const address = transportAddress(settings);
  if (address === undefined) return;
  if (settings.get('backend') === 'opensearch') {
    throw new ConfigError('transport.host and transport.port are for the embedded backend: leave them out');
  }
  if (!settings.get('security.enabled') && !isLoopback(address.host)) {
    throw new ConfigError(
      `[transport.host] is [${address.host}], which is reachable from other machines, and without security ` +
        'calls between clusters are not encrypted: leave --no-security out, or listen on 127.0.0.1',
    );
  }
}

/** Throws ConfigError: who may write to the service could have it call anybody. */
function checkAllowlist(patterns: readonly string[]): void {
  if (!patterns.some((pattern) => /^\*+$/.test(pattern))) return;
  throw new ConfigError(
    `Refusing to start because [reindex.remote.allowlist] [${patterns.join(', ')}] accepts all addresses. This would ` +
      'allow users to reindex-from-remote any URL they like effectively having Sextant make HTTP GETs for them.',
  );
}

/** Throws ConfigError. */
function checkNetworks(name: string, texts: readonly string[]): void {
  try {
    new Networks(texts);
  } catch (error) {
    throw new ConfigError(`[${name}]: ${(error as Error).message}`);
  }
}

/** Throws ConfigError, which never shows the addresses: a password may stand in them. */
function checkAddresses(text: string, username: string | undefined): void {
  let addresses: ReturnType<typeof parseAddresses>;
  try {
    addresses = parseAddresses(text);
  } catch (error) {
    throw new ConfigError(`opensearch.url ${(error as Error).message}`);
  }
  if (addresses.username !== undefined && username !== undefined) {
    throw new ConfigError(
      'opensearch.url has an account and opensearch.username is given: leave one of them out',
    );
  }
}

/** 127.0.0.0/8, ::1 or localhost. */
function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}
