import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { releaseSpareMemory } from './spare-memory.ts';

const ownMb = (): number =>
  Number(/RssAnon:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) >> 10;

/** Pieces of a size that the C library takes from its heaps and keeps there. */
function useMemory(): void {
  const pieces = Array.from({ length: 4_000 }, (_, i) => Buffer.alloc(50_000, i));
  expect(pieces).toHaveLength(4_000);
}

test.skipIf(process.platform !== 'linux')(
  'memory that was used and is not any more goes back to the system',
  async () => {
    releaseSpareMemory();
    const before = ownMb();
    useMemory();
    expect(ownMb() - before).toBeGreaterThan(100);
    releaseSpareMemory();
    await expect.poll(() => ownMb() - before, { timeout: 10_000 }).toBeLessThan(60);
  },
);
