import type { Analyzer } from '../analyzer.ts';
import { ChainAnalyzer } from '../chain-analyzer.ts';
import { withoutNonJoiners } from '../char-filters/joiners.ts';
import type { ComponentSettings } from '../component-settings.ts';
import type { AnalyzerType } from '../component-type.ts';
import {
  apostropheFilter,
  cjkWidthFilter,
  decimalDigitFilter,
  lowercaseFilter,
} from '../filters/characters.ts';
import { everyCjkBigram } from '../filters/cjk-bigram.ts';
import { elisionFilter, frenchElision } from '../filters/elision.ts';
import { markKeywords } from '../filters/keywords.ts';
import { greekLowercase, irishLowercase, turkishLowercase } from '../filters/lowercase-languages.ts';
import {
  arabicNormalization,
  germanNormalization,
  hindiNormalization,
  persianNormalization,
} from '../filters/normalizations.ts';
import {
  bengaliNormalization,
  indicNormalization,
  soraniNormalization,
} from '../filters/normalizations-of-scripts.ts';
import { stopFilter } from '../filters/selections.ts';
import { standardTokenizer } from '../standard-tokenizer.ts';
import { possessive } from '../stemmers/possessive.ts';
import { snowballOf, stemmerOf } from '../stemmers/stemmers.ts';
import type { CharFilter, TermFilter, TokenFilter, Tokenizer } from '../token-stream.ts';
import { thaiTokenizer } from '../tokenizers/thai.ts';
import { stopWords } from '../words/stop-lists.ts';
import { stopWordsOf, WordSet } from '../words/word-list.ts';

/** The filters of a language around the one that removes stop words and the one that marks words as not to be stemmed. */
interface Language {
  readonly before: readonly TokenFilter[];
  /** Changes marked words as well. */
  readonly normalizes?: readonly TokenFilter[];
  /** Stop words are removed, and words marked, before anything of `after`. */
  readonly after?: readonly TokenFilter[];
  /** Words are marked first of all that is not in `before`, so that nothing but the stop words touches them. */
  readonly marksFirst?: boolean;
  readonly stem?: TermFilter;
  readonly charFilters?: readonly CharFilter[];
  readonly tokenizer?: Tokenizer;
  /** Where it is not the list of that language. */
  readonly stopWords?: readonly string[];
}

function lowercased(term: (term: string) => string): TermFilter {
  return { term, normalizes: true };
}

function elided(articles: string): TermFilter {
  return elisionFilter(new WordSet(articles.split(' '), true));
}

/** Snowball's stemmer behind the stop words, as most languages have it. */
function snowballed(name: string, before: readonly TokenFilter[] = [lowercaseFilter]): [string, Language] {
  return [name, { before, stem: snowballOf(name)! }];
}

function light(name: string, stemmer: string, parts: Partial<Language> = {}): [string, Language] {
  return [name, { before: [lowercaseFilter], stem: stemmerOf(stemmer)!, ...parts }];
}

const irishHyphens = stopFilter(new WordSet(['h', 'n', 't'], true));

/** Words of Dutch whose stems Snowball's rules do not find (Lucene's DutchAnalyzer). */
const dutchStems = new Map([
  ['fiets', 'fiets'],
  ['bromfiets', 'bromfiets'],
  ['ei', 'eier'],
  ['kind', 'kinder'],
]);

function dutch(): TermFilter {
  const stem = snowballOf('dutch')!;
  return { ...stem, term: (term) => dutchStems.get(term) ?? stem.term(term) };
}

const ITALIAN_ARTICLES = 'c l all dall dell nell sull coll pell gl agl dagl degl negl sugl un m t s v d';

/** Words of English, and what is left of them, between Chinese ones (Lucene's CJKAnalyzer). */
const CJK_STOP_WORDS = [...stopWords('_english_')!.filter((word) => word !== 'an'), 's', 't', 'www'];

/** Lucene's analyzers of languages (package `org.apache.lucene.analysis`, one class each). */
const languages: readonly (readonly [string, Language])[] = [
  light('arabic', 'arabic', {
    before: [lowercaseFilter, decimalDigitFilter],
    normalizes: [arabicNormalization],
  }),
  snowballed('armenian'),
  snowballed('basque'),
  light('bengali', 'bengali', {
    before: [lowercaseFilter, decimalDigitFilter],
    normalizes: [indicNormalization, bengaliNormalization],
    marksFirst: true,
  }),
  light('brazilian', 'brazilian'),
  light('bulgarian', 'bulgarian'),
  snowballed('catalan', [elided('d l m n s t'), lowercaseFilter]),
  light('czech', 'czech'),
  ['cjk', { before: [cjkWidthFilter, lowercaseFilter, everyCjkBigram], stopWords: CJK_STOP_WORDS }],
  snowballed('danish'),
  ['dutch', { before: [lowercaseFilter], stem: dutch() }],
  light('english', 'porter', { before: [possessive, lowercaseFilter] }),
  snowballed('estonian'),
  snowballed('finnish'),
  light('french', 'light_french', { before: [frenchElision, lowercaseFilter] }),
  light('galician', 'galician'),
  light('german', 'light_german', { after: [germanNormalization] }),
  light('greek', 'greek', { before: [lowercased(greekLowercase)] }),
  light('hindi', 'hindi', {
    before: [lowercaseFilter, decimalDigitFilter],
    normalizes: [indicNormalization, hindiNormalization],
    marksFirst: true,
  }),
  snowballed('hungarian'),
  light('indonesian', 'indonesian'),
  snowballed('irish', [irishHyphens, elided('d m b'), lowercased(irishLowercase)]),
  light('italian', 'light_italian', { before: [elided(ITALIAN_ARTICLES), lowercaseFilter] }),
  light('latvian', 'latvian'),
  snowballed('lithuanian'),
  snowballed('norwegian'),
  light('persian', 'persian', {
    charFilters: [withoutNonJoiners],
    before: [lowercaseFilter, decimalDigitFilter, arabicNormalization, persianNormalization],
  }),
  light('portuguese', 'light_portuguese'),
  snowballed('romanian'),
  snowballed('russian'),
  light('sorani', 'sorani', { before: [soraniNormalization, lowercaseFilter, decimalDigitFilter] }),
  light('spanish', 'light_spanish'),
  snowballed('swedish'),
  ['thai', { before: [lowercaseFilter, decimalDigitFilter], tokenizer: thaiTokenizer }],
  snowballed('turkish', [apostropheFilter, lowercased(turkishLowercase)]),
];

function make(name: string, language: Language, settings: ComponentSettings): Analyzer {
  const stop = stopFilter(
    new WordSet(stopWordsOf(settings, language.stopWords ?? stopWords(`_${name}_`) ?? [])),
  );
  const excluded = new WordSet(language.stem === undefined ? [] : settings.list('stem_exclusion'));
  const marking = excluded.size === 0 ? [] : [markKeywords(excluded)];
  const {
    before,
    normalizes = [],
    after = [],
    stem,
    charFilters = [],
    tokenizer = standardTokenizer,
  } = language;
  const middle =
    language.marksFirst === true ? [...marking, ...normalizes, stop] : [stop, ...normalizes, ...marking];
  const filters = [...before, ...middle, ...after, ...(stem === undefined ? [] : [stem])];
  return new ChainAnalyzer(settings.name, { charFilters, tokenizer, filters });
}

export const languageAnalyzers: readonly AnalyzerType[] = languages.map(([name, language]) => ({
  name,
  make: (settings) => make(name, language, settings),
}));
