import { apiError } from '@sextant/contract';
import { resolveDateMath } from '../../../cluster/date-math-name.ts';

/**
 * The name after that of an index: its number, counted on, with six digits. `provided`: as the index was made, also
 * date math, which stays in the new name. Throws ApiError where it ends in no number.
 */
export function nextName(provided: string, nowMs: number): string {
  const resolved = resolveDateMath(provided, nowMs);
  if (!/^.*-\d+$/.test(resolved)) {
    throw apiError(
      'illegal_argument_exception',
      `index name [${provided}] does not match pattern '^.*-\\d+$'`,
    );
  }
  const isDateMath = resolved !== provided;
  const inside = isDateMath ? provided.slice(0, -1) : provided;
  const dash = inside.lastIndexOf('-');
  const number = inside.slice(dash + 1);
  if (!/^\d{1,9}$/.test(number)) {
    throw apiError('number_format_exception', `For input string: "${number}"`);
  }
  return `${inside.slice(0, dash)}-${String(Number(number) + 1).padStart(6, '0')}${isDateMath ? '>' : ''}`;
}
