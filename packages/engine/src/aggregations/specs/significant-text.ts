import type { SignificanceSpec } from './significant-terms.ts';

export interface SignificantTextSpec extends SignificanceSpec {
  readonly field: string;
  /** Where in documents the texts stand; null: where the field has them from. */
  readonly sourceFields: readonly string[] | null;
  /** Leaves out what stood in a document before. */
  readonly filterDuplicateText: boolean;
}
