import { X509Certificate } from 'node:crypto';
import type { Clock, Disk, Log, Random } from '@sextant/base';
import { isPossibleName, OwnCertificates, writeFile } from './own-certificates.ts';
import { pemOf } from './pem.ts';
import { TlsProblem } from './tls-problem.ts';

/** A node of a cluster: its folder, and by which names and addresses others call it. */
interface NodeWish {
  readonly name: string;
  readonly names: readonly string[];
}

export interface CertificateWishes {
  readonly disk: Disk;
  /** Absolute; made where it is missing. An authority that is there signs again. */
  readonly folder: string;
  readonly nodes: readonly NodeWish[];
  /** User names. */
  readonly clients: readonly string[];
  readonly days: number;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
  readonly log: Log;
}

export interface WrittenFile {
  readonly path: string;
  readonly what: string;
}

const dayMs = 24 * 3_600_000;
const plainName = /^(?!\.)[a-z0-9._-]{1,64}$/i;
const loopback = ['localhost', '127.0.0.1', '::1'];

/**
 * Makes certificates that one authority has signed: for each node a folder that `--certificates` takes, for each user a file. What is
 * there of them is replaced. Throws TlsProblem and DiskError.
 */
export async function writeCertificates(wishes: CertificateWishes): Promise<readonly WrittenFile[]> {
  const { disk, folder, nodes, clients, days, clock, random, log } = wishes;
  checkWishes(wishes);
  const own = new OwnCertificates({ disk, folder, clock, random, log, nodeName: '', names: [] });
  disk.makeDirectory(folder);
  const { pair: authority } = await own.authority();
  const { makeCertificate } = await import('./make-certificate.ts');
  const now = clock.now();
  if (authority.certificate.validToDate.getTime() < now + days * dayMs) {
    throw new TlsProblem(`${folder}/ca.pem ends before ${days} days are over: ask for fewer days`);
  }
  const made = (kind: 'node' | 'client', commonName: string, names: readonly string[]): string => {
    const { key, certificate } = makeCertificate({ kind, commonName, names, now, days, authority, random });
    return pemOf({ key, certificate: new X509Certificate(certificate) });
  };
  const written: WrittenFile[] = [
    { path: own.files.trusted, what: 'the authority, for those who call' },
    { path: `${folder}/ca.pem`, what: 'its key: keep it safe, no service needs it' },
  ];
  const trusted = Buffer.from(disk.readFile(own.files.trusted)).toString('latin1');
  for (const { name, names } of nodes) {
    const of = `${folder}/${name}`;
    disk.makeDirectory(of);
    writeFile(disk, of, 'node.pem', made('node', name, [...new Set([name, ...names, ...loopback])]));
    writeFile(disk, of, 'ca.crt', trusted, 'create');
    written.push({ path: of, what: 'a node: bring the folder there and start with --certificates FOLDER' });
  }
  for (const name of clients) {
    writeFile(disk, folder, `${name}.client.pem`, made('client', name, []));
    written.push({ path: `${folder}/${name}.client.pem`, what: `key and certificate of the user ${name}` });
  }
  return written;
}

function checkWishes({ nodes, clients }: CertificateWishes): void {
  for (const name of [...nodes.map((node) => node.name), ...clients]) {
    if (plainName.test(name)) continue;
    throw new TlsProblem(
      `[${name}] is no name: letters, digits, points, hyphens and underscores, 64 at most`,
    );
  }
  const wrong = nodes.flatMap(({ names }) => names).find((name) => !isPossibleName(name));
  if (wrong !== undefined) throw new TlsProblem(`[${wrong}] is neither a host name nor an address`);
}
