import type { TermsOptions } from '../buckets/internal-terms.ts';
import type { OrderElement, SourceSpec } from '../spec-parts.ts';

export interface MultiTermsSpec extends TermsOptions {
  readonly sources: readonly SourceSpec[];
  readonly order: readonly OrderElement[];
}
