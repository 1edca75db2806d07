// Plain JavaScript for Node 20.
import { availableParallelism } from 'node:os';

const young = '--max-semi-space-size';
const old = '--initial-old-space-size';
const helpers = '--v8-pool-size';

/**
 * Flags of the Node that runs the service. Young objects of its first thread have two times 16 MB, as those of its others, instead of two times 64, all of
 * which V8 fills before it collects. With two times 32 it looks through all objects whenever the room left for old ones is smaller than that, again and again;
 * with two times 8 one in fifty small searches waits for a collection, and the slowest of a hundred take 1.3 to 1.6 times as long. As long as a thread has less
 * than 64 MB of old objects, V8 does not look through all of them to make room; by default it begins with 17 to 36, which a service that has just begun reaches again and again.
 * Where less than 128 MB of them are allowed, it is half of that. And no more threads help V8 to collect than there are processors beside the one that waits for them
 * (by default four, whatever there is). Whoever sets the first or the last in NODE_OPTIONS has it so, the first for all threads; the other one Node refuses there.
 */
export function heapFlags(env = process.env, processors = availableParallelism()) {
  const flags = [`${young}=16`, `${old}=64`];
  if (processors <= 4) flags.push(`${helpers}=${Math.max(1, processors - 1)}`);
  // V8 takes its flags with either.
  const given = env.NODE_OPTIONS?.replaceAll('_', '-') ?? '';
  return flags.filter((flag) => !given.includes(flag.split('=')[0]));
}

/**
 * What the C library is told besides: glibc gives each thread a heap of its own, and what is free in one of them is not used by others. With
 * two for two processors the service takes a tenth less memory and is as fast; more processors have more, so that no more threads than these meet
 * in one. Other systems and libraries do not know it. Whoever sets a number has it so, in either way that glibc knows.
 */
export function heapEnvironment(env = process.env, processors = availableParallelism()) {
  const isSet =
    env.MALLOC_ARENA_MAX !== undefined || env.GLIBC_TUNABLES?.includes('malloc.arena_max') === true;
  return isSet ? {} : { MALLOC_ARENA_MAX: String(Math.max(2, processors)) };
}
