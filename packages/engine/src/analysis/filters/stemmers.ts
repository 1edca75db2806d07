import { type ComponentSettings, invalid } from '../component-settings.ts';
import type { TokenFilterType } from '../component-type.ts';
import { stemmerOf } from '../stemmers/stemmers.ts';
import type { TermFilter } from '../token-stream.ts';

export const porter = stemmerOf('porter')!.filter;

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The stemmer of a language as `stemmer` and `snowball` name it. Throws ApiError. */
function ofLanguage(language: string): TermFilter {
  const stem = stemmerOf(language.toLowerCase());
  if (stem === undefined) throw invalid(`Invalid stemmer class specified: ${capitalized(language)}`);
  return stem.filter;
}

export const stemmer: TokenFilterType = {
  name: 'stemmer',
  make: (settings) => ofLanguage(languageOf(settings, 'porter')),
};

function languageOf(settings: ComponentSettings, otherwise: string): string {
  return settings.text('language') ?? settings.text('name') ?? otherwise;
}

export const porterStemType: TokenFilterType = { name: 'porter_stem', make: () => porter };
