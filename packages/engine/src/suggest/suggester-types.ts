import { table } from '@sextant/contract';
import { completionSuggester } from './completion-suggester.ts';
import { phraseSuggester } from './phrase-suggester.ts';
import type { SuggesterType } from './suggester.ts';
import { termSuggester } from './term-suggester.ts';

/** Every suggester, by the name that requests give it. */
const suggesterTypes: Readonly<Record<string, SuggesterType>> = table({
  completion: completionSuggester,
  phrase: phraseSuggester,
  term: termSuggester,
});

/** The suggester of a name; undefined where there is none. */
export function suggesterTypeOf(name: string): SuggesterType | undefined {
  return Object.hasOwn(suggesterTypes, name) ? suggesterTypes[name] : undefined;
}
