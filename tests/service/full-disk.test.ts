import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Service, startService } from '../support/service.ts';

const mb = 1024 ** 2;
const sizeMb = 96;

/** A small file system of its own; undefined where this user may mount none. */
function mountSmall(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'none', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmdirSync(folder);
    return undefined;
  }
}

const folder = mountSmall();
afterAll(() => {
  if (folder === undefined) return;
  execFileSync('umount', [folder]);
  rmdirSync(folder);
});

describe.skipIf(folder === undefined)('on a small file system (needs the right to mount one)', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ security: false, data: join(folder!, 'data') });
  });
  afterAll(async () => {
    await service.stop();
  });

  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
    const answer = await fetch(service.url + path, init);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  /** A changed mark is looked at at once. */
  const look = (low: string) =>
    call('PUT', '/_cluster/settings', {
      transient: { 'cluster.routing.allocation.disk.watermark.low': low },
    });

  test('a disk that fills up makes indices read-only, with a line in the log, and space gives them back', async () => {
    await call('PUT', '/a/_doc/1', { a: 1 });
    const ballast = join(folder!, 'ballast');
    writeFileSync(ballast, Buffer.alloc(Math.floor(sizeMb * 0.96) * mb));
    await look('84%');
    await vi.waitFor(async () => expect((await call('PUT', '/a/_doc/1', { a: 2 })).status).toBe(429), {
      timeout: 30_000,
    });
    expect((await call('GET', '/a/_doc/1')).status).toBe(200);
    expect((await call('PUT', '/b')).body).toMatchObject({
      error: { type: 'index_create_block_exception' },
    });
    expect(service.output()).toContain('flood stage disk watermark [95%] exceeded on');
    rmSync(ballast);
    await look('83%');
    await vi.waitFor(async () => expect((await call('PUT', '/a/_doc/1', { a: 3 })).status).toBe(200), {
      timeout: 30_000,
    });
    expect((await call('PUT', '/b')).status).toBe(200);
  });
});
