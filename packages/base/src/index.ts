export { assert, InvariantError } from './assert.ts';
export { crc32 } from './crc32.ts';
export { detach, detachWhole, ownsBuffer } from './detach.ts';
export {
  decodeFramed,
  encodeFramed,
  type FramedFormat,
  FrameError,
  MAY_COUNT,
  readFramed,
  readFramedOrExplain,
  replaceFramed,
  writeFramed,
} from './framed-file.ts';
export { PassingSet } from './passing-set.ts';
export type { Channel } from './ports/channel.ts';
export type { Clock } from './ports/clock.ts';
export {
  type Disk,
  DiskError,
  type DiskErrorCode,
  type DiskFile,
  type DiskSpace,
  type FileMapping,
  type OpenMode,
} from './ports/disk.ts';
export type { Log, LogLevel } from './ports/log.ts';
export type { Random } from './ports/random.ts';
export type { ThreadPriority } from './ports/thread-priority.ts';
export { runAll } from './run-all.ts';
