import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

export interface StartOptions {
  /** Kept after `stop` when given; else a folder of its own that `stop` removes. */
  readonly data?: string;
  readonly args?: readonly string[];
  /** false: started with --no-security. */
  readonly security?: boolean;
  /** Resolves when the service answers on the port; one call in the clear where not given. */
  readonly probe?: (port: number) => Promise<unknown>;
}

export interface Service {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly password: string;
  readonly data: string;
  /** All that it printed. */
  output(): string;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL, without any chance to flush. Does not wait for the end: no start needs to. */
  kill(): void;
  /** `fetch` with the administrator's Basic credentials. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function exited(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

async function untilAnswers(
  probe: () => Promise<unknown>,
  child: ChildProcess,
  output: () => string,
): Promise<void> {
  const limit = Date.now() + 30_000;
  while (Date.now() < limit) {
    if (child.exitCode !== null)
      throw new Error(`the service ended at once (${child.exitCode}):\n${output()}`);
    try {
      await probe();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  throw new Error(`the service did not answer within 30 s:\n${output()}`);
}

/** Starts the built service as a process of its own on a free port. */
export async function startService(options: StartOptions = {}): Promise<Service> {
  const main = join(root, 'bin', 'sextant.mjs');
  if (!existsSync(join(root, 'dist', 'sextant', 'main.js'))) throw new Error('run `npm run build` first');
  const port = await freePort();
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'sextant-test-'));
  const password = 'correct-Horse-7-battery';
  const security = options.security === false ? ['--no-security'] : [];
  const child = spawn(
    process.execPath,
    [main, '--port', String(port), '--data', data, ...security, ...(options.args ?? [])],
    { env: { ...process.env, SEXTANT_ADMIN_PASSWORD: password }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(
    () => options.probe?.(port) ?? fetch(url),
    child,
    () => text,
  );
  const clean = (): void => {
    if (options.data === undefined) rmSync(data, { recursive: true, force: true });
  };
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  return {
    url,
    port,
    pid: child.pid!,
    password,
    data,
    output: () => text,
    stop: async () => {
      child.kill('SIGTERM');
      const code = await exited(child);
      clean();
      return code;
    },
    kill: () => {
      child.kill('SIGKILL');
    },
    fetch: (path, init = {}) =>
      fetch(url + path, { ...init, headers: { authorization, ...(init.headers as Record<string, string>) } }),
  };
}
