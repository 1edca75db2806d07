import { type AnswerTree, membersOf, unfold } from './answer-tree.ts';

/** One path of `filter_path`, cut at its dots; `**` stands for any number of names. */
type Pattern = readonly (RegExp | '**')[];

/** What is left to match of a pattern. */
interface Rest {
  readonly pattern: Pattern;
  readonly at: number;
}

/**
 * `hits.hits._source.title,-**.secret`: keeps what matches a plain path, then drops what matches one with a
 * minus.
 */
export function filterPaths(tree: AnswerTree, paths: readonly string[]): AnswerTree {
  const includes = paths.filter((path) => !path.startsWith('-')).map(compile);
  const excludes = paths.filter((path) => path.startsWith('-')).map((path) => compile(path.slice(1)));
  const empty = Array.isArray(tree) ? [] : {};
  const kept = includes.length === 0 ? tree : (select(tree, starts(includes), true) ?? empty);
  return excludes.length === 0 ? kept : (select(kept, starts(excludes), false) ?? empty);
}

function compile(path: string): Pattern {
  const names = path.split(/(?<!\\)\./).filter((name) => name !== '');
  return names.map((name) => {
    if (name === '**') return '**';
    const literal = name.replaceAll('\\.', '.').replace(/[.+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`^${literal.replace(/\*+/g, '.*')}$`, 's');
  });
}

function starts(patterns: readonly Pattern[]): Rest[] {
  return patterns.map((pattern) => ({ pattern, at: 0 }));
}

/**
 * The part of `tree` that stays; undefined = nothing. A container that is entered and ends up empty goes
 * away, one that is kept whole stays even when it is empty. Lists are transparent.
 */
function select(given: AnswerTree, rests: readonly Rest[], inclusive: boolean): AnswerTree | undefined {
  const tree = unfold(given);
  if (Array.isArray(tree)) {
    const items: AnswerTree[] = [];
    for (const item of tree as readonly AnswerTree[]) {
      const kept = select(item, rests, inclusive);
      if (kept !== undefined) items.push(kept);
    }
    return items.length === 0 ? undefined : items;
  }
  const members = membersOf(tree);
  if (members === undefined) return inclusive ? undefined : tree;
  const result = new Map<string, AnswerTree>();
  for (const [key, value] of members) {
    const next = step(rests, key);
    let kept: AnswerTree | undefined;
    if (next === 'matched') kept = inclusive ? value : undefined;
    else if (next.length === 0) kept = inclusive ? undefined : value;
    else kept = select(value, next, inclusive);
    if (kept !== undefined) result.set(key, kept);
  }
  return result.size === 0 ? undefined : result;
}

function step(rests: readonly Rest[], name: string): readonly Rest[] | 'matched' {
  const next: Rest[] = [];
  for (const { pattern, at } of rests) {
    let here = at;
    while (pattern[here] === '**') {
      next.push({ pattern, at: here });
      here++;
      if (here === pattern.length) return 'matched';
    }
    const wanted = pattern[here];
    if (wanted === undefined || wanted === '**' || !wanted.test(name)) continue;
    if (here + 1 === pattern.length) return 'matched';
    next.push({ pattern, at: here + 1 });
  }
  return next;
}
