import { apiError } from '@sextant/contract';
import type { Analyzer } from '../analysis/analyzer.ts';
import type { AnalyzerRegistry } from '../analysis/registry.ts';
import { compareWords, type Dictionary, type TermStats } from './dictionary.ts';
import type { DirectGenerator } from './phrase-request.ts';
import { type SpellSettings, type SuggestMode, similarWords } from './spell-checker.ts';
import { distanceOf, sortOf } from './spell-settings.ts';
import { suggestTokens } from './suggest-tokens.ts';

/** A word that may stand at a place of the phrase. */
export interface Candidate {
  readonly term: string;
  readonly stats: TermStats;
  /** Likeness to the word that stands there; 1 for itself. */
  readonly likeness: number;
  readonly score: number;
  readonly isInput: boolean;
}

/** The words for one place of the phrase. */
export interface CandidateSet {
  readonly original: Candidate;
  candidates: Candidate[];
}

/** Best first. */
function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score || compareWords(a.term, b.term);
}

/** A generator as a shard has it. */
export interface BoundGenerator {
  readonly field: string;
  readonly size: number;
  readonly spelling: SpellSettings;
  readonly preFilter: Analyzer | null;
  readonly postFilter: Analyzer | null;
}

/** Throws ApiError for what the shard does not have. */
export function bindGenerator(generator: DirectGenerator, registry: AnalyzerRegistry): BoundGenerator {
  const { field, size, suggestMode, sort, distance, preFilter, postFilter, ...numbers } = generator;
  const analyzer = (name: string | null): Analyzer | null => {
    const found = name === null ? null : registry.analyzer(name);
    if (found === undefined)
      throw apiError('illegal_argument_exception', `Analyzer [${name}] doesn't exists`);
    return found;
  };
  const filters = { preFilter: analyzer(preFilter), postFilter: analyzer(postFilter) };
  const spelling: SpellSettings = {
    ...numbers,
    suggestMode: suggestMode === null ? 'missing' : modeOf(suggestMode),
    sort: sort === null ? 'score' : sortOf(sort),
    distance: distance === null ? null : distanceOf(distance),
  };
  return { field, size, spelling, ...filters };
}

function modeOf(name: string): SuggestMode {
  const mode = (['missing', 'popular', 'always'] as const).find((each) => each === name.toLowerCase());
  if (mode === undefined) throw apiError('illegal_argument_exception', `Illegal suggest mode ${name}`);
  return mode;
}

/** What a word of `n` documents is held against grows as n times this logarithm. */
const LOG_BASE = 5;

/** Words in place of others from the dictionary of one field: OpenSearch's `DirectCandidateGenerator`. */
export class CandidateGenerator {
  readonly #generator: BoundGenerator;
  readonly #dictionary: Dictionary;
  readonly #likelihood: number;
  readonly #plateau: number;

  constructor(generator: BoundGenerator, dictionary: Dictionary, likelihood: number) {
    this.#generator = generator;
    this.#dictionary = dictionary;
    this.#likelihood = likelihood;
    const { minDocFreq } = generator.spelling;
    this.#plateau = Math.trunc(minDocFreq >= 1 ? minDocFreq : Math.fround(dictionary.totalFreq * minDocFreq));
  }

  /** The word of the text itself. */
  original(term: string): Candidate {
    return this.#candidate(term, this.statsOf(term), 1, true);
  }

  /** Another word for the same place. */
  synonym(term: string): Candidate {
    return this.#candidate(term, this.statsOf(term), this.#likelihood, false);
  }

  statsOf(term: string): TermStats {
    return this.#dictionary.statsOf(this.#preFiltered(term));
  }

  /** Adds words like the original one. */
  draw(set: CandidateSet): void {
    const { original } = set;
    let { spelling } = this.#generator;
    if (spelling.suggestMode !== 'always') {
      const minDocFreq = this.#threshold(original.stats.docFreq);
      if (minDocFreq === 0x7fffffff) return;
      spelling = { ...spelling, minDocFreq };
    }
    const word = this.#preFiltered(original.term);
    const drawn = new Map<string, Candidate>();
    for (const { text, score } of similarWords(word, this.#generator.size, this.#dictionary, spelling)) {
      for (const candidate of this.#postFiltered(text, score)) {
        if (!drawn.has(candidate.term)) drawn.set(candidate.term, candidate);
      }
    }
    for (const known of set.candidates) if (!drawn.has(known.term)) drawn.set(known.term, known);
    set.candidates = [...drawn.values()].sort(byScore);
  }

  #threshold(docFreq: number): number {
    if (docFreq <= 0) return 0;
    const grown = docFreq * (Math.log10(docFreq - this.#plateau) * (1 / Math.log10(LOG_BASE))) + 1;
    return Number.isNaN(grown) ? 0 : Math.min(Math.max(0, Math.floor(grown + 0.5)), 0x7fffffff);
  }

  #preFiltered(term: string): string {
    const { preFilter } = this.#generator;
    if (preFilter === null) return term;
    return suggestTokens(preFilter, term).at(-1)?.term ?? '';
  }

  #postFiltered(text: string, likeness: number): Candidate[] {
    const stats = this.#dictionary.statsOf(text);
    const { postFilter } = this.#generator;
    if (postFilter === null) return [this.#candidate(text, stats, likeness, false)];
    return suggestTokens(postFilter, text).map(({ term, increment }) => {
      const same = increment > 0 && term === text;
      const score = this.#score(stats, likeness);
      return { term, stats, likeness: same ? likeness : this.#likelihood, score, isInput: false };
    });
  }

  #candidate(term: string, stats: TermStats, likeness: number, isInput: boolean): Candidate {
    return { term, stats, likeness, score: this.#score(stats, likeness), isInput };
  }

  #score({ totalFreq }: TermStats, likeness: number): number {
    return likeness * ((totalFreq + 1) / (this.#dictionary.totalFreq + 1));
  }
}
