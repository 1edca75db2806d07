import { apiError, matchesWildcard } from '@sextant/contract';

/** One path of `filter_path`, cut at its dots; `**` stands for any number of names. */
type PathPattern = readonly string[];

/** More than any client sends, and few enough that an answer of many different names is filtered in time. */
const lengthMax = 4096;

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

  start(patterns: readonly PathPattern[]): PathState {
    const places: number[] = [];
    for (const pattern of patterns) {
      if (pattern.length > 0) places.push(this.#names.length);
      this.#names.push(...pattern, undefined);
    }
    return this.#state(places);
  }

  step(places: readonly number[], name: string): PathState {
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

/** Throws ApiError where a `filter_path` is too long. */
export function checkPathLength(text: string): void {
  if (text.length <= lengthMax) return;
  throw apiError('illegal_argument_exception', `[filter_path] is longer than ${lengthMax} characters`);
}

/** The state at the top of a tree. */
export function pathStart(paths: readonly string[]): PathState {
  return new Paths().start(paths.map(namesOf));
}
