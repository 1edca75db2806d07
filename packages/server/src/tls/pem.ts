import { X509Certificate } from 'node:crypto';
import type { KeyPair } from './make-certificate.ts';

const block =
  /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[\s\S]*?-----END (?:X509 |TRUSTED )?CERTIFICATE-----/g;

/** All certificates of a text, in order. Throws Node's error where one cannot be read. */
export function pemCertificates(text: string): X509Certificate[] {
  return [...text.matchAll(block)].map(([pem]) => new X509Certificate(pem));
}

/** A key with its certificate, as one text. */
export function pemOf({ key, certificate }: KeyPair): string {
  return `${String(key.export({ type: 'pkcs8', format: 'pem' }))}${certificate.toString()}`;
}
