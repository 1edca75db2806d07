import { type ComponentSettings, invalid } from '../component-settings.ts';
import type { CharFilterType } from '../component-type.ts';
import { checkAdded } from '../growth.ts';
import { OffsetMap } from '../offset-map.ts';
import type { FilteredText } from '../token-stream.ts';
import { unescapeRule } from '../word-rules.ts';

/** A node of the tree of what is to be replaced. */
interface Branch {
  readonly next: Map<number, Branch>;
  by: string | null;
}

const RULE = /^(.*)\s*=>\s*(.*)\s*$/su;

function ruleOf(line: string, number: number): readonly [match: string, by: string] {
  const found = RULE.exec(line);
  if (found === null) throw invalid(`Line [${number}]: Invalid mapping rule : [${line}]`);
  return [unescapeRule(found[1]!.trim()), unescapeRule(found[2]!.trim())];
}

/** Throws ApiError. */
function treeOf(rules: readonly string[]): Branch {
  const root: Branch = { next: new Map(), by: null };
  for (const [i, line] of rules.entries()) {
    const [match, by] = ruleOf(line, i + 1);
    if (match === '') throw invalid('cannot match the empty string');
    let branch = root;
    for (let at = 0; at < match.length; at++) {
      const unit = match.charCodeAt(at);
      let next = branch.next.get(unit);
      if (next === undefined) {
        next = { next: new Map(), by: null };
        branch.next.set(unit, next);
      }
      branch = next;
    }
    if (branch.by !== null) throw invalid(`match "${match}" was already added`);
    branch.by = by;
  }
  return root;
}

/** Lucene's MappingCharFilter: of what may be replaced at a place, the longest is. */
function replaceAll(text: string, root: Branch): FilteredText {
  const map = new OffsetMap();
  let result = '';
  let copied = 0;
  let added = 0;
  for (let at = 0; at < text.length; ) {
    let best: Branch | null = null;
    let end = at;
    let branch = root.next.get(text.charCodeAt(at));
    for (let to = at + 1; branch !== undefined; to++) {
      if (branch.by !== null) {
        best = branch;
        end = to;
      }
      branch = to < text.length ? branch.next.get(text.charCodeAt(to)) : undefined;
    }
    if (best === null) {
      at++;
      continue;
    }
    added += best.by!.length - (end - at);
    checkAdded(added, text.length);
    result += text.slice(copied, at) + best.by!;
    noteReplacement(map, end, end - at - best.by!.length);
    at = end;
    copied = end;
  }
  result += text.slice(copied);
  return { text: result, correct: (offset) => map.correct(offset) };
}

/** `shrunk`: how much shorter the text became by what ends at `end` of the original. */
function noteReplacement(map: OffsetMap, end: number, shrunk: number): void {
  const before = map.lastDifference;
  if (shrunk > 0) map.add(end - shrunk - before, before + shrunk);
  const start = end - before;
  for (let i = 0; i < -shrunk; i++) map.add(start + i, before - i - 1);
}

function rulesOf(settings: ComponentSettings): string[] {
  if (settings.has('mappings_path')) throw invalid('mappings_path is not supported: give [mappings]');
  if (!settings.has('mappings'))
    throw invalid('mapping requires either `mappings` or `mappings_path` to be configured');
  return settings.list('mappings').filter((line) => line !== '' && !line.startsWith('#'));
}

export const mapping: CharFilterType = {
  name: 'mapping',
  isDefinedOnly: true,
  normalizes: true,
  make: (settings) => {
    const root = treeOf(rulesOf(settings));
    return { normalizes: true, filter: (text) => replaceAll(text, root) };
  },
};
