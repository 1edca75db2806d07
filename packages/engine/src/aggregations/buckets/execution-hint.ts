import { apiError } from '@sextant/contract';

/** Throws where the hint, which makes no difference here, is none. */
export function checkExecutionHint(hint: string | null): void {
  if (hint === null || hint === 'map' || hint === 'global_ordinals') return;
  const expected = 'expected any of [map, global_ordinals]';
  throw apiError('illegal_argument_exception', `Unknown \`execution_hint\`: [${hint}], ${expected}`);
}
