import type { NumericColumn, OrdinalColumn, TermsReader } from './segment-reader.ts';

/** Values that a request has made for documents of one segment: they look as if they were those of a field. */
export interface MadeField {
  /** null: they are terms. */
  readonly numeric: NumericColumn | null;
  /** null: they are numbers. */
  readonly ordinals: OrdinalColumn | null;
  readonly terms: TermsReader | null;
  /** Documents with a value; null where there is none. */
  readonly exists: Uint32Array | null;
}

/** By the names under which they are asked for. */
export type MadeFields = ReadonlyMap<string, MadeField>;
