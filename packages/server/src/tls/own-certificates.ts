import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Clock, Disk, Log, Random } from '@sextant/base';
import type { KeyPair } from './make-certificate.ts';
import { pemCertificates, pemOf } from './pem.ts';
import { type OwnFiles, ownFiles } from './tls-files.ts';
import { TlsProblem } from './tls-problem.ts';

const authorityDays = 5 * 365;
const nodeDays = 365;
const dayMs = 24 * 3_600_000;
/** A node's certificate is made anew when it has no longer than this. */
const renewMs = 30 * dayMs;
/** An authority's, before it would end earlier than what it signs. */
const renewAuthorityMs = (nodeDays + 30) * dayMs;

export interface OwnCertificatesParts {
  readonly disk: Disk;
  /** Absolute; made where it is missing. */
  readonly folder: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
  readonly log: Log;
  /** Of the node: the common name of its certificate. */
  readonly nodeName: string;
  /** Names and addresses by which the node is called. */
  readonly names: readonly string[];
}

/**
 * An authority and a certificate of the node that the service makes for itself and renews. `ca.pem` holds the key that
 * signs, `node.pem` the node's, each with its certificate, so that they are always replaced together; `ca.crt` is for others. A
 * folder without `ca.pem` was made elsewhere: its certificate is used, and cannot be renewed here.
 */
export class OwnCertificates {
  readonly #parts: OwnCertificatesParts;
  #toldOfEnd = false;

  constructor(parts: OwnCertificatesParts) {
    this.#parts = parts;
  }

  get files(): OwnFiles {
    return ownFiles(this.#parts.folder);
  }

  /** A node can be served with what is there. */
  get isThere(): boolean {
    const { node, trusted } = this.files;
    return this.#parts.disk.exists(node) && this.#parts.disk.exists(trusted);
  }

  /**
   * Makes what is missing or near its end. True = something was made. With `checksNames` also where the node has a name that
   * its certificate lacks. Throws DiskError and TlsProblem; what was there stays then.
   */
  async ensure({ checksNames = false } = {}): Promise<boolean> {
    const { disk, folder } = this.#parts;
    disk.makeDirectory(folder);
    const node = this.#read('node.pem');
    if (!disk.exists(`${folder}/ca.pem`) && node !== undefined) {
      this.#tellOfEnd(node.certificate);
      return false;
    }
    const authority = await this.authority();
    const isSigned = node?.certificate.verify(authority.pair.certificate.publicKey) === true;
    const lacks = checksNames && node !== undefined && this.#lacksName(node.certificate);
    if (node !== undefined && isSigned && !lacks && this.#isFresh(node.certificate, renewMs)) {
      return authority.made;
    }
    await this.#makeNode(authority.pair, node);
    return true;
  }

  /** The one that is there, or another, in a folder that is there. Throws DiskError and TlsProblem. */
  async authority(): Promise<{ readonly pair: KeyPair; readonly made: boolean }> {
    const { disk, folder, clock, random, log } = this.#parts;
    const known = this.#read('ca.pem');
    if (known !== undefined && this.#isFresh(known.certificate, renewAuthorityMs)) {
      return { pair: known, made: this.#publish(known.certificate) };
    }
    const { makeCertificate } = await import('./make-certificate.ts');
    // The same key and name: who trusts the certificate before this one trusts what is signed, until that one ends.
    const made = makeCertificate({
      kind: 'authority',
      commonName: `Sextant CA ${Buffer.from(random.bytes(4)).toString('hex')}`,
      names: [],
      now: clock.now(),
      days: authorityDays,
      authority: undefined,
      random,
      ...(known === undefined ? {} : { key: known.key, subject: known.certificate }),
    });
    const pair = { key: made.key, certificate: new X509Certificate(made.certificate) };
    writeFile(disk, folder, 'ca.pem', pemOf(pair));
    this.#publish(pair.certificate);
    log.log('info', 'tls', known === undefined ? 'an authority was made' : 'the authority was renewed', {
      file: this.files.trusted,
      until: pair.certificate.validToDate.toISOString(),
    });
    return { pair, made: true };
  }

  /** Puts the certificate of the authority where others find it, beside what stands there. */
  #publish(certificate: X509Certificate): boolean {
    const { disk, folder } = this.#parts;
    const path = this.files.trusted;
    const text = disk.exists(path) ? Buffer.from(disk.readFile(path)).toString('latin1') : '';
    const others = pemCertificates(text);
    if (others.some((other) => other.fingerprint256 === certificate.fingerprint256)) return false;
    const kept = others.filter((other) => !other.publicKey.equals(certificate.publicKey));
    const all = [certificate, ...kept].map(String).join('');
    writeFile(disk, folder, 'ca.crt', all, 'create');
    return true;
  }

  async #makeNode(authority: KeyPair, before: KeyPair | undefined): Promise<void> {
    const { disk, folder, clock, random, log, nodeName } = this.#parts;
    const { makeCertificate } = await import('./make-certificate.ts');
    const made = makeCertificate({
      kind: 'node',
      commonName: nodeName.slice(0, 64),
      names: this.#names(),
      now: clock.now(),
      days: nodeDays,
      authority,
      random,
    });
    const pair = { key: made.key, certificate: new X509Certificate(made.certificate) };
    writeFile(disk, folder, 'node.pem', pemOf(pair));
    log.log('info', 'tls', before === undefined ? 'a certificate was made' : 'the certificate was renewed', {
      file: this.files.node,
      until: pair.certificate.validToDate.toISOString(),
    });
  }

  #read(name: string): KeyPair | undefined {
    const { disk, folder } = this.#parts;
    const path = `${folder}/${name}`;
    if (!disk.exists(path)) return undefined;
    const text = Buffer.from(disk.readFile(path)).toString('latin1');
    try {
      const pair = { key: createPrivateKey(text), certificate: new X509Certificate(text) };
      if (pair.certificate.checkPrivateKey(pair.key)) return pair;
    } catch {
      // Told below, without what the file holds.
    }
    throw new TlsProblem(
      `${path} holds no key with its certificate: put it back from a copy, or remove it, and another is made` +
        (name === 'ca.pem' ? ' (callers then have to trust another ca.crt)' : ''),
    );
  }

  /** A clock that was wrong when it was made is seen by this too. */
  #isFresh({ validFromDate, validToDate }: X509Certificate, leastMs: number): boolean {
    const now = this.#parts.clock.now();
    return validFromDate.getTime() <= now && validToDate.getTime() - now >= leastMs;
  }

  #names(): readonly string[] {
    return [...new Set(this.#parts.names)].filter(isPossibleName).slice(0, namesMax);
  }

  #lacksName(certificate: X509Certificate): boolean {
    return this.#names().some((name) =>
      isIP(name) === 0
        ? certificate.checkHost(name, { subject: 'never' }) === undefined
        : certificate.checkIP(name) === undefined,
    );
  }

  #tellOfEnd(certificate: X509Certificate): void {
    if (this.#toldOfEnd || this.#isFresh(certificate, renewMs)) return;
    this.#toldOfEnd = true;
    this.#parts.log.log('warn', 'tls', 'the certificate ends soon and was made elsewhere: bring another', {
      file: this.files.node,
      until: certificate.validToDate.toISOString(),
    });
  }
}

const namesMax = 64;

export function isPossibleName(name: string): boolean {
  return isIP(name) !== 0 || /^(?!-)[a-z0-9._-]{1,253}$/i.test(name);
}

/** Whole or not at all, also where the machine stops in between. */
export function writeFile(
  disk: Disk,
  folder: string,
  name: string,
  text: string,
  mode: 'create' | 'create-private' = 'create-private',
): void {
  const draft = `${folder}/${name}.new`;
  // What an interrupted attempt left may belong to anybody.
  disk.remove(draft);
  const file = disk.open(draft, mode);
  try {
    file.write(Buffer.from(text));
    file.sync();
  } catch (error) {
    file.close();
    disk.remove(draft);
    throw error;
  } finally {
    file.close();
  }
  disk.rename(draft, `${folder}/${name}`);
  disk.syncDirectory(folder);
}
