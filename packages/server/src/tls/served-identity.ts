import { hash, type X509Certificate } from 'node:crypto';
import type { Log } from '@sextant/base';
import type { FileReader, NamedFile, TlsFiles, TlsIdentity } from './tls-identity.ts';
import { loadIdentity } from './tls-identity.ts';
import { TlsProblem } from './tls-problem.ts';

/** Which layer: REST, or calls between clusters. */
export type TlsLayer = 'http' | 'transport';

export interface ServedIdentityParts {
  readonly layer: TlsLayer;
  readonly files: TlsFiles;
  readonly reader: FileReader;
  readonly log: Log;
  readonly now: () => number;
}

/**
 * The identity of one layer as long as the service runs. Files that are replaced are read anew; where they cannot be used, what
 * was read before stays.
 */
export class ServedIdentity {
  readonly layer: TlsLayer;
  readonly #parts: ServedIdentityParts;
  readonly #listeners = new Set<(identity: TlsIdentity) => void>();
  #current: TlsIdentity;
  #fingerprint: string;

  /** Throws TlsProblem. */
  constructor(parts: ServedIdentityParts) {
    this.#parts = parts;
    this.layer = parts.layer;
    this.#fingerprint = this.#read();
    this.#current = loadIdentity(parts.files, parts.reader);
    this.#tellValidity(this.#current.chain[0]);
  }

  get current(): TlsIdentity {
    return this.#current;
  }

  /** Tells of each identity that follows. What is returned ends that. */
  onChange(listener: (identity: TlsIdentity) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads anew whatever the files say. Throws TlsProblem, and then nothing has changed. */
  reload(): void {
    const { files, reader, log, layer } = this.#parts;
    this.#fingerprint = this.#read();
    let next: TlsIdentity;
    try {
      next = loadIdentity(files, reader);
      this.#checkValidity(next.chain[0]);
    } catch (error) {
      log.log('error', 'tls', 'a new certificate cannot be used, the one before it stays', {
        layer,
        why: error instanceof Error ? error.message : String(error),
      });
      throw error;
    }
    this.#current = next;
    log.log('info', 'tls', 'certificates were read anew', {
      layer,
      until: next.chain[0].validToDate.toISOString(),
    });
    for (const listener of this.#listeners) listener(next);
  }

  /** Reads anew where a file has changed. Failures are logged once for each state of the files. */
  reloadIfChanged(): void {
    const fingerprint = this.#read();
    if (fingerprint === this.#fingerprint) return;
    try {
      this.reload();
    } catch (error) {
      if (!(error instanceof TlsProblem)) throw error;
    }
  }

  /** A digest of all files; what cannot be read counts as empty. */
  #read(): string {
    const { certificate, key, keystore, trusted, revoked } = this.#parts.files;
    const digests = [certificate, key, keystore, trusted, revoked].map((file) => this.#digest(file));
    return digests.join(' ');
  }

  #digest(file: NamedFile | undefined): string {
    if (file === undefined) return '-';
    try {
      return hash('sha256', this.#parts.reader.read(file, false), 'base64');
    } catch {
      return '?';
    }
  }

  /** Throws TlsProblem. */
  #checkValidity({ validFromDate, validToDate }: X509Certificate): void {
    const now = this.#parts.now();
    if (validToDate.getTime() <= now) {
      throw new TlsProblem(`the certificate has ended on ${validToDate.toISOString()}`);
    }
    if (validFromDate.getTime() > now) {
      throw new TlsProblem(`the certificate begins only on ${validFromDate.toISOString()}`);
    }
  }

  #tellValidity(certificate: X509Certificate): void {
    const { log, layer } = this.#parts;
    try {
      this.#checkValidity(certificate);
    } catch (error) {
      log.log('error', 'tls', 'callers will refuse the certificate', {
        layer,
        why: (error as Error).message,
      });
    }
  }
}
