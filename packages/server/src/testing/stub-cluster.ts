import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MemoryLog } from '@sextant/base/testing';
import { createOpenSearchBackend, type OpenSearchOptions } from '../backend/opensearch/index.ts';
import { type TestApp, testApp } from './test-app.ts';
import { testScheduler } from './test-tasks.ts';

interface SeenCall {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Reply = (response: ServerResponse, seen: SeenCall) => void;

interface StubCluster {
  readonly url: string;
  /** What was asked of it, but for the service's own questions. */
  readonly seen: SeenCall[];
  readonly server: Server;
}

const info = '{"name":"node-1","cluster_name":"far","cluster_uuid":"AAAAAAAAAAAAAAAAAAAAAA"}';

export function replyJson(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(text);
}

/** Clusters of one socket each, and services over them; all are closed together. */
export class StubClusters {
  readonly #closing: (() => Promise<unknown>)[] = [];

  /** What was asked is kept; who the cluster is, and whether it is there, is answered as a cluster would. */
  async cluster(
    reply: Reply,
    port = 0,
    health: Reply = (response) => replyJson(response, 200, info),
  ): Promise<StubCluster> {
    const seen: SeenCall[] = [];
    const answer = (request: IncomingMessage, response: ServerResponse, chunks: readonly Buffer[]): void => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
      if (url === '/' || url.startsWith('/_cluster/health?timeout=0s')) {
        health(response, one);
        return;
      }
      seen.push(one);
      reply(response, one);
    };
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('error', () => {});
      request.on('end', () => answer(request, response, chunks));
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    this.#closing.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, server };
  }

  async serviceOver(
    url: string,
    options: Partial<OpenSearchOptions> = {},
  ): Promise<TestApp & { readonly log: MemoryLog }> {
    const { clock, scheduler } = testScheduler();
    const log = new MemoryLog();
    const backend = createOpenSearchBackend({ url, log, clock, scheduler, ...options });
    const app = await testApp({ backend });
    this.#closing.push(() => app.close());
    return { ...app, log };
  }

  async close(): Promise<void> {
    for (const close of this.#closing.splice(0).reverse()) await close();
  }
}
