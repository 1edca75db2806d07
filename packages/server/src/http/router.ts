import { assert } from '@sextant/base';
import type { Method, Route } from '@sextant/contract';

export interface RouteMatch {
  readonly route: Route;
  readonly pathParams: Readonly<Record<string, string>>;
}

interface Entry {
  readonly route: Route;
  /** Names of the path parameters from left to right. */
  readonly names: readonly string[];
}

interface TrieNode {
  readonly literal: Map<string, TrieNode>;
  wildcard: TrieNode | undefined;
  readonly byMethod: Map<string, Entry>;
}

function emptyNode(): TrieNode {
  return { literal: new Map(), wildcard: undefined, byMethod: new Map() };
}

/**
 * Finds the row of a request. A literal part of a path goes before a parameter (`/_cat/indices` before
 * `/{index}/…`); where the literal path does not know the method, the parameter's rows are tried, as
 * OpenSearch does.
 */
export class Router {
  private readonly root = emptyNode();

  constructor(routes: readonly Route[]) {
    for (const route of routes) for (const path of route.paths) this.add(route, path);
  }

  /** The row for a method, or undefined: then `methods` tells an unknown path from a wrong method. */
  match(method: string, parts: readonly string[]): RouteMatch | undefined {
    const values: string[] = [];
    const entry = find(this.root, method, parts, 0, values);
    if (entry === undefined) return undefined;
    const pathParams: Record<string, string> = {};
    entry.names.forEach((name, i) => {
      pathParams[name] = values[i]!;
    });
    return { route: entry.route, pathParams };
  }

  /** Every method that any row accepts for this path; empty = unknown path. */
  methods(parts: readonly string[]): readonly Method[] {
    const methods = new Set<string>();
    collect(this.root, parts, 0, methods);
    return [...methods] as Method[];
  }

  private add(route: Route, path: string): void {
    const names: string[] = [];
    let node = this.root;
    for (const part of splitPath(path)) {
      if (part.startsWith('{')) {
        names.push(part.slice(1, -1));
        node.wildcard ??= emptyNode();
        node = node.wildcard;
      } else {
        let next = node.literal.get(part);
        if (next === undefined) {
          next = emptyNode();
          node.literal.set(part, next);
        }
        node = next;
      }
    }
    for (const method of route.methods) {
      assert(!node.byMethod.has(method), `two rows for ${method} ${path}`);
      node.byMethod.set(method, { route, names });
    }
  }
}

/** Parts between slashes, without empty ones; still percent-encoded. */
export function splitPath(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function find(
  node: TrieNode,
  method: string,
  parts: readonly string[],
  depth: number,
  values: string[],
): Entry | undefined {
  if (depth === parts.length) return node.byMethod.get(method);
  const part = parts[depth]!;
  const literal = node.literal.get(part);
  if (literal !== undefined) {
    const found = find(literal, method, parts, depth + 1, values);
    if (found !== undefined) return found;
  }
  if (node.wildcard === undefined) return undefined;
  values.push(part);
  const found = find(node.wildcard, method, parts, depth + 1, values);
  if (found === undefined) values.pop();
  return found;
}

function collect(node: TrieNode, parts: readonly string[], depth: number, methods: Set<string>): void {
  if (depth === parts.length) {
    for (const method of node.byMethod.keys()) methods.add(method);
    return;
  }
  const literal = node.literal.get(parts[depth]!);
  if (literal !== undefined) collect(literal, parts, depth + 1, methods);
  if (node.wildcard !== undefined) collect(node.wildcard, parts, depth + 1, methods);
}
