import type { WorkBudget } from '../../budget/work-budget.ts';
import { type Frag, fragOf } from './frag-list.ts';
import type { FoundPhrase, Offsets } from './phrase-list.ts';

/** What is left of a phrase after the values before. */
interface Rest extends FoundPhrase {
  readonly offsets: Offsets[];
}

/** Fragments that reach over several values are cut into those of each value, and what is marked with them. */
export function valueFrags(frags: readonly Frag[], values: readonly string[], budget: WorkBudget): Frag[] {
  const cut = frags.flatMap((frag) => cutFrag(frag, values, budget));
  return cut.sort((a, b) => a.start - b.start);
}

function cutFrag(frag: Frag, values: readonly string[], budget: WorkBudget): Frag[] {
  let rest: Rest[] = frag.phrases.map((phrase) => ({ ...phrase, offsets: [...phrase.offsets] }));
  const cut: Frag[] = [];
  let end = 0;
  budget.charge(1 + (values.length >>> 2));
  for (const { length } of values) {
    const start = end;
    end += length + 1;
    if (length === 0) continue;
    if (frag.start >= start && frag.end >= start && frag.start <= end && frag.end <= end) {
      return [...cut, { ...frag, phrases: rest }];
    }
    if (rest.length === 0) break;
    if (frag.start >= end || rest[0]!.offsets[0]!.start >= end) continue;
    budget.charge(rest.length);
    const taken = rest
      .map((phrase) => ({ ...phrase, offsets: takeFrom(phrase.offsets, start, end) }))
      .filter(({ offsets }) => offsets.length > 0);
    rest = rest.filter(({ offsets }) => offsets.length > 0);
    const from = frag.start > start && frag.start < end ? frag.start : start;
    const to = frag.end > start && frag.end < end ? frag.end : end;
    cut.push(fragOf(from, to, taken));
  }
  return cut;
}

/** What lies in a value; what goes on after it stays for the next one. */
function takeFrom(offsets: Offsets[], start: number, end: number): Offsets[] {
  const taken: Offsets[] = [];
  const left: Offsets[] = [];
  for (const each of offsets.splice(0)) {
    if (each.start >= end || each.end >= end) left.push(each);
    if (each.start >= end) continue;
    taken.push({ start: Math.max(start, each.start), end: each.end < end ? each.end : end - 1 });
  }
  for (const each of left) offsets.push(each);
  return taken;
}
