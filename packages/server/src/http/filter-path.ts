import { type Json, RawJson } from '@sextant/contract';
import { type AnswerTree, membersOf } from '../wire/answer-tree.ts';
import type { Turns } from '../wire/turns.ts';
import { filterRawJson } from './filter-raw-json.ts';
import { type PathState, pathStart } from './path-states.ts';

const BLANK = 0x20;
const LIST = 0x5b;

/**
 * `hits.hits._source.title,-**.secret`: keeps what matches a plain path, then drops what matches one with a
 * minus.
 */
export function* filterPaths(tree: AnswerTree, paths: readonly string[]): Turns<AnswerTree> {
  const includes = paths.filter((path) => !path.startsWith('-'));
  const excludes = paths.filter((path) => path.startsWith('-')).map((path) => path.slice(1));
  const empty = isList(tree) ? [] : {};
  const kept = includes.length === 0 ? tree : ((yield* select(tree, pathStart(includes), true)) ?? empty);
  return excludes.length === 0 ? kept : ((yield* select(kept, pathStart(excludes), false)) ?? empty);
}

function isList(tree: AnswerTree): boolean {
  if (!(tree instanceof RawJson)) return Array.isArray(tree);
  const first = tree.bytes.find((byte) => byte > BLANK);
  return first === LIST;
}

/**
 * The part of `tree` that stays; undefined = nothing. A container that is entered and ends up empty goes
 * away, one that is kept whole stays even when it is empty. Lists are transparent.
 */
function* select(tree: AnswerTree, state: PathState, inclusive: boolean): Turns<AnswerTree | undefined> {
  if (tree instanceof RawJson) {
    const bytes = yield* filterRawJson(tree.bytes, state, inclusive);
    return bytes === undefined ? undefined : (new RawJson(bytes, true) as Json);
  }
  if (Array.isArray(tree)) {
    const items: AnswerTree[] = [];
    for (const item of tree as readonly AnswerTree[]) {
      const kept = yield* select(item, state, inclusive);
      if (kept !== undefined) items.push(kept);
    }
    return items.length === 0 ? undefined : items;
  }
  const members = membersOf(tree);
  if (members === undefined) return inclusive ? undefined : tree;
  const result = new Map<string, AnswerTree>();
  for (const [key, value] of members) {
    const next = state.below(key);
    let kept: AnswerTree | undefined;
    if (next.matched) kept = inclusive ? value : undefined;
    else if (next.dead) kept = inclusive ? undefined : value;
    else kept = yield* select(value, next, inclusive);
    if (kept !== undefined) result.set(key, kept);
  }
  return result.size === 0 ? undefined : result;
}
