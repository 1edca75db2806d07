import type { Clock } from '@sextant/base';
import { FakeClock, MemoryLog } from '@sextant/base/testing';
import type { ListenerTls } from '../http/tls-server.ts';
import { nodeFileReader } from '../tls/node-file-reader.ts';
import { RefusedHandshakes } from '../tls/refused-handshakes.ts';
import { ServedIdentity, type TlsLayer } from '../tls/served-identity.ts';
import type { TestAuthority, TestCertificate, TestFolder } from './certificates.ts';

export interface TestTls extends ListenerTls {
  readonly log: MemoryLog;
}

export interface TestTlsOptions extends Partial<ListenerTls['rules']> {
  readonly layer?: TlsLayer;
  readonly shows: TestCertificate;
  readonly trusts?: TestAuthority | undefined;
  /** A list of revoked certificates, in PEM. */
  readonly revoked?: string;
  readonly log?: MemoryLog;
  readonly clock?: Clock;
}

/** What a listener serves TLS with, from files of a test. */
export function testTls(folder: TestFolder, options: TestTlsOptions): TestTls {
  const { shows, trusts, revoked, layer = 'http', log = new MemoryLog(), clock = new FakeClock() } = options;
  const { clients = 'NONE', minVersion = 'TLSv1.2', maxVersion = 'TLSv1.3', handshakeMs } = options;
  const file = (name: string, text: string, setting: string) => ({
    path: folder.write(`${layer}.${name}`, text),
    setting: `security.ssl.${layer}.${setting}`,
  });
  const files = {
    certificate: file('crt', shows.cert, 'cert_file'),
    key: file('key', shows.keyText, 'key_file'),
    keystore: undefined,
    password: undefined,
    revoked: revoked === undefined ? undefined : file('crl', revoked, 'crl.file_path'),
    trusted: trusts === undefined ? undefined : file('ca', trusts.cert, 'ca_file'),
  };
  const identity = new ServedIdentity({ layer, files, reader: nodeFileReader, log, now: Date.now });
  return {
    identity,
    rules: { clients, minVersion, maxVersion, ...(handshakeMs === undefined ? {} : { handshakeMs }) },
    refused: new RefusedHandshakes({ layer, log, clock }),
    log,
  };
}
