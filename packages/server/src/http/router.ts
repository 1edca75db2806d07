import { assert } from '@sextant/base';
import { dictionary, type Method, methodsAt, type Route } from '@sextant/contract';

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
 * `/{index}/…`); a literal path that does not know the method answers 405, as in OpenSearch: no index is named like
 * an endpoint.
 */
export class Router {
  private readonly root = emptyNode();

  constructor(routes: readonly Route[]) {
    for (const route of routes) for (const path of route.paths) this.add(route, path);
  }

  /** The row for a method, or undefined: then `methods` tells an unknown path from a wrong method. */
  match(method: string, parts: readonly string[]): RouteMatch | undefined {
    const values: string[] = [];
    const entry = find(this.root, parts, 0, values)?.byMethod.get(method);
    if (entry === undefined) return undefined;
    const pathParams: Record<string, string> = dictionary();
    entry.names.forEach((name, i) => {
      pathParams[name] = values[i]!;
    });
    return { route: entry.route, pathParams };
  }

  /** Every method that the path accepts; empty = unknown path. */
  methods(parts: readonly string[]): readonly Method[] {
    return [...(find(this.root, parts, 0, [])?.byMethod.keys() ?? [])] as Method[];
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
    for (const method of methodsAt(route, path)) {
      assert(!node.byMethod.has(method), `two rows for ${method} ${path}`);
      node.byMethod.set(method, { route, names });
    }
  }
}

/** Parts between slashes, without empty ones; still percent-encoded. */
export function splitPath(path: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < path.length; ) {
    const slash = path.indexOf('/', start);
    const end = slash < 0 ? path.length : slash;
    if (end > start) parts.push(path.slice(start, end));
    start = end + 1;
  }
  return parts;
}

/** The node of a path that has rows; `values` receives what stands for the parameters. */
function find(
  node: TrieNode,
  parts: readonly string[],
  depth: number,
  values: string[],
): TrieNode | undefined {
  if (depth === parts.length) return node.byMethod.size > 0 ? node : undefined;
  const part = parts[depth]!;
  const literal = node.literal.get(part);
  if (literal !== undefined) {
    const found = find(literal, parts, depth + 1, values);
    if (found !== undefined) return found;
  }
  if (node.wildcard === undefined) return undefined;
  values.push(part);
  const found = find(node.wildcard, parts, depth + 1, values);
  if (found === undefined) values.pop();
  return found;
}
