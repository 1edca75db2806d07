import { checkClauses } from './query-limits.ts';
import type { QueryToken } from './query-tokens.ts';

/** What stands between two places that every way through the tokens goes through (Lucene's articulation points). */
export interface GraphPart {
  /** Terms of which any may stand there; empty where there are several ways. */
  readonly terms: readonly Uint8Array[];
  /** The ways, each with positions of its own; without `terms` alone there are several. */
  readonly paths: readonly (readonly QueryToken[])[];
}

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly term: Uint8Array;
  /** From the token before, on whatever way it comes. */
  readonly increment: number;
}

/** Whether some of the tokens span several positions, so that there are several ways through them. */
export function isGraph(tokens: readonly QueryToken[]): boolean {
  return tokens.some(({ span }) => span !== undefined);
}

/** The parts of a graph in their order. `tokens` must not be empty. */
export function graphParts(tokens: readonly QueryToken[]): GraphPart[] {
  const graph = new TokenGraph(tokens);
  return graph.bounds().map(([from, to]) => graph.part(from, to));
}

/** All ways through the tokens. */
export function graphPaths(tokens: readonly QueryToken[]): (readonly QueryToken[])[] {
  const graph = new TokenGraph(tokens);
  return graph.paths(0, graph.end);
}

/** States are places between tokens, as Lucene's `GraphTokenStreamFiniteStrings` numbers them. */
class TokenGraph {
  readonly end: number;
  readonly #edges: readonly Edge[];
  readonly #from = new Map<number, Edge[]>();

  /** Throws ApiError for more tokens than a query may have clauses: ways are gone token by token. */
  constructor(tokens: readonly QueryToken[]) {
    checkClauses(tokens.length);
    const edges = edgesOf(tokens);
    this.end = edges.reduce((most, { to }) => Math.max(most, to), 0);
    this.#edges = live(edges, this.end);
    for (const edge of this.#edges) {
      const others = this.#from.get(edge.from);
      if (others === undefined) this.#from.set(edge.from, [edge]);
      else others.push(edge);
    }
  }

  /** The ends of each part. */
  bounds(): [number, number][] {
    const places = [...this.#from.keys()].sort((a, b) => a - b);
    // No edge leads over a place that all ways go through.
    let reached = 0;
    const cuts: number[] = [];
    for (const place of places) {
      if (place >= reached) cuts.push(place);
      for (const { to } of this.#from.get(place)!) reached = Math.max(reached, to);
    }
    return cuts.map((cut, i) => [cut, cuts[i + 1] ?? this.end]);
  }

  part(from: number, to: number): GraphPart {
    const first = this.#from.get(from)!;
    const hasWays = first.some((edge) => edge.to !== first[0]!.to);
    const terms = hasWays ? [] : first.map(({ term }) => term);
    return { terms, paths: hasWays ? this.paths(from, to) : [[stood(first[0]!, -1)]] };
  }

  paths(from: number, to: number): (readonly QueryToken[])[] {
    const found: (readonly QueryToken[])[] = [];
    const way: QueryToken[] = [];
    const go = (place: number, position: number): void => {
      if (place === to) {
        found.push([...way]);
        checkClauses(found.length);
        return;
      }
      for (const edge of this.#from.get(place) ?? []) {
        const token = stood(edge, position);
        way.push(token);
        go(edge.to, token.position);
        way.pop();
      }
    };
    go(from, -1);
    return found;
  }
}

function stood({ term, increment }: Edge, before: number): QueryToken {
  return { term, position: before + increment };
}

function edgesOf(tokens: readonly QueryToken[]): Edge[] {
  const edges: Edge[] = [];
  let before = -1;
  let place = -1;
  let gap = 0;
  for (const { term, position, span = 1 } of tokens) {
    if (position === before) place -= gap;
    else {
      place++;
      gap = position - before - 1;
      before = position;
    }
    edges.push({ from: place, to: place + span + gap, term, increment: gap + 1 });
    place += gap;
  }
  return edges;
}

/** Without what leads nowhere, or what nothing leads to. */
function live(edges: readonly Edge[], end: number): Edge[] {
  const ahead = new Set([0]);
  for (const { from, to } of [...edges].sort((a, b) => a.from - b.from)) if (ahead.has(from)) ahead.add(to);
  const back = new Set([end]);
  for (const { from, to } of [...edges].sort((a, b) => b.to - a.to)) if (back.has(to)) back.add(from);
  return edges.filter(({ from, to }) => ahead.has(from) && back.has(to));
}
