import type { TokenFilterType } from '../component-type.ts';
import type { Token, TokenStage } from '../token-stream.ts';

/** A token between two nodes of the graph. */
interface Edge {
  readonly token: Token;
  readonly from: number;
  readonly to: number;
}

/** A position of what is indexed, and where its words stand in the text. */
interface Place {
  readonly position: number;
  startOffset: number;
  endOffset: number;
}

/** Lucene's FlattenGraphFilter: words of all paths stand at as many positions as the longest path has. */
class FlattenStage implements TokenStage {
  readonly #next: TokenStage;
  /** Edges that something else may still span, in order. */
  #edges: Edge[] = [];
  #node = -1;
  #lastNode = -1;
  #position = -1;
  /** Positions left out before the edges that wait. */
  #gap = 0;
  #lastStart = 0;

  constructor(next: TokenStage) {
    this.#next = next;
  }

  token(token: Token): void {
    this.#node += token.increment;
    if (this.#edges.length > 0 && this.#node >= this.#lastNode) this.#flush();
    if (this.#edges.length === 0) {
      this.#gap = this.#lastNode < 0 ? this.#node : this.#node - this.#lastNode;
      this.#lastNode = this.#node;
    }
    const to = this.#node + token.positionLength;
    this.#edges.push({ token, from: this.#node, to });
    this.#lastNode = Math.max(this.#lastNode, to);
  }

  end(left: number, endOffset: number): void {
    if (this.#edges.length > 0) this.#flush();
    this.#next.end(left, endOffset);
  }

  #flush(): void {
    const places = placesOf(this.#edges);
    const byPosition = this.#edges.toSorted(
      (a, b) => places.get(a.from)!.position - places.get(b.from)!.position,
    );
    const base = Math.max(0, this.#position) + (this.#position < 0 ? 0 : 1) + this.#gap;
    let last = this.#position;
    for (const { token, from, to } of byPosition) {
      const start = places.get(from)!;
      const end = places.get(to)!;
      this.#lastStart = Math.max(this.#lastStart, start.startOffset);
      const flat = token.at(this.#lastStart, Math.max(this.#lastStart, end.endOffset));
      flat.increment = base + start.position - last;
      flat.positionLength = end.position - start.position;
      last = base + start.position;
      this.#next.token(flat);
    }
    this.#position = base + places.get(this.#lastNode)!.position - 1;
    this.#edges = [];
  }
}

/** How far each node is from the first one, by the longest way. */
function positionsOf(edges: readonly Edge[]): Map<number, number> {
  const positions = new Map<number, number>();
  let before: number | null = null;
  for (const { from, to } of edges.toSorted((a, b) => a.from - b.from)) {
    // Nothing leads to a place whose word was removed: it stands behind the node before it.
    if (!positions.has(from))
      positions.set(from, before === null ? 0 : positions.get(before)! + from - before);
    before = from;
    positions.set(to, Math.max(positions.get(to) ?? 0, positions.get(from)! + 1));
  }
  return positions;
}

/** The nodes' places: those of one position are one. */
function placesOf(edges: readonly Edge[]): Map<number, Place> {
  const all: Place[] = [];
  const places = new Map<number, Place>();
  for (const [node, position] of positionsOf(edges)) {
    all[position] ??= { position, startOffset: 0, endOffset: Number.POSITIVE_INFINITY };
    places.set(node, all[position]);
  }
  for (const { token, from, to } of edges) {
    const start = places.get(from)!;
    const end = places.get(to)!;
    start.startOffset = Math.max(start.startOffset, token.startOffset);
    end.endOffset = Math.min(end.endOffset, token.endOffset);
  }
  return places;
}

export const flattenGraph: TokenFilterType = {
  name: 'flatten_graph',
  make: () => ({ open: (next) => new FlattenStage(next) }),
};
