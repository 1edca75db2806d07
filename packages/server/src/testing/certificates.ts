import { type KeyObject, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRandom } from '@sextant/base/testing';
import { type CertificateWish, type KeyPair, makeCertificate } from '../tls/make-certificate.ts';

export interface TestCertificate extends KeyPair {
  /** PEM texts. */
  readonly cert: string;
  readonly keyText: string;
}

type Wish = Partial<Pick<CertificateWish, 'kind' | 'commonName' | 'names' | 'now' | 'days'>>;

export interface TestAuthority extends TestCertificate {
  /** A certificate that it has signed; of a node on loopback where nothing is said. */
  readonly issue: (wish?: Wish) => TestCertificate;
}

const random = new SeededRandom(7);

function made(wish: Wish, authority: KeyPair | undefined): TestCertificate {
  const { key, certificate: bytes } = makeCertificate({
    kind: 'node',
    commonName: 'node',
    names: ['localhost', '127.0.0.1'],
    now: Date.now(),
    days: 30,
    ...wish,
    authority,
    random,
  });
  const certificate = new X509Certificate(bytes);
  return { key, certificate, cert: certificate.toString(), keyText: pemKey(key) };
}

export function testAuthority(commonName = 'Test CA'): TestAuthority {
  const own = made({ kind: 'authority', commonName }, undefined);
  return { ...own, issue: (wish = {}) => made(wish, own) };
}

export function pemKey(key: KeyObject, passphrase?: string): string {
  const sealed = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  return String(key.export({ type: 'pkcs8', format: 'pem', ...sealed }));
}

/** Files of a test: a path for each, and the way to change them. Keys are private. */
export interface TestFolder {
  readonly path: string;
  write(name: string, text: string | Uint8Array, mode?: number): string;
  remove(): void;
}

export function testFolder(): TestFolder {
  const path = mkdtempSync(join(tmpdir(), 'sextant-tls-'));
  return {
    path,
    write: (name, text, mode = 0o600) => {
      const file = join(path, name);
      rmSync(file, { force: true });
      writeFileSync(file, text, { mode });
      return file;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
