import { invalid } from '../component-settings.ts';
import type { TokenFilterType } from '../component-type.ts';
import type { TermFilter } from '../token-stream.ts';
import { WordSet, wordsOf } from '../words/word-list.ts';

const FRENCH = 'l m t qu n s j d c jusqu quoiqu lorsqu puisqu'.split(' ');

/** `l'avion` is `avion`: what stands before the first apostrophe is cut off where it is an article. */
export function elisionFilter(articles: WordSet): TermFilter {
  const term = (text: string): string => {
    const mark = text.search(/['’]/);
    return mark >= 0 && articles.has(text.slice(0, mark)) ? text.slice(mark + 1) : text;
  };
  return { term, normalizes: true };
}

export const frenchElision = elisionFilter(new WordSet(FRENCH, true));

export const elision: TokenFilterType = {
  name: 'elision',
  normalizes: true,
  preset: () => frenchElision,
  make: (settings) => {
    const articles = wordsOf(settings, 'articles');
    if (articles === undefined)
      throw invalid('elision filter requires [articles] or [articles_path] setting');
    return elisionFilter(new WordSet(articles, settings.flag('articles_case', false)));
  },
};
