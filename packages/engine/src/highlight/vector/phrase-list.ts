import type { WorkBudget } from '../../budget/work-budget.ts';
import type { Token } from '../text-tokens.ts';
import type { PhraseEnd, PhraseNode } from './phrase-map.ts';
import { compareTerms } from './told-words.ts';

export interface Offsets {
  readonly start: number;
  readonly end: number;
}

/** A word or a phrase that was found: each stretch of it by itself. */
export interface FoundPhrase {
  readonly offsets: readonly Offsets[];
  readonly boost: number;
  readonly number: number;
}

/** A word of the text, and the next one of those at the same position: after the last of them the first. */
interface Term extends Token {
  next: Term;
}

/** The first phrases of a text that do not overlap, longer ones before shorter ones (Lucene's FieldPhraseList). */
export function foundPhrases(
  tokens: readonly Token[],
  root: PhraseNode,
  limit: number,
  budget: WorkBudget,
): FoundPhrase[] {
  budget.charge(tokens.length);
  const stack = termStack(tokens);
  const found: FoundPhrase[] = [];
  while (stack.length > 0 && found.length < limit) {
    const phrase = nextPhrase(stack, root, budget);
    if (phrase === null) continue;
    budget.charge(1 + (found.length >>> 2));
    const same = found.findIndex((other) => overlap(other, phrase));
    if (same < 0) found.push(phrase);
    else found[same] = { ...found[same]!, boost: Math.fround(found[same]!.boost + phrase.boost) };
  }
  return found;
}

/** The first word on top: of those at one position one alone, which leads to the others. */
function termStack(tokens: readonly Token[]): Term[] {
  const sorted = tokens.toSorted((a, b) => a.position - b.position || compareTerms(a.term, b.term));
  const stack: Term[] = [];
  let last: Term | null = null;
  for (const token of sorted) {
    const term = { ...token } as Term;
    const first: Term | undefined = stack.at(-1);
    if (last !== null && first?.position === term.position) {
      last.next = term;
      term.next = first;
    } else {
      term.next = term;
      stack.push(term);
    }
    last = term;
  }
  return stack.reverse();
}

/** The first of the words at a position that goes on from a node. */
function following(term: Term, node: PhraseNode): { readonly term: Term; readonly node: PhraseNode } | null {
  let at = term;
  do {
    const next = node.next.get(at.term);
    if (next !== undefined) return { term: at, node: next };
    at = at.next;
  } while (at !== term);
  return null;
}

function nextPhrase(stack: Term[], root: PhraseNode, budget: WorkBudget): FoundPhrase | null {
  const first = following(stack.pop()!, root);
  if (first === null) return null;
  const terms = [first.term];
  const nodes = [first.node];
  for (;;) {
    budget.charge(1);
    const top = stack.at(-1);
    const next = top === undefined ? null : following(top, nodes.at(-1)!);
    if (next === null) break;
    stack.pop();
    terms.push(next.term);
    nodes.push(next.node);
  }
  for (;;) {
    const { end } = nodes[terms.length - 1]!;
    if (end !== null && isWithin(terms, end.slop)) return phraseOf(terms, end);
    if (terms.length === 1) return null;
    budget.charge(terms.length);
    stack.push(terms.pop()!);
  }
}

function isWithin(terms: readonly Term[], slop: number): boolean {
  return terms.every(({ position }, i) => i === 0 || Math.abs(position - terms[i - 1]!.position - 1) <= slop);
}

function phraseOf(terms: readonly Term[], { boost, number }: PhraseEnd): FoundPhrase {
  const offsets: { start: number; end: number }[] = [];
  let position = Number.NaN;
  for (const term of terms) {
    if (term.position - position === 1) offsets.at(-1)!.end = term.end;
    else offsets.push({ start: term.start, end: term.end });
    position = term.position;
  }
  return { offsets, boost, number };
}

export function startOf({ offsets }: FoundPhrase): number {
  return offsets[0]!.start;
}

export function endOf({ offsets }: FoundPhrase): number {
  return offsets.at(-1)!.end;
}

function overlap(one: FoundPhrase, other: FoundPhrase): boolean {
  const [start, end, from, to] = [startOf(one), endOf(one), startOf(other), endOf(other)];
  if (start <= from && from < end) return true;
  if (start < to && to <= end) return true;
  if (from <= start && start < to) return true;
  return from < end && end <= to;
}

/** Those of several fields together: what touches becomes one phrase. */
export function mergedPhrases(lists: readonly (readonly FoundPhrase[])[]): FoundPhrase[] {
  const sorted = lists
    .flat()
    .sort((a, b) => startOf(a) - startOf(b) || endOf(a) - endOf(b) || a.boost - b.boost);
  const merged: FoundPhrase[] = [];
  let group: FoundPhrase[] = [];
  let groupEnd = -1;
  const close = (): void => {
    if (group.length > 0) merged.push(group.length === 1 ? group[0]! : together(group));
  };
  for (const phrase of sorted) {
    if (startOf(phrase) <= groupEnd) {
      groupEnd = Math.max(groupEnd, endOf(phrase));
      group.push(phrase);
    } else {
      close();
      group = [phrase];
      groupEnd = endOf(phrase);
    }
  }
  close();
  return merged;
}

function together(phrases: readonly FoundPhrase[]): FoundPhrase {
  const sorted = phrases.flatMap(({ offsets }) => offsets).sort((a, b) => a.start - b.start || a.end - b.end);
  const offsets: { start: number; end: number }[] = [];
  for (const { start, end } of sorted) {
    const last = offsets.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else offsets.push({ start, end });
  }
  const boost = phrases.reduce((sum, phrase) => Math.fround(sum + phrase.boost), 0);
  return { offsets, boost, number: phrases[0]!.number };
}
