import type { TermFilter } from '../token-stream.ts';

/** Cuts a possessive `'s` off, with any of the three apostrophes (Lucene's EnglishPossessiveFilter). */
function cutPossessive(term: string): string {
  const last = term.length - 1;
  if (last < 1 || (term[last] !== 's' && term[last] !== 'S')) return term;
  return "'’＇".includes(term[last - 1]!) ? term.slice(0, -2) : term;
}

export const possessive: TermFilter = { term: cutPossessive };
