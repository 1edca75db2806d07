import { apiError } from '@sextant/contract';

/** Throws where the hint, which makes no difference here, is none. */
export function checkExecutionHint(
  hint: string | null,
  known: readonly string[] = ['map', 'global_ordinals'],
): void {
  if (hint === null || known.includes(hint)) return;
  const expected = `expected any of [${known.join(', ')}]`;
  throw apiError('illegal_argument_exception', `Unknown \`execution_hint\`: [${hint}], ${expected}`);
}
