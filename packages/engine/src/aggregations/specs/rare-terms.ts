import type { SourceSpec } from '../spec-parts.ts';
import type { TermFilter } from './terms.ts';

export interface RareTermsSpec {
  readonly source: SourceSpec;
  /** Of how many documents a rare term may be. */
  readonly maxDocCount: number;
  readonly include: TermFilter | null;
  readonly exclude: TermFilter | null;
}
