import { apiError, matchesWildcard } from '@sextant/contract';

/** One path of `filter_path`, cut at its dots; `**` stands for any number of names. */
type PathPattern = readonly string[];

/** More than any client sends. */
const lengthMax = 4096;
/**
 * Names compared with patterns for one answer, a second's work. Names that come again cost nothing; only a document of
 * tens of thousands of different names, against a hundred patterns, comes this far.
 */
const comparisonsMax = 3_000_000;
/** Characters of a name that are compared in about the time of a short one. */
const shortName = 64;

function namesOf(path: string): PathPattern {
  return path
    .split(/(?<!\\)\./)
    .filter((name) => name !== '')
    .map((name) => name.replaceAll('\\.', '.'));
}

/**
 * Where a walk down a tree stands in all patterns at once: a state of an automaton that is made as the tree is walked.
 * A name leads to the same state however often it comes, so that a pattern costs once for each name, not for each way
 * in which its `**` may be read.
 */
export class PathState {
  /** Of the whole pattern a name above has been the end: all below is meant. */
  readonly matched: boolean;
  /** No pattern can match below. */
  readonly dead: boolean;
  readonly #paths: Paths;
  /** Places in patterns, as numbers of `Paths`, ascending. */
  readonly #places: readonly number[];
  readonly #next = new Map<string, PathState>();

  constructor(paths: Paths, places: readonly number[], matched: boolean) {
    this.#paths = paths;
    this.#places = places;
    this.matched = matched;
    this.dead = !matched && places.length === 0;
  }

  /** The state below a member of this name. */
  below(name: string): PathState {
    let next = this.#next.get(name);
    if (next === undefined) {
      next = this.#paths.step(this.#places, name);
      this.#next.set(name, next);
    }
    return next;
  }
}

/** All patterns of a request in one row: place `p` stands before name `p`, and a pattern ends where `end` follows. */
class Paths {
  readonly #names: (string | undefined)[] = [];
  readonly #states = new Map<string, PathState>();
  readonly #matched = new PathState(this, [], true);
  #comparisons = 0;

  start(patterns: readonly PathPattern[]): PathState {
    const places: number[] = [];
    for (const pattern of patterns) {
      if (pattern.length > 0) places.push(this.#names.length);
      this.#names.push(...pattern, undefined);
    }
    return this.#state(places);
  }

  /** Throws ApiError where the patterns are too many for the names of the answer. */
  step(places: readonly number[], name: string): PathState {
    this.#comparisons += places.length * (1 + Math.floor(name.length / shortName));
    if (this.#comparisons > comparisonsMax) throw tooManyComparisons();
    const next = new Set<number>();
    for (const place of places) {
      let here = place;
      while (this.#names[here] === '**') {
        next.add(here++);
        if (this.#names[here] === undefined) return this.#matched;
      }
      if (!matchesWildcard(this.#names[here]!, name)) continue;
      if (this.#names[here + 1] === undefined) return this.#matched;
      next.add(here + 1);
    }
    return this.#state([...next].sort((a, b) => a - b));
  }

  #state(places: readonly number[]): PathState {
    const key = places.join();
    let state = this.#states.get(key);
    if (state === undefined) {
      state = new PathState(this, places, false);
      this.#states.set(key, state);
    }
    return state;
  }
}

function tooManyComparisons() {
  const reason =
    '[filter_path] has too many patterns for an answer with so many different names; ask for less of the documents';
  return apiError('illegal_argument_exception', reason);
}

/** Throws ApiError where a `filter_path` is too long. */
export function checkPathLength(text: string): void {
  if (text.length <= lengthMax) return;
  throw apiError('illegal_argument_exception', `[filter_path] is longer than ${lengthMax} characters`);
}

/** The state at the top of a tree. */
export function pathStart(paths: readonly string[]): PathState {
  return new Paths().start(paths.map(namesOf));
}
