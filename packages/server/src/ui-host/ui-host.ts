import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { table } from '@sextant/contract';
import type { UiAnswer, UiHost } from '../http/service-request.ts';

const types: Readonly<Record<string, string>> = table({
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
});

/** Nothing from elsewhere, no inline code, and no page of others around ours. */
const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/**
 * Serves the built interface. Files below `assets/` carry a hash in their names and never change; every path
 * without a file is the page itself, which reads the rest of the address.
 */
export class FileUiHost implements UiHost {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async serve(
    path: string,
    headers: Readonly<Record<string, string | undefined>>,
  ): Promise<UiAnswer | undefined> {
    if (path === '/_ui') return { status: 302, headers: { location: '/_ui/' }, body: undefined };
    const name = safeName(path.slice('/_ui/'.length));
    if (name === undefined) return undefined;
    const isFile = extname(name) !== '';
    const file = isFile ? name : 'index.html';
    const accepted = headers['accept-encoding'] ?? '';
    const found = await this.#read(file, accepted);
    if (found === undefined) return isFile ? undefined : notBuilt;
    const cache = file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    return {
      status: 200,
      headers: {
        'content-type': types[extname(file)] ?? 'application/octet-stream',
        'cache-control': cache,
        vary: 'accept-encoding',
        ...(found.encoding === undefined ? {} : { 'content-encoding': found.encoding }),
        ...securityHeaders,
      },
      body: found.body,
    };
  }

  async #read(file: string, accepted: string): Promise<{ body: Buffer; encoding?: string } | undefined> {
    const path = join(this.#directory, file);
    for (const [encoding, suffix] of encodings) {
      if (!new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`).test(accepted)) continue;
      const body = await readOrNothing(path + suffix);
      if (body !== undefined) return { body, encoding };
    }
    const body = await readOrNothing(path);
    return body === undefined ? undefined : { body };
  }
}

const notBuilt: UiAnswer = {
  status: 503,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: Buffer.from('The web interface is not built; run `npm run build`, then load this page again.\n'),
};

/** The name of a file below the folder; undefined for what would lead out of it. */
function safeName(encoded: string): string | undefined {
  try {
    const name = decodeURIComponent(encoded);
    const isSafe =
      !name.includes('\0') && !name.includes('\\') && name.split('/').every((part) => part !== '..');
    return isSafe ? name : undefined;
  } catch {
    return undefined;
  }
}

async function readOrNothing(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
