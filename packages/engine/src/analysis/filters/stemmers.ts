import { ApiError } from '@sextant/contract';
import { type ComponentSettings, invalid } from '../component-settings.ts';
import type { TokenFilterType } from '../component-type.ts';
import { germanStem, snowballOf, stemmerOf } from '../stemmers/stemmers.ts';
import type { TermFilter } from '../token-stream.ts';

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** OpenSearch's names of stemmers that are not served. */
const unserved: ReadonlySet<string> = new Set(['kstem', 'light_english']);

/** Throws ApiError where there is no such stemmer. */
function found(language: string, filter: TermFilter | undefined): TermFilter {
  if (filter !== undefined) return filter;
  if (unserved.has(language.toLowerCase())) throw invalid(`stemmer [${language}] is not supported`);
  const name = capitalized(language);
  throw new ApiError({
    type: 'illegal_argument_exception',
    reason: `Invalid stemmer class specified: ${name}`,
    causedBy: { type: 'class_not_found_exception', reason: `org.tartarus.snowball.ext.${name}Stemmer` },
  });
}

function languageOf(settings: ComponentSettings, otherwise: string): string {
  return settings.text('language') ?? settings.text('name') ?? otherwise;
}

export const stemmer: TokenFilterType = {
  name: 'stemmer',
  make: (settings) => {
    const language = languageOf(settings, 'porter');
    return found(language, stemmerOf(language.toLowerCase()));
  },
};

export const snowball: TokenFilterType = {
  name: 'snowball',
  make: (settings) => {
    const language = languageOf(settings, 'English');
    return found(language, snowballOf(language.toLowerCase()));
  },
};

function named(name: string, stemmer: string): TokenFilterType {
  return { name, make: () => stemmerOf(stemmer)! };
}

/** Stemmers that have a type of their own. */
export const stemmerTypes: readonly TokenFilterType[] = [
  named('arabic_stem', 'arabic'),
  named('brazilian_stem', 'brazilian'),
  named('czech_stem', 'czech'),
  named('dutch_stem', 'dutch'),
  named('french_stem', 'french'),
  { name: 'german_stem', make: () => germanStem },
  named('persian_stem', 'persian'),
  named('porter_stem', 'porter'),
  named('russian_stem', 'russian'),
];
