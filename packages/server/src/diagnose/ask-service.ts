import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { SecureContextOptions } from 'node:tls';

export interface ServiceAddress {
  readonly url: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** Certificates in PEM that are trusted; undefined: those of the system. */
  readonly trusted: readonly string[] | undefined;
  /** False where it is known whose certificate it must be: then it need not name the address. */
  readonly checksName: boolean;
  /** Shown to a service that asks its callers for a certificate. */
  readonly shown?: Pick<SecureContextOptions, 'key' | 'cert' | 'pfx' | 'passphrase'>;
}

export interface NoAnswer {
  readonly problem: string;
  /** Nobody answers there. */
  readonly isAway: boolean;
}

const timeoutMs = 60_000;
const bytesMax = 64 * 1024 * 1024;

/** A certificate that is trusted itself needs no authority above it. */
function trustOf({ trusted, checksName, shown }: ServiceAddress) {
  return {
    ...(trusted === undefined ? {} : { ca: [...trusted], allowPartialTrustChain: true }),
    ...(checksName ? {} : { checkServerIdentity: () => undefined }),
    ...shown,
  };
}

/** The body of the answer to a GET, whatever its status, or why there is none. Never rejects. */
export function ask(address: ServiceAddress, path: string): Promise<string | NoAnswer> {
  const { url, user, password } = address;
  const request = url.startsWith('https:') ? tlsRequest : plainRequest;
  const options = {
    ...(user === undefined ? {} : { auth: `${user}:${password ?? ''}` }),
    ...trustOf(address),
    signal: AbortSignal.timeout(timeoutMs),
  };
  return new Promise((resolve) => {
    const asked = request(new URL(path, url), options, (answer) => {
      const { statusCode = 0 } = answer;
      const parts: Buffer[] = [];
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes <= bytesMax) parts.push(part);
        else answer.destroy(new Error(`more than ${bytesMax} bytes`));
      });
      answer.on('error', (error) => resolve({ problem: error.message, isAway: false }));
      answer.on('end', () => {
        const refused = statusCode === 401 || statusCode === 403;
        const problem = `status ${statusCode}: name a user who may monitor the cluster with --user`;
        resolve(refused ? { problem, isAway: false } : Buffer.concat(parts).toString());
      });
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      const isAway = error.code !== 'ABORT_ERR';
      resolve({ problem: error.message === '' ? String(error.code) : error.message, isAway });
    });
    asked.end();
  });
}
