import { type Disk, DiskError, type DiskFile, type DiskSpace, type FileMapping } from '@sextant/base';

export type DiskOperation =
  | 'create'
  | 'append'
  | 'write'
  | 'sync'
  | 'truncate'
  | 'rename'
  | 'remove'
  | 'removeTree'
  | 'makeDirectory'
  | 'syncDirectory';

/** Shows a test each operation that changes something before it is done, so that it can count or refuse it. */
export class WatchedDisk implements Disk {
  readonly #inner: Disk;
  /** What it throws is thrown by the operation, which is not done. */
  before: (operation: DiskOperation, path: string) => void = () => {};

  /** From files, so far. */
  bytesRead = 0;
  openFiles = 0;
  /** That have not ended. */
  mappings = 0;

  constructor(inner: Disk) {
    this.#inner = inner;
  }

  /** From now on refuses what `chosen` says, as a full disk does. */
  refuse(chosen: (operation: DiskOperation, path: string) => boolean): void {
    this.before = (operation, path) => {
      if (chosen(operation, path)) throw new DiskError('no_space', path, `no space left on device`);
    };
  }

  /** Refuses the n-th operation from now on (from 1) and no other; answers with how many there were. */
  refuseNth(nth: number): { readonly operations: () => number } {
    let count = 0;
    this.refuse(() => ++count === nth);
    return { operations: () => count };
  }

  open(path: string, mode: 'read' | 'create' | 'append'): DiskFile {
    if (mode !== 'read') this.before(mode, path);
    const file = this.#inner.open(path, mode);
    this.openFiles++;
    let isOpen = true;
    const before = (operation: DiskOperation): void => this.before(operation, path);
    return {
      get size() {
        return file.size;
      },
      read: (target, position) => {
        const read = file.read(target, position);
        this.bytesRead += read;
        return read;
      },
      write: (bytes) => {
        before('write');
        file.write(bytes);
      },
      overwrite: (bytes, position) => {
        before('write');
        file.overwrite(bytes, position);
      },
      sync: () => {
        before('sync');
        file.sync();
      },
      truncate: (size) => {
        before('truncate');
        file.truncate(size);
      },
      close: () => {
        if (isOpen) this.openFiles--;
        isOpen = false;
        file.close();
      },
    };
  }

  readFile(path: string): Uint8Array {
    return this.#inner.readFile(path);
  }

  rename(from: string, to: string): void {
    this.before('rename', to);
    this.#inner.rename(from, to);
  }

  remove(path: string): void {
    this.before('remove', path);
    this.#inner.remove(path);
  }

  removeTree(path: string): void {
    this.before('removeTree', path);
    this.#inner.removeTree(path);
  }

  list(path: string): string[] {
    return this.#inner.list(path);
  }

  makeDirectory(path: string): void {
    this.before('makeDirectory', path);
    this.#inner.makeDirectory(path);
  }

  syncDirectory(path: string): void {
    this.before('syncDirectory', path);
    this.#inner.syncDirectory(path);
  }

  exists(path: string): boolean {
    return this.#inner.exists(path);
  }

  sizeOf(path: string): number {
    return this.#inner.sizeOf(path);
  }

  space(path: string): DiskSpace {
    return this.#inner.space(path);
  }

  maps(bytes: number): boolean {
    return this.#inner.maps(bytes);
  }

  map(path: string, bytes: number): FileMapping {
    return this.#watched(this.#inner.map(path, bytes));
  }

  mapOnly(path: string, bytes: number): FileMapping | undefined {
    const mapping = this.#inner.mapOnly(path, bytes);
    return mapping === undefined ? undefined : this.#watched(mapping);
  }

  #watched(mapping: FileMapping): FileMapping {
    this.mappings++;
    let ended = false;
    const unmap = (): void => {
      if (!ended) this.mappings--;
      ended = true;
      mapping.unmap();
    };
    return { ...mapping, unmap };
  }
}
