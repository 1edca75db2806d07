// Plain JavaScript for Node 20.

const flag = '--max-semi-space-size';

/**
 * Flags of the Node that runs the service. Young objects of its first thread have two times 16 MB, as those of its others, instead of
 * two times 64: V8 fills all of that before it collects. Whoever sets it in NODE_OPTIONS has another size, for all threads.
 */
export function heapFlags(env = process.env) {
  return env.NODE_OPTIONS?.includes(flag) ? [] : [`${flag}=16`];
}
