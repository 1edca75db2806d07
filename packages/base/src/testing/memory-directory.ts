import type { Random } from '../ports/random.ts';
import type { FileNode } from './memory-file.ts';

export type MemoryNode = FileNode | DirectoryNode;

/** One name of a change: `undefined` takes it away. */
interface Edit {
  readonly directory: DirectoryNode;
  readonly name: string;
  readonly node: MemoryNode | undefined;
}

/** What a file system does to names as one: a rename takes one away and gives another. */
interface Change {
  readonly order: number;
  readonly edits: readonly Edit[];
}

/** Names in a folder: as seen, and as they stand on the platters. */
export class DirectoryNode {
  readonly kind = 'directory';
  entries = new Map<string, MemoryNode>();
  durable = new Map<string, MemoryNode>();
  /** Changes since the last sync of this folder. */
  pending: Change[] = [];

  /** Makes the names durable; of a rename between two folders both sides. */
  sync(): void {
    for (const change of this.pending) {
      for (const { directory } of change.edits) {
        if (directory !== this) directory.#settle(change);
      }
    }
    this.durable = new Map(this.entries);
    this.pending = [];
  }

  #settle(change: Change): void {
    apply(change.edits.filter(({ directory }) => directory === this));
    this.pending = this.pending.filter((other) => other !== change);
  }
}

/** Changes names, visibly at once, durably with the next sync of the folder. */
export function change(order: number, edits: readonly Edit[]): void {
  const made: Change = { order, edits };
  for (const { directory, name, node } of edits) {
    if (node === undefined) directory.entries.delete(name);
    else directory.entries.set(name, node);
    if (!directory.pending.includes(made)) directory.pending.push(made);
  }
}

function apply(edits: readonly Edit[]): void {
  for (const { directory, name, node } of edits) {
    if (node === undefined) directory.durable.delete(name);
    else directory.durable.set(name, node);
  }
}

/**
 * Power fails: of the changes of names that were not synced none is left, or, with `random`, any of them; then of the
 * files that still have a name what their sectors hold.
 */
export function crash(root: DirectoryNode, random: Random | undefined): void {
  const changes = new Set<Change>();
  collect(root, changes, new Set());
  if (random !== undefined) {
    const survival = [0, 0.5, 0.8, 1][Math.floor(random.float() * 4)]!;
    for (const each of [...changes].sort((a, b) => a.order - b.order)) {
      if (random.float() < survival) apply(each.edits);
    }
  }
  settle(root, random);
}

/** The pending changes of every folder that has, or may get again, a name. */
function collect(directory: DirectoryNode, changes: Set<Change>, seen: Set<DirectoryNode>): void {
  if (seen.has(directory)) return;
  seen.add(directory);
  for (const each of directory.pending) changes.add(each);
  for (const node of [...directory.entries.values(), ...directory.durable.values()]) {
    if (node.kind === 'directory') collect(node, changes, seen);
  }
}

function settle(directory: DirectoryNode, random: Random | undefined): void {
  directory.entries = new Map(directory.durable);
  directory.pending = [];
  for (const node of directory.entries.values()) {
    if (node.kind === 'file') node.crash(random);
    else settle(node, random);
  }
}

/** A copy of the whole tree, with what is not synced. */
export function cloneTree(root: DirectoryNode): DirectoryNode {
  const copies = new Map<MemoryNode, MemoryNode>();
  const changes = new Map<Change, Change>();
  const copyOf = (node: MemoryNode): MemoryNode => {
    const known = copies.get(node);
    if (known !== undefined) return known;
    if (node.kind === 'file') {
      const file = node.clone();
      copies.set(node, file);
      return file;
    }
    const directory = new DirectoryNode();
    copies.set(node, directory);
    for (const [name, each] of node.entries) directory.entries.set(name, copyOf(each));
    for (const [name, each] of node.durable) directory.durable.set(name, copyOf(each));
    directory.pending = node.pending.map(changeOf);
    return directory;
  };
  const changeOf = (each: Change): Change => {
    let copy = changes.get(each);
    if (copy === undefined) {
      const edits = each.edits.map(({ directory, name, node }) => ({
        directory: copyOf(directory) as DirectoryNode,
        name,
        node: node === undefined ? undefined : copyOf(node),
      }));
      copy = { order: each.order, edits };
      changes.set(each, copy);
    }
    return copy;
  };
  return copyOf(root) as DirectoryNode;
}
