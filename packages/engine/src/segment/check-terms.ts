import { ApiError } from '@sextant/contract';
import { countBits, setBit, wordsFor } from '../codec/bits.ts';
import { compareBytes } from '../codec/bytes.ts';
import type { BlockPostings } from './block-postings.ts';
import type { Report } from './check-report.ts';
import type { FieldTerms } from './field-terms.ts';
import type { OpenSegment } from './open-segment.ts';
import type { SegmentField } from './segment-field.ts';

interface TermsCheck {
  readonly field: SegmentField;
  readonly maxDoc: number;
  readonly norms: Uint8Array | null;
  readonly has: (doc: number) => boolean;
  /** Documents with any term. */
  readonly seen: Uint32Array;
  readonly report: Report;
  positions: Int32Array;
}

/** The dictionary of a field and, where it is indexed, every posting of it, against the statistics. */
export function checkTerms(
  segment: OpenSegment,
  field: SegmentField,
  terms: FieldTerms,
  has: (doc: number) => boolean,
  report: Report,
): void {
  const seen = new Uint32Array(wordsFor(segment.maxDoc));
  const norms = segment.norms(field.name);
  const check: TermsCheck = {
    field,
    maxDoc: segment.maxDoc,
    norms,
    has,
    seen,
    report,
    positions: new Int32Array(16),
  };
  let sumDocFreq = 0;
  let sumTotalTermFreq = 0;
  const postings = field.indexed ? terms.reusablePostings() : null;
  for (let ordinal = 0; ordinal < terms.size; ordinal++) {
    if (ordinal > 0 && compareBytes(terms.term(ordinal - 1), terms.term(ordinal)) >= 0) {
      report(`term ${ordinal} is not above the one before`);
    }
    sumDocFreq += terms.docFreq(ordinal);
    sumTotalTermFreq += terms.totalTermFreq(ordinal);
    if (terms.docFreq(ordinal) === 0) report(`term ${ordinal} has no document`);
    if (postings === null) continue;
    const problem = readingProblem(
      check,
      terms.postingsInto(postings, ordinal),
      terms.totalTermFreq(ordinal),
    );
    if (problem !== null) report(`term [${terms.termText(ordinal)}]: ${problem}`);
  }
  if (sumDocFreq !== field.sumDocFreq)
    report(`sum of document frequencies is ${sumDocFreq}, not ${field.sumDocFreq}`);
  if (sumTotalTermFreq !== field.sumTotalTermFreq) {
    report(`sum of term frequencies is ${sumTotalTermFreq}, not ${field.sumTotalTermFreq}`);
  }
  if (!field.indexed) return;
  const docCount = countBits(seen);
  if (docCount !== field.docCount) report(`${docCount} documents have terms, not ${field.docCount}`);
  if (norms !== null) checkNorms(norms, seen, report);
}

/** The other terms are looked at all the same. */
function readingProblem(check: TermsCheck, postings: BlockPostings, totalTermFreq: number): string | null {
  try {
    return postingsProblem(check, postings, totalTermFreq);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `block ${postings.block} does not end at its last document`;
  }
}

function postingsProblem(check: TermsCheck, postings: BlockPostings, totalTermFreq: number): string | null {
  let last = -1;
  let docs = 0;
  let total = 0;
  while (postings.nextBlock()) {
    postings.loadFreqs();
    let maxFreq = 1;
    let minNorm = check.norms === null ? 1 : 255;
    for (let i = 0; i < postings.length; i++) {
      const doc = postings.docs[i]!;
      if (doc <= last) return `document ${doc} follows ${last}`;
      if (doc >= check.maxDoc) return `document ${doc} is past the end`;
      if (!check.has(doc)) return `document ${doc} has the term but not the field`;
      last = doc;
      setBit(check.seen, doc);
      const freq = postings.freqs[i]!;
      maxFreq = Math.max(maxFreq, freq);
      if (check.norms !== null) minNorm = Math.min(minNorm, check.norms[doc]!);
      total += freq;
      if (check.field.positions && !positionsAscend(check, postings, i, freq))
        return `positions in ${doc} fall`;
    }
    docs += postings.length;
    const { block } = postings;
    if (postings.maxFreqOf(block) !== maxFreq) return `block ${block} has another highest frequency`;
    if (postings.minNormOf(block) !== minNorm) return `block ${block} has another lowest norm`;
  }
  if (docs !== postings.docFreq) return `${docs} documents instead of ${postings.docFreq}`;
  return total === totalTermFreq ? null : `frequencies sum to ${total} instead of ${totalTermFreq}`;
}

function positionsAscend(check: TermsCheck, postings: BlockPostings, i: number, freq: number): boolean {
  check.positions = postings.positionsAt(i, check.positions);
  for (let p = 1; p < freq; p++) if (check.positions[p]! < check.positions[p - 1]!) return false;
  return freq > 0 && check.positions[0]! >= 0;
}

function checkNorms(norms: Uint8Array, seen: Uint32Array, report: Report): void {
  for (let doc = 0; doc < norms.length; doc++) {
    const hasTerms = (seen[doc >>> 5]! & (1 << (doc & 31))) !== 0;
    // A document whose tokens all overlap has terms but no length.
    if (norms[doc] !== 0 && !hasTerms) {
      report(`document ${doc} has a norm but no term`);
      return;
    }
  }
}
