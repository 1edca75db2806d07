import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { detach } from '../detach.ts';
import {
  type Disk,
  DiskError,
  type DiskErrorCode,
  type DiskFile,
  type DiskSpace,
  type FileMapping,
  type OpenMode,
} from '../ports/disk.ts';
import { type FileMapper, loadFileMapper } from './file-mapper.ts';
import { MappingLedger } from './mapping-ledger.ts';

/** `w+` and `a+` so that a file that is being written can be read through the same handle. */
const flagsOf = { read: 'r', create: 'w+', 'create-private': 'w+', append: 'a+' } as const;

/** Node's calls take at most 2^31 - 1 bytes; systems move less at once. */
const IO_BYTES_MAX = 1 << 30;

/** The calls of Node that move bytes; a test gives others. */
export interface FileCalls {
  readonly read: (descriptor: number, target: Uint8Array, position: number) => number;
  readonly write: (descriptor: number, bytes: Uint8Array, position: number) => number;
}

const nodeCalls: FileCalls = {
  read: (descriptor, target, position) => readSync(descriptor, target, 0, target.length, position),
  write: (descriptor, bytes, position) => writeSync(descriptor, bytes, 0, bytes.length, position),
};

/**
 * Smaller files are not worth a mapping: a process has some 65,000 of them, and each costs a call, a page at least and
 * its faults.
 */
const MAP_FROM_BYTES = 256 * 1024;

export interface NodeDiskOptions {
  /** Files of any size are read and written in parts of so many bytes. */
  readonly ioBytesMax?: number;
  readonly calls?: FileCalls;
  /** Whether files may be mapped where the system can; they may where not given. */
  readonly allowMmap?: boolean;
  readonly mapFromBytes?: number;
  /** Where the mappings of this thread are noted; of its own where not given. */
  readonly mappings?: MappingLedger;
}

/** The file system of the machine. */
export class NodeDisk implements Disk {
  readonly #ioBytesMax: number;
  readonly #calls: FileCalls;
  readonly #allowMmap: boolean;
  readonly #mapFromBytes: number;
  #mappings: MappingLedger | undefined;

  constructor(options: NodeDiskOptions = {}) {
    this.#ioBytesMax = options.ioBytesMax ?? IO_BYTES_MAX;
    this.#calls = options.calls ?? nodeCalls;
    this.#allowMmap = options.allowMmap ?? true;
    this.#mapFromBytes = options.mapFromBytes ?? MAP_FROM_BYTES;
    this.#mappings = options.mappings;
  }

  open(path: string, mode: OpenMode): DiskFile {
    return guard(path, () => {
      const descriptor = openSync(path, flagsOf[mode], mode === 'create-private' ? 0o600 : 0o666);
      const isCreated = mode === 'create' || mode === 'create-private';
      const size = isCreated ? 0 : fstatSync(descriptor).size;
      return new NodeFile(path, descriptor, size, this.#ioBytesMax, this.#calls);
    });
  }

  readFile(path: string): Uint8Array {
    const file = this.open(path, 'read');
    try {
      const bytes = new Uint8Array(file.size);
      return bytes.subarray(0, file.read(bytes, 0));
    } finally {
      file.close();
    }
  }

  rename(from: string, to: string): void {
    guard(from, () => renameSync(from, to));
  }

  remove(path: string): void {
    guard(path, () => rmSync(path, { force: true }));
  }

  removeTree(path: string): void {
    guard(path, () => rmSync(path, { force: true, recursive: true }));
  }

  list(path: string): string[] {
    return guard(path, () => readdirSync(path).sort());
  }

  makeDirectory(path: string): void {
    guard(path, () => makeTree(path));
  }

  syncDirectory(path: string): void {
    // Windows has no handle for a folder; its file system journals names by itself.
    if (process.platform === 'win32') return;
    guard(path, () => {
      const descriptor = openSync(path, 'r');
      try {
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
    });
  }

  exists(path: string): boolean {
    return existsSync(path);
  }

  sizeOf(path: string): number {
    return guard(path, () => statSync(path).size);
  }

  space(path: string): DiskSpace {
    return guard(path, () => {
      const s = statfsSync(path);
      return {
        totalBytes: s.blocks * s.bsize,
        freeBytes: s.bfree * s.bsize,
        availableBytes: s.bavail * s.bsize,
      };
    });
  }

  maps(bytes: number): boolean {
    const hasRoom = this.#mappings?.hasRoom ?? true;
    return bytes >= this.#mapFromBytes && hasRoom && this.#mapper() !== undefined;
  }

  map(path: string, bytes: number): FileMapping {
    return this.#mapped(path, bytes, (file) => readInto(file));
  }

  mapOnly(path: string, bytes: number): FileMapping | undefined {
    return this.#mapped(path, bytes, () => undefined);
  }

  #mapped<T>(path: string, bytes: number, otherwise: (file: NodeFile) => T): FileMapping | T {
    const file = this.open(path, 'read') as NodeFile;
    try {
      // Beyond the end of the file a mapping raises a signal that ends the process.
      if (file.size !== bytes) {
        throw new DiskError('failed', path, `${path} has ${file.size} bytes instead of ${bytes}`);
      }
      const mapper = this.#mapper();
      if (mapper === undefined) return otherwise(file);
      this.#mappings ??= MappingLedger.begin();
      const mapping = mapper.map(file.descriptor, bytes, this.#mappings);
      if (mapping === undefined) this.#mappings.refuse();
      return mapping ?? otherwise(file);
    } finally {
      file.close();
    }
  }

  #mapper(): FileMapper | undefined {
    return this.#allowMmap ? loadFileMapper() : undefined;
  }
}

function readInto(file: DiskFile): FileMapping {
  const buffer = new ArrayBuffer(file.size);
  file.read(new Uint8Array(buffer), 0);
  return { buffer, mapped: false, unmap: () => void detach(buffer) };
}

class NodeFile implements DiskFile {
  readonly #path: string;
  #descriptor: number;
  #size: number;
  readonly #ioBytesMax: number;
  readonly #calls: FileCalls;

  constructor(path: string, descriptor: number, size: number, ioBytesMax: number, calls: FileCalls) {
    this.#path = path;
    this.#descriptor = descriptor;
    this.#size = size;
    this.#ioBytesMax = ioBytesMax;
    this.#calls = calls;
  }

  get descriptor(): number {
    return this.#descriptor;
  }

  get size(): number {
    return this.#size;
  }

  read(target: Uint8Array, position: number): number {
    return guard(this.#path, () => {
      let done = 0;
      while (done < target.length) {
        const part = target.subarray(done, done + this.#ioBytesMax);
        const n = this.#calls.read(this.#descriptor, part, position + done);
        if (n === 0) break;
        done += n;
      }
      return done;
    });
  }

  write(bytes: Uint8Array): void {
    guard(this.#path, () => {
      let done = 0;
      while (done < bytes.length) {
        const part = bytes.subarray(done, done + this.#ioBytesMax);
        done += this.#calls.write(this.#descriptor, part, this.#size + done);
      }
      this.#size += done;
    });
  }

  overwrite(bytes: Uint8Array, position: number): void {
    guard(this.#path, () => {
      for (let done = 0; done < bytes.length; ) {
        const part = bytes.subarray(done, done + this.#ioBytesMax);
        done += this.#calls.write(this.#descriptor, part, position + done);
      }
    });
  }

  sync(): void {
    guard(this.#path, () => fdatasyncSync(this.#descriptor));
  }

  truncate(size: number): void {
    guard(this.#path, () => ftruncateSync(this.#descriptor, size));
    this.#size = size;
  }

  close(): void {
    if (this.#descriptor < 0) return;
    const descriptor = this.#descriptor;
    this.#descriptor = -1;
    guard(this.#path, () => closeSync(descriptor));
  }
}

const codeOf: Readonly<Record<string, DiskErrorCode>> = {
  ENOENT: 'missing',
  ENOSPC: 'no_space',
  EDQUOT: 'no_space',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  EEXIST: 'exists',
  EMFILE: 'exhausted',
  ENFILE: 'exhausted',
  ENOMEM: 'exhausted',
};

/**
 * A folder and those above it. Node's own recursive mkdir never returns where a file system answers "no such
 * file" below a folder that is there, as Linux's /proc does.
 */
function makeTree(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path || existsSync(parent))
      throw error;
    makeTree(parent);
    if (!existsSync(path)) mkdirSync(path);
  }
}

function guard<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const cause = error as NodeJS.ErrnoException;
    throw new DiskError(codeOf[cause.code ?? ''] ?? 'failed', path, cause.message, { cause });
  }
}
