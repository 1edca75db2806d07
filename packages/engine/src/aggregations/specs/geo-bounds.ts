import type { SourceSpec } from '../spec-parts.ts';

export interface GeoBoundsSpec {
  readonly source: SourceSpec;
  /** The box may go round the back of the earth. */
  readonly wrapLongitude: boolean;
}
