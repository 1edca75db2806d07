export { type DirectoryLock, type LockOptions, lockDirectory } from './directory-lock.ts';
export { type KernelLock, loadKernelLock } from './kernel-lock.ts';
export { type FileCalls, NodeDisk } from './node-disk.ts';
export { releaseSpareMemory } from './spare-memory.ts';
export { SystemClock } from './system-clock.ts';
export { SystemRandom } from './system-random.ts';
export { NodeThreadPriority } from './thread-priority.ts';
export { parentChannel, spawnWorker, type WorkerOptions } from './worker-channel.ts';
