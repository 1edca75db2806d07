import { scoreBound } from './score-bounds.ts';
import type { Scorer } from './scorer.ts';
import { TermScorer } from './term-scorer.ts';

/** For more terms together a bound would take longer than it saves. */
const MAX_TERMS = 12;

/**
 * Terms of one field, each with a score: a document has one length for all of them, so that those which occur in short
 * documents alone do not add to those of long ones.
 */
export class OneField {
  readonly terms: readonly TermScorer[];
  /** Lengths by document. */
  readonly norms: Uint8Array;

  private constructor(terms: readonly TermScorer[], norms: Uint8Array) {
    this.terms = terms;
    this.norms = norms;
  }

  /** null where they are not all terms of the same field, or it has no lengths. */
  static of(scorers: readonly Scorer[]): OneField | null {
    const terms: TermScorer[] = [];
    let norms: Uint8Array | null = null;
    for (const scorer of scorers) {
      if (!(scorer instanceof TermScorer) || scorer.norms === null) return null;
      norms ??= scorer.norms;
      // Every term has a view of its own over the same bytes.
      if (scorer.norms.buffer !== norms.buffer || scorer.norms.byteOffset !== norms.byteOffset) return null;
      terms.push(scorer);
    }
    return norms === null ? null : new OneField(terms, norms);
  }

  /** Upper bound of the score of a document in [from, to], as a float. `from` never goes back. */
  boundOf(from: number, to: number): number {
    const { terms } = this;
    if (terms.length > MAX_TERMS) return Number.POSITIVE_INFINITY;
    for (let i = 0; i < terms.length; i++) terms[i]!.lookAt(from, to);
    let best = 0;
    for (let i = 0; i < terms.length; i++) {
      // The shortest documents of each term: longer ones score less, until another term is among them.
      const norm = terms[i]!.leastNorm;
      let sum = 0;
      for (let j = 0; j < terms.length; j++) sum += terms[j]!.boundAt(norm);
      if (sum > best) best = sum;
    }
    return scoreBound(best);
  }
}
