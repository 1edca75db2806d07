import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';

export interface ServiceAddress {
  readonly url: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** PEM of a certificate to be trusted beside those of the system. */
  readonly certificate: string | undefined;
}

export interface NoAnswer {
  readonly problem: string;
  /** Nobody answers there. */
  readonly isAway: boolean;
}

const timeoutMs = 60_000;
const bytesMax = 64 * 1024 * 1024;

/** The body of the answer to a GET, whatever its status, or why there is none. Never rejects. */
export function ask(
  { url, user, password, certificate }: ServiceAddress,
  path: string,
): Promise<string | NoAnswer> {
  const request = url.startsWith('https:') ? tlsRequest : plainRequest;
  const options = {
    ...(user === undefined ? {} : { auth: `${user}:${password ?? ''}` }),
    ...(certificate === undefined ? {} : { ca: certificate }),
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
