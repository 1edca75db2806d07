import { detach } from '../detach.ts';
import {
  type Disk,
  DiskError,
  type DiskFile,
  type DiskSpace,
  type FileMapping,
  type OpenMode,
} from '../ports/disk.ts';
import type { Random } from '../ports/random.ts';
import { change, cloneTree, crash, DirectoryNode, type MemoryNode } from './memory-directory.ts';
import { FileNode } from './memory-file.ts';

/**
 * Files in memory with the losses of a power failure: content that was not synced and names whose folder was
 * not synced are gone after `crash`, or any part of them, in whole sectors and in any order. Handles that were open
 * stay usable but no longer reach the disk's names.
 */
export class MemoryDisk implements Disk {
  #root = new DirectoryNode();
  #changes = 0;
  readonly #capacityBytes: number;
  /** All files where not set, so that whoever uses a mapping after its end is found. */
  mapFromBytes = 0;

  constructor(capacityBytes = 2 ** 40) {
    this.#capacityBytes = capacityBytes;
  }

  /** Cuts the power. Without `random` all that may be lost is lost; with it, an arbitrary part. */
  crash(random?: Random): void {
    crash(this.#root, random);
  }

  /** Another disk of the same content, synced and not. */
  clone(): MemoryDisk {
    const copy = new MemoryDisk(this.#capacityBytes);
    copy.#root = cloneTree(this.#root);
    copy.#changes = this.#changes;
    copy.mapFromBytes = this.mapFromBytes;
    return copy;
  }

  open(path: string, mode: OpenMode): DiskFile {
    const { parent, name } = this.#locate(path);
    let node = parent.entries.get(name);
    if (node?.kind === 'directory') throw new DiskError('failed', path, `${path} is a directory`);
    if (node === undefined) {
      if (mode === 'read') throw missing(path);
      node = new FileNode();
      this.#change({ directory: parent, name, node });
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
    const replaced = target.parent.entries.get(target.name);
    if (replaced?.kind === 'directory' && (node.kind === 'file' || replaced.entries.size > 0)) {
      throw new DiskError('failed', to, `${to} is a directory, or not an empty one`);
    }
    this.#change(
      { directory: source.parent, name: source.name, node: undefined },
      { directory: target.parent, name: target.name, node },
    );
  }

  remove(path: string): void {
    const { parent, name } = this.#locate(path);
    if (parent.entries.has(name)) this.#change({ directory: parent, name, node: undefined });
  }

  removeTree(path: string): void {
    const node = this.#find(path);
    if (node === undefined) return;
    if (node.kind === 'directory') for (const name of node.entries.keys()) this.removeTree(`${path}/${name}`);
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
        this.#change({ directory, name, node });
      }
      if (node.kind !== 'directory') throw new DiskError('exists', path, `${path}: ${name} is a file`);
      directory = node;
    }
  }

  syncDirectory(path: string): void {
    this.#directory(path).sync();
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

  maps(bytes: number): boolean {
    return bytes >= this.mapFromBytes;
  }

  map(path: string, bytes: number): FileMapping {
    const node = this.#file(path);
    if (node.size !== bytes) {
      throw new DiskError('failed', path, `${path} has ${node.size} bytes instead of ${bytes}`);
    }
    const { buffer } = new Uint8Array(node.bytes.subarray(0, bytes));
    return { buffer, mapped: true, unmap: () => void detach(buffer) };
  }

  mapOnly(path: string, bytes: number): FileMapping | undefined {
    return this.maps(bytes) ? this.map(path, bytes) : undefined;
  }

  /** Flips bits of one byte, as decay or a stray write would. */
  damage(path: string, position: number, mask = 0xff): void {
    this.#file(path).damage(position, mask);
  }

  /** A sync of the file that fails and drops what was to be written: see `FileNode.loseSync`. */
  loseSync(path: string, random: Random): void {
    this.#file(path).loseSync(random);
  }

  /** Paths of all files below a folder. */
  files(path: string): string[] {
    const node = this.#directory(path);
    return [...node.entries].flatMap(([name, each]) => {
      const below = path === '/' ? `/${name}` : `${path}/${name}`;
      return each.kind === 'file' ? [below] : this.files(below);
    });
  }

  #change(...edits: Parameters<typeof change>[1]): void {
    change(this.#changes++, edits);
  }

  #find(path: string): MemoryNode | undefined {
    let node: MemoryNode = this.#root;
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

  overwrite(bytes: Uint8Array, position: number): void {
    this.#check(true);
    this.#node.overwrite(bytes, position);
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
