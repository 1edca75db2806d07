import {
  type Disk,
  DiskError,
  type DiskErrorCode,
  type DiskFile,
  type DiskSpace,
  type FileMapping,
  type OpenMode,
} from '../ports/disk.ts';

/**
 * What goes wrong at the n-th (from 1) mutating operation. `fail`: that one throws and the disk works on. `stop`: the
 * machine halts in the middle of it: every later operation, reads too, throws MachineStopped. `full`: from here on
 * nothing grows, until `full` is set to false.
 */
export interface Fault {
  readonly at: number;
  readonly kind: 'fail' | 'stop' | 'full';
  readonly code?: DiskErrorCode;
  /** The share of its bytes that a write leaves that breaks: half of them where not given. */
  readonly written?: number;
  /** What the failing sync of a file does to it: `MemoryDisk.loseSync`. Nothing where not given. */
  readonly loseSync?: (path: string) => void;
}

/** Thrown by a disk whose machine was stopped. */
export class MachineStopped extends Error {
  constructor() {
    super('the machine was stopped');
    this.name = 'MachineStopped';
  }
}

/** Passes everything to another disk, counts the mutating operations and breaks one of them. */
export class FaultyDisk implements Disk {
  readonly #inner: Disk;
  #fault: Fault | undefined;
  /** While true, nothing can be written: files cannot be made, nor grow. Names can be removed. */
  full = false;
  #operations = 0;
  #stopped = false;
  readonly #syncs: number[] = [];

  constructor(inner: Disk, fault?: Fault) {
    this.#inner = inner;
    this.#fault = fault;
  }

  /** Mutating operations so far, the broken one included. */
  get operations(): number {
    return this.#operations;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Which of the operations were syncs of files. */
  get syncs(): readonly number[] {
    return this.#syncs;
  }

  /** Breaks another operation than the one that was said; `at` counts from the next one. */
  breakAt(fault: Fault): void {
    this.#fault = { ...fault, at: this.#operations + fault.at };
  }

  /** From now on it works and has space, unless its machine has halted. */
  mend(): void {
    this.#fault = undefined;
    this.full = false;
  }

  /** The machine halts now, between two operations. */
  halt(): void {
    this.#stopped = true;
  }

  /** Counts one mutating operation; `partly` is what still reaches the disk when it breaks. */
  mutate<T>(path: string, action: () => T, partly?: () => void): T {
    this.checkRunning();
    this.#operations++;
    if (this.#operations !== this.#fault?.at) return action();
    if (this.#fault.kind === 'full') {
      this.full = true;
      return action();
    }
    partly?.();
    if (this.#fault.kind === 'stop') {
      this.#stopped = true;
      throw new MachineStopped();
    }
    throw new DiskError(
      this.#fault.code ?? 'failed',
      path,
      `injected fault at operation ${this.#operations}`,
    );
  }

  /** Writes to a file: on a full disk, and where it breaks, only a part. */
  write(path: string, bytes: Uint8Array, write: (bytes: Uint8Array) => void): void {
    const part = (): void =>
      write(bytes.subarray(0, Math.floor(bytes.length * (this.#fault?.written ?? 0.5))));
    const whole = (): void => {
      if (this.full) part();
      this.checkSpace(path);
      write(bytes);
    };
    this.mutate(path, whole, part);
  }

  sync(path: string, sync: () => void): void {
    this.#syncs.push(this.#operations + 1);
    this.mutate(path, sync, () => this.#fault?.loseSync?.(path));
  }

  checkRunning(): void {
    if (this.#stopped) throw new MachineStopped();
  }

  checkSpace(path: string): void {
    if (this.full) throw new DiskError('no_space', path, 'no space left on device');
  }

  open(path: string, mode: OpenMode): DiskFile {
    this.checkRunning();
    if (mode === 'read') return new FaultyFile(this, this.#inner.open(path, mode), path);
    if (mode !== 'append') this.checkSpace(path);
    return new FaultyFile(
      this,
      this.mutate(path, () => this.#inner.open(path, mode)),
      path,
    );
  }

  readFile(path: string): Uint8Array {
    this.checkRunning();
    return this.#inner.readFile(path);
  }

  rename(from: string, to: string): void {
    this.mutate(from, () => this.#inner.rename(from, to));
  }

  remove(path: string): void {
    this.mutate(path, () => this.#inner.remove(path));
  }

  removeTree(path: string): void {
    this.mutate(
      path,
      () => this.#inner.removeTree(path),
      () => this.#removeHalf(path),
    );
  }

  #removeHalf(path: string): void {
    let names: string[];
    try {
      names = this.#inner.list(path);
    } catch {
      // A file, or nothing.
      return;
    }
    for (const name of names.slice(0, names.length >> 1)) this.#inner.removeTree(`${path}/${name}`);
  }

  list(path: string): string[] {
    this.checkRunning();
    return this.#inner.list(path);
  }

  makeDirectory(path: string): void {
    this.mutate(path, () => this.#inner.makeDirectory(path));
  }

  syncDirectory(path: string): void {
    this.mutate(path, () => this.#inner.syncDirectory(path));
  }

  exists(path: string): boolean {
    this.checkRunning();
    return this.#inner.exists(path);
  }

  sizeOf(path: string): number {
    this.checkRunning();
    return this.#inner.sizeOf(path);
  }

  space(path: string): DiskSpace {
    this.checkRunning();
    return this.#inner.space(path);
  }

  maps(bytes: number): boolean {
    return this.#inner.maps(bytes);
  }

  map(path: string, bytes: number): FileMapping {
    this.checkRunning();
    return this.#inner.map(path, bytes);
  }

  mapOnly(path: string, bytes: number): FileMapping | undefined {
    this.checkRunning();
    return this.#inner.mapOnly(path, bytes);
  }
}

class FaultyFile implements DiskFile {
  readonly #disk: FaultyDisk;
  readonly #inner: DiskFile;
  readonly #path: string;

  constructor(disk: FaultyDisk, inner: DiskFile, path: string) {
    this.#disk = disk;
    this.#inner = inner;
    this.#path = path;
  }

  get size(): number {
    return this.#inner.size;
  }

  read(target: Uint8Array, position: number): number {
    this.#disk.checkRunning();
    return this.#inner.read(target, position);
  }

  write(bytes: Uint8Array): void {
    this.#disk.write(this.#path, bytes, (part) => this.#inner.write(part));
  }

  overwrite(bytes: Uint8Array, position: number): void {
    this.#disk.write(this.#path, bytes, (part) => this.#inner.overwrite(part, position));
  }

  sync(): void {
    this.#disk.sync(this.#path, () => this.#inner.sync());
  }

  truncate(size: number): void {
    this.#disk.mutate(this.#path, () => this.#inner.truncate(size));
  }

  close(): void {
    this.#inner.close();
  }
}
