import { type ComponentSettings, invalid } from '../component-settings.ts';
import { lowercase } from '../lowercase.ts';
import { stopWords } from './stop-lists.ts';

/** Words by which a filter goes, of any case where it does not look at that. */
export class WordSet {
  readonly #words: ReadonlySet<string>;
  readonly #ignoresCase: boolean;

  constructor(words: Iterable<string>, ignoresCase = false) {
    this.#words = new Set(ignoresCase ? [...words].map(lowercase) : words);
    this.#ignoresCase = ignoresCase;
  }

  get size(): number {
    return this.#words.size;
  }

  has(word: string): boolean {
    return this.#words.has(this.#ignoresCase ? lowercase(word) : word);
  }
}

/** The words of a parameter; undefined where it is not given. Lists in files are refused. */
export function wordsOf(settings: ComponentSettings, name: string): readonly string[] | undefined {
  const path = `${name}_path`;
  if (settings.has(path)) throw invalid(`[${path}] is not supported: give [${name}]`);
  return settings.has(name) ? settings.list(name) : undefined;
}

/** As `wordsOf`; `_english_` and the like stand for the stop words of a language, `_none_` for none. */
export function stopWordsOf(
  settings: ComponentSettings,
  otherwise: readonly string[],
  name = 'stopwords',
): readonly string[] {
  const given = wordsOf(settings, name);
  if (given === undefined) return otherwise;
  if (given.length === 1 && given[0] === '_none_') return [];
  return given.flatMap((word) => stopWords(word) ?? [word]);
}
