import { NO_MORE_DOCS } from '../../segment/doc-iterator.ts';
import { advanceToMatch, type DocCursor } from './doc-cursor.ts';

/** Takes the documents that match, in their order, with their scores. */
export type TakeMatch = (doc: number, score: number) => void;

/**
 * All matches of one segment, stretch by stretch, as Lucene's `BulkScorer` finds them: a query that decides alone goes through the
 * documents in another way than as a part of another one, and asks scripts about others.
 */
export interface Run {
  /**
   * Takes the matches in [from, to). Answers where to go on, `to` or later: there is no match before. A stretch begins there, or
   * later.
   */
  run(from: number, to: number, take: TakeMatch): number;
}

/** Those of a cursor. `scored`: their scores are looked at. */
export class CursorRun implements Run {
  readonly #cursor: DocCursor;
  readonly #scored: boolean;

  constructor(cursor: DocCursor, scored: boolean) {
    this.#cursor = cursor;
    this.#scored = scored;
  }

  run(from: number, to: number, take: TakeMatch): number {
    const cursor = this.#cursor;
    let doc = cursor.doc < from ? cursor.advance(from) : cursor.doc;
    for (; doc < to; doc = cursor.advance(doc + 1)) {
      if (cursor.matches()) take(doc, this.#scored ? cursor.score() : 0);
    }
    return doc;
  }
}

/** Those of any of several: each is gone through for itself, up to its first match behind the stretch. */
export class UnionRun implements Run {
  readonly #cursors: readonly DocCursor[];
  readonly #scored: boolean;
  /** By document of the stretch. */
  #hits = new Uint8Array(0);
  #sums = new Float64Array(0);

  constructor(cursors: readonly DocCursor[], scored: boolean) {
    this.#cursors = cursors;
    this.#scored = scored;
  }

  run(from: number, to: number, take: TakeMatch): number {
    const length = to - from;
    if (this.#hits.length < length) {
      this.#hits = new Uint8Array(length);
      this.#sums = new Float64Array(length);
    }
    const hits = this.#hits;
    const sums = this.#sums;
    let next = NO_MORE_DOCS;
    for (const cursor of this.#cursors) {
      let doc = cursor.doc < from ? advanceToMatch(cursor, from, NO_MORE_DOCS) : cursor.doc;
      for (; doc < to; doc = advanceToMatch(cursor, doc + 1, NO_MORE_DOCS)) {
        hits[doc - from] = 1;
        if (this.#scored) sums[doc - from]! += cursor.score();
      }
      if (doc < next) next = doc;
    }
    for (let i = 0; i < length; i++) {
      if (hits[i] === 0) continue;
      take(from + i, Math.fround(sums[i]!));
      hits[i] = 0;
      sums[i] = 0;
    }
    return next;
  }
}

/** The same within a filter: each goes on to its first match from the next document of the filter on. */
export class FilteredUnionRun implements Run {
  readonly #filter: DocCursor;
  readonly #cursors: readonly DocCursor[];

  constructor(filter: DocCursor, cursors: readonly DocCursor[]) {
    this.#filter = filter;
    this.#cursors = cursors;
  }

  run(from: number, to: number, take: TakeMatch): number {
    const filter = this.#filter;
    let doc = this.#advance(from);
    while (doc < to) {
      if (filter.doc < doc) filter.advance(doc);
      if (filter.doc === doc) {
        const matches = filter.matches();
        let sum = 0;
        if (matches) for (const cursor of this.#cursors) if (cursor.doc === doc) sum += cursor.score();
        if (matches) take(doc, Math.fround(sum));
        doc = this.#advance(doc + 1);
      } else doc = this.#advance(filter.doc);
    }
    return doc;
  }

  /** Each cursor to its first match from `target` on; answers the first of them all. */
  #advance(target: number): number {
    let first = NO_MORE_DOCS;
    for (const cursor of this.#cursors) {
      const own = cursor.doc < target ? advanceToMatch(cursor, target, NO_MORE_DOCS) : cursor.doc;
      if (own < first) first = own;
    }
    return first;
  }
}

/**
 * Those of another run in the stretches between what is prohibited. About that a script is asked where the run goes on, and of what
 * follows on a prohibited document, whatever is required.
 */
export class ExclusionRun implements Run {
  readonly #required: Run;
  readonly #prohibited: DocCursor;

  constructor(required: Run, prohibited: DocCursor) {
    this.#required = required;
    this.#prohibited = prohibited;
  }

  run(from: number, to: number, take: TakeMatch): number {
    const prohibited = this.#prohibited;
    let doc = from;
    while (doc < to) {
      const next = prohibited.doc < doc ? prohibited.advance(doc) : prohibited.doc;
      if (next > doc) doc = this.#required.run(doc, Math.min(next, to), take);
      else {
        if (prohibited.matches()) doc++;
        prohibited.advance(next + 1);
      }
    }
    return doc;
  }
}

/** Another run with scores of its own. */
export function withScores(run: Run, scoreOf: (score: number) => number): Run {
  let takes: TakeMatch | null = null;
  const takeWith: TakeMatch = (doc, score) => takes!(doc, scoreOf(score));
  return {
    // A run may be asked for stretches of one document: nothing is made for each.
    run: (from, to, take) => {
      takes = take;
      return run.run(from, to, takeWith);
    },
  };
}
