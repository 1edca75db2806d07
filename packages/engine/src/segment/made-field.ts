import type { NumericColumn, OrdinalColumn, TermsReader } from './segment-reader.ts';

/** Values that are made for documents of one segment, by a request or out of what is kept of each: they look as if they were those of a field. */
export interface MadeField {
  /** null: they are terms. */
  readonly numeric: NumericColumn | null;
  /** null: they are numbers. */
  readonly ordinals: OrdinalColumn | null;
  readonly terms: TermsReader | null;
  /** Documents with a value; null where there is none, `all` where each has one. */
  readonly exists: Uint32Array | 'all' | null;
}

/** By the names under which they are asked for. */
export type MadeFields = ReadonlyMap<string, MadeField>;
