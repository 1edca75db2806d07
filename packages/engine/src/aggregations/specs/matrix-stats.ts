import type { FieldMode } from '../metrics/mode-values.ts';
import type { SourceSpec } from '../spec-parts.ts';

export interface MatrixStatsSpec {
  /** By field, ascending. */
  readonly sources: readonly SourceSpec[];
  readonly mode: FieldMode;
}
