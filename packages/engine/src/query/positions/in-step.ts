import { NO_MORE_DOCS } from '../../segment/doc-iterator.ts';
import type { PositionIterator } from './position-iterator.ts';

/** Iterators that all have to stand on a document. */
export class InStep {
  /** Fewest documents first. */
  readonly #byCost: readonly PositionIterator[];

  constructor(parts: readonly PositionIterator[]) {
    this.#byCost = [...parts].sort((a, b) => a.cost - b.cost);
  }

  get cost(): number {
    return this.#byCost[0]!.cost;
  }

  /** As that of one of them, for all. */
  advance(target: number): number {
    const all = this.#byCost;
    let doc = all[0]!.advance(target);
    for (let i = 1; i < all.length && doc !== NO_MORE_DOCS; ) {
      const other = all[i]!.advance(doc);
      if (other === doc) i++;
      else {
        doc = all[0]!.advance(other);
        i = 1;
      }
    }
    return doc;
  }
}
