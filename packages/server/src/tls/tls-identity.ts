import { createPrivateKey, type KeyObject, type X509Certificate } from 'node:crypto';
import { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext, type SecureContextOptions, TLSSocket } from 'node:tls';
import { pemCertificates } from './pem.ts';
import { TlsProblem } from './tls-problem.ts';

/** What one side of TLS shows of itself, and whom it trusts. */
export interface TlsIdentity {
  /** Key and certificates, and `ca` where somebody is trusted. */
  readonly options: SecureContextOptions;
  /** Of the node, and those that were given with it. */
  readonly chain: readonly [X509Certificate, ...X509Certificate[]];
  /** Undefined: callers' certificates are not trusted. */
  readonly trusted: readonly X509Certificate[] | undefined;
}

/** The files that an identity is made of, with the names of the settings that name them. */
export interface TlsFiles {
  readonly certificate: NamedFile | undefined;
  readonly key: NamedFile | undefined;
  /** PKCS#12, instead of the two. */
  readonly keystore: NamedFile | undefined;
  readonly password: string | undefined;
  readonly trusted: NamedFile | undefined;
  /** Certificates that no longer count. */
  readonly revoked?: NamedFile | undefined;
}

export interface NamedFile {
  readonly path: string;
  /** Of the setting, for what is said of the file. */
  readonly setting: string;
}

export interface FileReader {
  /** Rejects what cannot be read, and with `isSecret` what others may read. Throws TlsProblem. */
  read(file: NamedFile, isSecret: boolean): Buffer;
}

const revokedList = /-----BEGIN X509 CRL-----[\s\S]*?-----END X509 CRL-----/g;

/** Reads and checks what the files hold. Throws TlsProblem, which never shows a key or a password. */
export function loadIdentity(files: TlsFiles, reader: FileReader): TlsIdentity {
  const trusted = files.trusted === undefined ? undefined : trustedOf(files.trusted, reader);
  const crl = files.revoked === undefined ? {} : { crl: listsOf(files.revoked, reader) };
  const ca = trusted === undefined ? {} : { ca: trusted.map(String), ...crl };
  if (files.keystore !== undefined) {
    const pfx = reader.read(files.keystore, true);
    const { keystore, password } = files;
    const options = { pfx, ...(password === undefined ? {} : { passphrase: password }), ...ca };
    const wrong = 'holds no key and certificate as PKCS#12, or the password is another';
    return { options, chain: [certificateOf(contextOf(options, keystore, wrong), keystore)], trusted };
  }
  const { certificate, key, password } = files;
  if (certificate === undefined || key === undefined)
    throw new TlsProblem('no certificate and key are named');
  const text = reader.read(certificate, certificate.path === key.path).toString('latin1');
  const chain = chainOf(text, certificate);
  const secret = keyOf(reader.read(key, true), key, password);
  if (!chain[0].checkPrivateKey(secret)) {
    throw new TlsProblem(`${shown(key)} is not the key of the certificate in ${certificate.path}`);
  }
  const pem = String(secret.export({ type: 'pkcs8', format: 'pem' }));
  const options = { key: pem, cert: chain.map(String).join(''), ...ca };
  contextOf(options, certificate, 'cannot be used');
  return { options, chain, trusted };
}

function chainOf(text: string, file: NamedFile): [X509Certificate, ...X509Certificate[]] {
  let chain: X509Certificate[] = [];
  try {
    chain = pemCertificates(text);
  } catch {
    // Told below.
  }
  const [first, ...others] = chain;
  if (first === undefined) throw new TlsProblem(`${shown(file)} holds no certificate in PEM`);
  return [first, ...others];
}

/** One list each, as Node wants them. */
function listsOf(file: NamedFile, reader: FileReader): string[] {
  const lists = reader.read(file, false).toString('latin1').match(revokedList) ?? [];
  if (lists.length === 0) throw new TlsProblem(`${shown(file)} holds no list of revoked certificates in PEM`);
  for (const crl of lists) contextOf({ crl }, file, 'holds no list of revoked certificates in PEM');
  return lists;
}

function trustedOf(file: NamedFile, reader: FileReader): readonly X509Certificate[] {
  return chainOf(reader.read(file, false).toString('latin1'), file);
}

function keyOf(bytes: Buffer, file: NamedFile, passphrase: string | undefined): KeyObject {
  try {
    return createPrivateKey({ key: bytes, ...(passphrase === undefined ? {} : { passphrase }) });
  } catch {
    // What Node says of it may tell something of the key.
    const isSealed = bytes.includes('ENCRYPTED') ? ', or its password is another' : '';
    throw new TlsProblem(`${shown(file)} holds no private key in PEM${isSealed}`);
  }
}

function contextOf(options: SecureContextOptions, file: NamedFile, wrong: string): SecureContext {
  try {
    return createSecureContext(options);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? '';
    throw new TlsProblem(`${shown(file)} ${wrong}${why === '' ? '' : ` (${why})`}`);
  }
}

/** What a context would show: Node tells that of sockets alone. */
function certificateOf(secureContext: SecureContext, file: NamedFile): X509Certificate {
  const socket = new TLSSocket(new Duplex({ read() {}, write: (_, __, done) => done() }), {
    isServer: true,
    secureContext,
  });
  try {
    const certificate = socket.getX509Certificate();
    if (certificate !== undefined) return certificate;
  } finally {
    socket.destroy();
  }
  throw new TlsProblem(`${shown(file)} holds no certificate`);
}

function shown({ setting, path }: NamedFile): string {
  return `${setting}: the file ${path}`;
}

/** Whom it trusts, as a text to compare: what was judged by another one counts no more. */
export function trustOf({ options }: TlsIdentity): string {
  return JSON.stringify([options.ca ?? null, options.crl ?? null]);
}
