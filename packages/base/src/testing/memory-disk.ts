import { type Disk, DiskError, type DiskFile, type DiskSpace, type OpenMode } from '../ports/disk.ts';
import type { Random } from '../ports/random.ts';

/** Content of a file: what a reader sees, and what the platters hold. */
class FileNode {
  readonly kind = 'file';
  bytes: Uint8Array = new Uint8Array(64);
  size = 0;
  /** Durable content when it is not simply the first `durableSize` bytes of `bytes` (after a truncation). */
  durable: Uint8Array | null = null;
  durableSize = 0;

  append(bytes: Uint8Array): void {
    const needed = this.size + bytes.length;
    if (needed > this.bytes.length) {
      const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
      grown.set(this.bytes.subarray(0, this.size));
      this.bytes = grown;
    }
    this.bytes.set(bytes, this.size);
    this.size = needed;
  }

  truncate(size: number): void {
    if (size < this.durableSize && this.durable === null) {
      this.durable = this.bytes.slice(0, this.durableSize);
    }
    this.size = size;
  }

  sync(): void {
    this.durable = null;
    this.durableSize = this.size;
  }

  /**
   * Power fails: back to what was synced, plus, with `random`, some of the rest, its last byte perhaps
   * damaged.
   */
  crash(random: Random | undefined): void {
    if (this.durable !== null) {
      this.bytes = this.durable;
      this.size = this.durable.length;
    } else if (this.size > this.durableSize) {
      const extra = random ? Math.floor(random.float() * (this.size - this.durableSize + 1)) : 0;
      this.size = this.durableSize + extra;
      if (random && extra > 0 && random.float() < 0.5) this.bytes[this.size - 1]! ^= 0x55;
    }
    this.sync();
  }
}

/** Names in a folder: as seen, and as they stand on the platters. */
class DirectoryNode {
  readonly kind = 'directory';
  entries = new Map<string, FileNode | DirectoryNode>();
  durable = new Map<string, FileNode | DirectoryNode>();

  /** Unsynced changes of names are lost, or, with `random`, each is kept or lost. */
  crash(random: Random | undefined): void {
    const after = new Map(this.durable);
    if (random) {
      for (const name of new Set([...this.entries.keys(), ...this.durable.keys()])) {
        const now = this.entries.get(name);
        if (now === this.durable.get(name) || random.float() < 0.5) continue;
        if (now === undefined) after.delete(name);
        else after.set(name, now);
      }
    }
    this.entries = after;
    this.durable = new Map(after);
    for (const node of after.values()) node.crash(random);
  }
}

/**
 * Files in memory with the losses of a power failure: content that was not synced and names whose folder was
 * not synced are gone after `crash`. Handles that were open stay usable but no longer reach the disk's names.
 */
export class MemoryDisk implements Disk {
  #root = new DirectoryNode();
  readonly #capacityBytes: number;

  constructor(capacityBytes = 2 ** 40) {
    this.#capacityBytes = capacityBytes;
  }

  /** Cuts the power. Without `random` all that may be lost is lost; with it, an arbitrary part. */
  crash(random?: Random): void {
    this.#root.crash(random);
  }

  open(path: string, mode: OpenMode): DiskFile {
    const { parent, name } = this.#locate(path);
    let node = parent.entries.get(name);
    if (node?.kind === 'directory') throw new DiskError('failed', path, `${path} is a directory`);
    if (node === undefined) {
      if (mode === 'read') throw missing(path);
      node = new FileNode();
      parent.entries.set(name, node);
    } else if (mode === 'create' || mode === 'create-private') {
      node.truncate(0);
    }
    return new MemoryFile(node, path, mode !== 'read');
  }

  readFile(path: string): Uint8Array {
    const node = this.#file(path);
    return node.bytes.slice(0, node.size);
  }

  rename(from: string, to: string): void {
    const source = this.#locate(from);
    const node = source.parent.entries.get(source.name);
    if (node === undefined) throw missing(from);
    const target = this.#locate(to);
    source.parent.entries.delete(source.name);
    target.parent.entries.set(target.name, node);
  }

  remove(path: string): void {
    const { parent, name } = this.#locate(path);
    parent.entries.delete(name);
  }

  removeTree(path: string): void {
    this.remove(path);
  }

  list(path: string): string[] {
    return [...this.#directory(path).entries.keys()].sort();
  }

  makeDirectory(path: string): void {
    let directory = this.#root;
    for (const name of split(path)) {
      let node = directory.entries.get(name);
      if (node === undefined) {
        node = new DirectoryNode();
        directory.entries.set(name, node);
      }
      if (node.kind !== 'directory') throw new DiskError('exists', path, `${path}: ${name} is a file`);
      directory = node;
    }
  }

  syncDirectory(path: string): void {
    const directory = this.#directory(path);
    directory.durable = new Map(directory.entries);
  }

  exists(path: string): boolean {
    return this.#find(path) !== undefined;
  }

  sizeOf(path: string): number {
    return this.#file(path).size;
  }

  space(_path: string): DiskSpace {
    const freeBytes = this.#capacityBytes - bytesBelow(this.#root);
    return { totalBytes: this.#capacityBytes, freeBytes, availableBytes: freeBytes };
  }

  /** Flips bits of one byte, as decay or a stray write would. */
  damage(path: string, position: number, mask = 0xff): void {
    const node = this.#file(path);
    node.bytes[position]! ^= mask;
  }

  #find(path: string): FileNode | DirectoryNode | undefined {
    let node: FileNode | DirectoryNode = this.#root;
    for (const name of split(path)) {
      if (node.kind !== 'directory') return undefined;
      const next = node.entries.get(name);
      if (next === undefined) return undefined;
      node = next;
    }
    return node;
  }

  #directory(path: string): DirectoryNode {
    const node = this.#find(path);
    if (node?.kind !== 'directory') throw missing(path);
    return node;
  }

  #file(path: string): FileNode {
    const node = this.#find(path);
    if (node?.kind !== 'file') throw missing(path);
    return node;
  }

  #locate(path: string): { parent: DirectoryNode; name: string } {
    const slash = path.lastIndexOf('/');
    return { parent: this.#directory(path.slice(0, slash)), name: path.slice(slash + 1) };
  }
}

class MemoryFile implements DiskFile {
  readonly #node: FileNode;
  readonly #path: string;
  readonly #writable: boolean;
  #closed = false;

  constructor(node: FileNode, path: string, writable: boolean) {
    this.#node = node;
    this.#path = path;
    this.#writable = writable;
  }

  get size(): number {
    return this.#node.size;
  }

  read(target: Uint8Array, position: number): number {
    this.#check(false);
    const length = Math.max(0, Math.min(target.length, this.#node.size - position));
    target.set(this.#node.bytes.subarray(position, position + length));
    return length;
  }

  write(bytes: Uint8Array): void {
    this.#check(true);
    this.#node.append(bytes);
  }

  sync(): void {
    this.#check(false);
    this.#node.sync();
  }

  truncate(size: number): void {
    this.#check(true);
    this.#node.truncate(size);
  }

  close(): void {
    this.#closed = true;
  }

  #check(writing: boolean): void {
    if (this.#closed) throw new DiskError('failed', this.#path, `${this.#path} is closed`);
    if (writing && !this.#writable) throw new DiskError('denied', this.#path, `${this.#path} is read-only`);
  }
}

function split(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function missing(path: string): DiskError {
  return new DiskError('missing', path, `no such file or directory: ${path}`);
}

function bytesBelow(directory: DirectoryNode): number {
  let sum = 0;
  for (const node of directory.entries.values()) sum += node.kind === 'file' ? node.size : bytesBelow(node);
  return sum;
}
