export { type DirectoryLock, lockDirectory } from './directory-lock.ts';
export { NodeDisk } from './node-disk.ts';
export { SystemClock } from './system-clock.ts';
export { SystemRandom } from './system-random.ts';
export { parentChannel, spawnWorker, type WorkerOptions } from './worker-channel.ts';
