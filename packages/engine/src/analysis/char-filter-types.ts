import { htmlStrip } from './char-filters/html-strip.ts';
import { mapping } from './char-filters/mapping.ts';
import { patternReplace } from './char-filters/pattern-replace.ts';
import type { CharFilterType } from './component-type.ts';

const all: readonly CharFilterType[] = [htmlStrip, mapping, patternReplace];

/** Char filters by type. */
export const charFilterTypes: ReadonlyMap<string, CharFilterType> = new Map(
  all.map((type) => [type.name, type]),
);
