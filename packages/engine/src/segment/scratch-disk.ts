import { type Disk, DiskError, type DiskFile, type FileMapping, type OpenMode } from '@sextant/base';

/** Files in memory, for segments that are made for one request and never kept. */
export class ScratchDisk implements Disk {
  readonly #files = new Map<string, ScratchFile>();

  open(path: string, mode: OpenMode): DiskFile {
    const known = this.#files.get(path);
    if (known !== undefined && mode !== 'create' && mode !== 'create-private') return known;
    if (mode === 'read') throw missing(path);
    const made = new ScratchFile();
    this.#files.set(path, made);
    return made;
  }

  #found(path: string): ScratchFile {
    const file = this.#files.get(path);
    if (file === undefined) throw missing(path);
    return file;
  }

  readFile(path: string): Uint8Array {
    return this.#found(path).bytes();
  }

  rename(from: string, to: string): void {
    this.#files.set(to, this.#found(from));
    this.#files.delete(from);
  }

  remove(path: string): void {
    this.#files.delete(path);
  }

  removeTree(path: string): void {
    for (const name of this.#files.keys()) if (name.startsWith(`${path}/`)) this.#files.delete(name);
  }

  list(path: string): string[] {
    const within = [...this.#files.keys()].filter((name) => name.startsWith(`${path}/`));
    return within.map((name) => name.slice(path.length + 1)).sort();
  }

  makeDirectory(): void {}

  syncDirectory(): void {}

  exists(path: string): boolean {
    return this.#files.has(path);
  }

  sizeOf(path: string): number {
    return this.#found(path).size;
  }

  space() {
    return { totalBytes: 0, freeBytes: 0, availableBytes: 0 };
  }

  maps(): boolean {
    return false;
  }

  map(path: string): FileMapping {
    const buffer = this.#found(path).bytes().slice().buffer as ArrayBuffer;
    return { buffer, mapped: false, unmap: () => undefined };
  }

  mapOnly(): undefined {
    return undefined;
  }
}

function missing(path: string): DiskError {
  return new DiskError('missing', path, `no such file: ${path}`);
}

class ScratchFile implements DiskFile {
  #content = new Uint8Array(0);

  get size(): number {
    return this.#content.length;
  }

  bytes(): Uint8Array {
    return this.#content;
  }

  read(target: Uint8Array, position: number): number {
    const part = this.#content.subarray(position, position + target.length);
    target.set(part);
    return part.length;
  }

  write(bytes: Uint8Array): void {
    const longer = new Uint8Array(this.#content.length + bytes.length);
    longer.set(this.#content);
    longer.set(bytes, this.#content.length);
    this.#content = longer;
  }

  overwrite(bytes: Uint8Array, position: number): void {
    this.#content.set(bytes, position);
  }

  sync(): void {}

  truncate(size: number): void {
    this.#content = this.#content.slice(0, size);
  }

  close(): void {}
}
