import { ChainAnalyzer } from '../chain-analyzer.ts';
import type { ComponentSettings } from '../component-settings.ts';
import type { AnalyzerType } from '../component-type.ts';
import { lowercaseFilter } from '../filters/characters.ts';
import { stopFilter } from '../filters/selections.ts';
import { StandardAnalyzer } from '../standard-analyzer.ts';
import { MAX_TOKEN_LENGTH } from '../standard-tokenizer.ts';
import { keywordTokenizer, letterTokenizer } from '../tokenizers/characters.ts';
import { standardTokenizerOf, whitespace as whitespaceTokenizer } from '../tokenizers/simple.ts';
import { stopWords } from '../words/stop-lists.ts';
import { stopWordsOf, WordSet } from '../words/word-list.ts';

function stopWordsFor(settings: ComponentSettings, otherwise: readonly string[]): WordSet {
  return new WordSet(stopWordsOf(settings, otherwise));
}

export const standard: AnalyzerType = {
  name: 'standard',
  make: (settings) => {
    const { name } = settings;
    const limit = settings.integer('max_token_length', MAX_TOKEN_LENGTH);
    const words = stopWordsFor(settings, []);
    if (words.size === 0 && limit === MAX_TOKEN_LENGTH) return new StandardAnalyzer(name);
    const tokenizer = standardTokenizerOf(settings);
    return new ChainAnalyzer(name, { tokenizer, filters: [lowercaseFilter, stopFilter(words)] });
  },
};

export const simple: AnalyzerType = {
  name: 'simple',
  make: ({ name }) => new ChainAnalyzer(name, { tokenizer: letterTokenizer, filters: [lowercaseFilter] }),
};

export const whitespace: AnalyzerType = {
  name: 'whitespace',
  make: (settings, context) =>
    new ChainAnalyzer(settings.name, {
      tokenizer: whitespaceTokenizer.make(settings, context),
      filters: [],
    }),
};

export const keyword: AnalyzerType = {
  name: 'keyword',
  make: ({ name }) => new ChainAnalyzer(name, { tokenizer: keywordTokenizer, filters: [] }),
};

export const stop: AnalyzerType = {
  name: 'stop',
  make: (settings) => {
    const words = stopWordsFor(settings, stopWords('_english_')!);
    const filters = [lowercaseFilter, stopFilter(words)];
    return new ChainAnalyzer(settings.name, { tokenizer: letterTokenizer, filters });
  },
};
