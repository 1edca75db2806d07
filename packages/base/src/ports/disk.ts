/**
 * Durable storage. Calls are synchronous on purpose: the writer owns a thread of its own, where a blocking
 * fsync is faster than an asynchronous one, and positional reads of a few kilobytes take microseconds.
 * Paths are absolute. Every failure throws `DiskError`.
 */
export interface Disk {
  /**
   * `read`: must exist. `create`: made or truncated to nothing, then written. `append`: made when missing,
   * kept otherwise. `create-private`: as `create`, and a file that is made belongs to its user alone (0600).
   */
  open(path: string, mode: OpenMode): DiskFile;
  readFile(path: string): Uint8Array;
  /** Atomic replacement on the same file system; durable only after `syncDirectory` of the parent. */
  rename(from: string, to: string): void;
  /** Missing is not an error. */
  remove(path: string): void;
  /** Removes a folder with everything in it; missing is not an error. */
  removeTree(path: string): void;
  /** Names (not paths) in a folder, sorted; throws when the folder is missing. */
  list(path: string): string[];
  /** Makes the folder and its missing parents. */
  makeDirectory(path: string): void;
  /** Makes renames, creations and removals in this folder durable. */
  syncDirectory(path: string): void;
  exists(path: string): boolean;
  /** Size of a file in bytes. */
  sizeOf(path: string): number;
  /** Space of the file system that holds `path`, in bytes. */
  space(path: string): DiskSpace;
  /**
   * Whether a file of so many bytes is mapped by `map`, in every thread; otherwise it is better held in shared memory. No
   * further one is where the system gives no more mappings.
   */
  maps(bytes: number): boolean;
  /**
   * The content of a file that nobody writes any more. It must have exactly `bytes` bytes, and may be removed meanwhile:
   * the content stays until `unmap`.
   */
  map(path: string, bytes: number): FileMapping;
  /** The same, but undefined where the file would be read instead: for what is better read in parts then. */
  mapOnly(path: string, bytes: number): FileMapping | undefined;
}

/** The content of a file as memory of this thread. */
export interface FileMapping {
  readonly buffer: ArrayBuffer;
  /** False where the system refused, and the file was read. */
  readonly mapped: boolean;
  /** Lets the memory go. Views of the buffer are empty from then on. May be called twice. */
  unmap(): void;
}

export type OpenMode = 'read' | 'create' | 'create-private' | 'append';

export interface DiskSpace {
  readonly totalBytes: number;
  readonly freeBytes: number;
  readonly availableBytes: number;
}

export interface DiskFile {
  readonly size: number;
  /** Fills `target` from `position`; returns the bytes read, fewer only at the end of the file. */
  read(target: Uint8Array, position: number): number;
  /** Appends all of `bytes` at the end. Durable only after `sync`. */
  write(bytes: Uint8Array): void;
  /** Replaces bytes that were written, in a file that was opened with `create`. Durable only after `sync`. */
  overwrite(bytes: Uint8Array, position: number): void;
  sync(): void;
  truncate(size: number): void;
  /** May be called twice. */
  close(): void;
}

/** `exhausted`: too many open files, or no memory; it says nothing of the file. */
export type DiskErrorCode = 'missing' | 'no_space' | 'denied' | 'exists' | 'exhausted' | 'failed';

export class DiskError extends Error {
  readonly code: DiskErrorCode;
  readonly path: string;
  constructor(code: DiskErrorCode, path: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DiskError';
    this.code = code;
    this.path = path;
  }
}
