import { apiError } from '@sextant/contract';
import { toText } from '../dsl/json-reader.ts';

/** How the scores of several documents become that of the one that they are joined with. */
export type JoinScoreMode = 'none' | 'min' | 'max' | 'avg' | 'sum';

const SCORE_MODES: ReadonlySet<string> = new Set(['none', 'min', 'max', 'avg', 'sum']);

export function readScoreMode(value: unknown): JoinScoreMode {
  const mode = toText(value);
  if (SCORE_MODES.has(mode)) return mode as JoinScoreMode;
  throw apiError('illegal_argument_exception', `No score mode for child query [${mode}] found`);
}
