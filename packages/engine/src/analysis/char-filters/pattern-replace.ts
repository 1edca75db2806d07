import type { RE2JS } from 're2js';
import { invalid } from '../component-settings.ts';
import type { CharFilterType } from '../component-type.ts';
import { checkAdded } from '../growth.ts';
import { javaPattern } from '../java-pattern.ts';
import { OffsetMap } from '../offset-map.ts';
import { Replacement } from '../replacement.ts';
import type { FilteredText } from '../token-stream.ts';

/** Lucene's PatternReplaceCharFilter: what is longer than its match has the offset of the match's end. */
function replaceAll(text: string, pattern: RE2JS, replacement: Replacement): FilteredText {
  const map = new OffsetMap();
  const matcher = pattern.matcher(text);
  let result = '';
  let copied = 0;
  let difference = 0;
  let added = 0;
  while (matcher.find()) {
    const start = matcher.start();
    const end = matcher.end();
    result += text.slice(copied, start);
    const before = result.length;
    const by = replacement.of(matcher);
    const size = end - start;
    added += by.length - size;
    checkAdded(added, text.length);
    result += by;
    copied = end;
    if (by.length < size) {
      difference += size - by.length;
      map.add(before + by.length, difference);
    }
    for (let i = size; i < by.length; i++) map.add(before + i, --difference);
  }
  result += text.slice(copied);
  return { text: result, correct: (offset) => map.correct(offset) };
}

export const patternReplace: CharFilterType = {
  name: 'pattern_replace',
  isDefinedOnly: true,
  normalizes: true,
  make: (settings) => {
    const expression = settings.text('pattern') ?? '';
    if (expression === '')
      throw invalid(`pattern is missing for [${settings.name}] char filter of type 'pattern_replace'`);
    const pattern = javaPattern(expression, settings.text('flags'));
    const names = new Set(Object.keys(pattern.namedGroups()));
    const replacement = new Replacement(settings.text('replacement') ?? '', pattern.groupCount(), names);
    return { normalizes: true, filter: (text) => replaceAll(text, pattern, replacement) };
  },
};
