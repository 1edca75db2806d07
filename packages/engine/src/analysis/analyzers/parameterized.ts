import { ChainAnalyzer } from '../chain-analyzer.ts';
import { invalid } from '../component-settings.ts';
import type { AnalyzerType } from '../component-type.ts';
import { asciiFoldingFilter, lowercaseFilter } from '../filters/characters.ts';
import { fingerprint as fingerprintFilter } from '../filters/joined.ts';
import { stopFilter } from '../filters/selections.ts';
import { snowball as snowballFilter } from '../filters/stemmers.ts';
import { standardTokenizer } from '../standard-tokenizer.ts';
import { possessive } from '../stemmers/possessive.ts';
import { pattern as patternTokenizer } from '../tokenizers/patterns.ts';
import { stopWords } from '../words/stop-lists.ts';
import { stopWordsOf, WordSet } from '../words/word-list.ts';

export const pattern: AnalyzerType = {
  name: 'pattern',
  make: (settings, context) => {
    const stop = stopFilter(new WordSet(stopWordsOf(settings, [])));
    if (settings.has('group')) throw invalid('[group] is a parameter of the tokenizer [pattern]');
    const filters = settings.flag('lowercase', true) ? [lowercaseFilter, stop] : [stop];
    return new ChainAnalyzer(settings.name, { tokenizer: patternTokenizer.make(settings, context), filters });
  },
};

export const fingerprint: AnalyzerType = {
  name: 'fingerprint',
  make: (settings, context) => {
    const stop = stopFilter(new WordSet(stopWordsOf(settings, [])));
    const joined = fingerprintFilter.make(settings, context);
    const filters = [lowercaseFilter, asciiFoldingFilter, stop, joined];
    return new ChainAnalyzer(settings.name, { tokenizer: standardTokenizer, filters });
  },
};

/** The languages whose stop words the analyzer takes by itself. */
const WITH_STOP_WORDS: ReadonlySet<string> = new Set(['english', 'dutch', 'german', 'german2', 'french']);

export const snowball: AnalyzerType = {
  name: 'snowball',
  make: (settings, context) => {
    const language = (settings.text('language') ?? settings.text('name') ?? 'English').toLowerCase();
    const own = language === 'german2' ? 'german' : language;
    const words = WITH_STOP_WORDS.has(language) ? stopWords(`_${own}_`)! : [];
    const isEnglish = language === 'english' || language === 'porter';
    const filters = [
      ...(isEnglish ? [possessive] : []),
      lowercaseFilter,
      stopFilter(new WordSet(stopWordsOf(settings, words))),
      snowballFilter.make(settings, context),
    ];
    return new ChainAnalyzer(settings.name, { tokenizer: standardTokenizer, filters });
  },
};

export const chinese: AnalyzerType = {
  name: 'chinese',
  make: (settings) => {
    const stop = stopFilter(new WordSet(stopWords('_english_')!));
    return new ChainAnalyzer(settings.name, {
      tokenizer: standardTokenizer,
      filters: [lowercaseFilter, stop],
    });
  },
};
