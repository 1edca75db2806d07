import { ChainAnalyzer } from '../chain-analyzer.ts';
import type { AnalyzerType } from '../component-type.ts';
import { lowercaseFilter } from '../filters/characters.ts';
import { markKeywords } from '../filters/keywords.ts';
import { stopFilter } from '../filters/selections.ts';
import { porter } from '../filters/stemmers.ts';
import { standardTokenizer } from '../standard-tokenizer.ts';
import { possessive } from '../stemmers/possessive.ts';
import { stopWords } from '../words/stop-lists.ts';
import { stopWordsOf, WordSet } from '../words/word-list.ts';

export const english: AnalyzerType = {
  name: 'english',
  make: (settings) => {
    const stop = stopFilter(new WordSet(stopWordsOf(settings, stopWords('_english_')!)));
    const excluded = new WordSet(settings.list('stem_exclusion'));
    const marking = excluded.size === 0 ? [] : [markKeywords(excluded)];
    const filters = [possessive, lowercaseFilter, stop, ...marking, porter];
    return new ChainAnalyzer(settings.name, { tokenizer: standardTokenizer, filters });
  },
};
