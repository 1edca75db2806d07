import { readFileSync } from 'node:fs';
import { LightRelease, releaseAfterWork, releaseSpareMemory } from '../node/spare-memory.ts';

/**
 * A process that uses memory, lets it go and gives it back: prints `{taken, left}`, MiB of its own that it had while it used
 * it, and has when it is given back or ten seconds are over. With the argument `light` it gives back as a thread does that rests for a moment, with `work`
 * as one does that has just done a piece of work.
 */
const ownMb = (): number =>
  Number(/RssAnon:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) >> 10;

const light = new LightRelease();
const ways = new Map([
  ['light', () => light.begin()],
  ['work', releaseAfterWork],
]);
const release = ways.get(process.argv[2] ?? '') ?? releaseSpareMemory;

/** Pieces of a size that the C library takes from its heaps and keeps there; what they take, while all of them are held. */
function useMemory(from: number): number {
  const pieces = Array.from({ length: 4_000 }, (_, i) => Buffer.alloc(50_000, i));
  return pieces.length === 4_000 ? ownMb() - from : 0;
}

release();
const before = ownMb();
const taken = useMemory(before);
release();
const limit = Date.now() + 10_000;
while (ownMb() - before >= taken * 0.7 && Date.now() < limit) {
  await new Promise((resolve) => setTimeout(resolve, 100));
}
process.stdout.write(JSON.stringify({ taken, left: ownMb() - before }));
