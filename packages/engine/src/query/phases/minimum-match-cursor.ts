import { NO_MORE_DOCS } from '../../segment/doc-iterator.ts';
import { sumOf } from './bool-cursors.ts';
import { advanceToMatch, type DocCursor } from './doc-cursor.ts';

/**
 * Documents that at least so many of several match, as Lucene's `WANDScorer` looks for them: all but as many as are not needed for a
 * first hint stand on a match, and the others, the rarest first, are asked about the first of these.
 */
export class MinimumMatchCursor implements DocCursor {
  readonly cost: number;
  readonly matchCost: number;
  doc = -1;
  readonly #minimum: number;
  /** Each stands on a document that it matches. */
  #ahead: DocCursor[] = [];
  /** Match the document at hand. */
  #here: DocCursor[];
  /** Stand before it; the one with the fewest documents first. */
  #behind: DocCursor[] = [];

  constructor(cursors: readonly DocCursor[], minimum: number) {
    this.#minimum = minimum;
    this.#here = [...cursors];
    this.matchCost = cursors.length;
    const costs = cursors.map(({ cost }) => cost).sort((a, b) => a - b);
    this.cost = costs.slice(0, costs.length - minimum + 1).reduce((sum, cost) => sum + cost, 0);
  }

  advance(target: number): number {
    for (const cursor of this.#here) this.#putBehind(cursor, target);
    this.#here = [];
    for (;;) {
      const late = this.#firstAhead();
      if (late === null || late.doc >= target) break;
      this.#ahead.splice(this.#ahead.indexOf(late), 1);
      this.#putBehind(late, target);
    }
    this.doc = this.#firstAhead()?.doc ?? NO_MORE_DOCS;
    return this.doc;
  }

  matches(): boolean {
    this.#here = this.#ahead.filter(({ doc }) => doc === this.doc);
    this.#ahead = this.#ahead.filter(({ doc }) => doc !== this.doc);
    while (this.#here.length < this.#minimum) {
      if (this.#here.length + this.#behind.length < this.#minimum) return false;
      this.#ask(this.#behind.shift()!);
    }
    return true;
  }

  score(): number {
    while (this.#behind.length > 0) this.#ask(this.#behind.shift()!);
    return sumOf(this.#here.map((cursor) => cursor.score()));
  }

  #ask(cursor: DocCursor): void {
    const found = advanceToMatch(cursor, this.doc, NO_MORE_DOCS);
    (found === this.doc ? this.#here : this.#ahead).push(cursor);
  }

  /** One less than the minimum may stay behind; the one with the fewest documents is sent on. */
  #putBehind(cursor: DocCursor, target: number): void {
    this.#behind.unshift(cursor);
    this.#behind.sort((a, b) => a.cost - b.cost);
    if (this.#behind.length < this.#minimum) return;
    const sent = this.#behind.shift()!;
    advanceToMatch(sent, target, NO_MORE_DOCS);
    this.#ahead.push(sent);
  }

  #firstAhead(): DocCursor | null {
    return this.#ahead.reduce<DocCursor | null>(
      (first, cursor) => (first === null || cursor.doc < first.doc ? cursor : first),
      null,
    );
  }
}
