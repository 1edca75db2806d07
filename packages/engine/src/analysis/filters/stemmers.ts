import { type ComponentSettings, invalid } from '../component-settings.ts';
import type { TokenFilterType } from '../component-type.ts';
import { snowballOf, stemmerOf } from '../stemmers/stemmers.ts';
import type { TermFilter } from '../token-stream.ts';

export const porter = stemmerOf('porter')!;

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** OpenSearch's names of stemmers that are not served. */
const unserved: ReadonlySet<string> = new Set(
  (
    'arabic basque bengali brazilian bulgarian catalan czech estonian galician greek hindi latvian light_english ' +
    'light_finnish light_french light_german light_hungarian light_italian light_norwegian light_nynorsk ' +
    'light_portuguese light_russian light_spanish light_swedish minimal_english minimal_french minimal_galician ' +
    'minimal_german minimal_norwegian minimal_nynorsk minimal_portuguese persian plural_english portuguese_rslp ' +
    'sorani yiddish'
  ).split(' '),
);

/** Throws ApiError where there is no such stemmer. */
function found(language: string, filter: TermFilter | undefined): TermFilter {
  if (filter !== undefined) return filter;
  if (unserved.has(language.toLowerCase())) throw invalid(`stemmer [${language}] is not supported`);
  throw invalid(`Invalid stemmer class specified: ${capitalized(language)}`);
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

export const porterStemType: TokenFilterType = { name: 'porter_stem', make: () => porter };
