import { type FieldRules as EngineRules, type FieldMask, parseFieldMask } from '@sextant/engine';
import { maskProblem } from './field-mask.ts';

/** As `Access.fieldRules` says them: masks as they stand in roles. */
interface FieldRules extends Pick<EngineRules, 'includes' | 'excludes' | 'maskSalt'> {
  readonly masks?: readonly string[];
}

const parsedMax = 1_000;
const parsed = new Map<string, FieldMask>();

/** What cannot be read hides the field. */
function maskOf(text: string): FieldMask | string {
  let mask = parsed.get(text);
  if (mask === undefined) {
    if (maskProblem(text) !== undefined) return text.split('::')[0]!;
    mask = parseFieldMask(text);
    if (parsed.size >= parsedMax) parsed.clear();
    parsed.set(text, mask);
  }
  return mask;
}

/** The rules as the engine takes them. */
export function engineRules({ includes, excludes, masks = [], maskSalt = '' }: FieldRules): EngineRules {
  if (masks.length === 0) return { includes, excludes };
  const read = masks.map(maskOf);
  return {
    includes,
    excludes: [...excludes, ...read.filter((mask) => typeof mask === 'string')],
    masks: read.filter((mask) => typeof mask !== 'string'),
    maskSalt,
  };
}
