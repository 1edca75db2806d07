import { Agent, request } from 'node:http';
import type { Step } from './scenario.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Sends one request as it is written, path included; nothing is followed, decoded or repaired. */
export function ask(url: string, step: Pick<Step, 'method' | 'path' | 'headers' | 'body'>): Promise<Reply> {
  const { hostname, port } = new URL(url);
  const body = step.body === undefined ? undefined : Buffer.from(step.body);
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  const path = encodeURI(step.path).replace(/%25([0-9a-fA-F]{2})/g, '%$1');
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, hostname, port, method: step.method, path, headers: { ...step.headers, ...length } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const headers: Record<string, string> = {};
          for (const [name, value] of Object.entries(response.headers)) {
            if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
          }
          resolve({ status: response.statusCode!, headers, text: Buffer.concat(chunks).toString() });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
