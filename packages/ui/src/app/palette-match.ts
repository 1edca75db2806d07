import type { ReactNode } from 'react';

export interface PaletteItem {
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  readonly icon: ReactNode;
  readonly run: () => void;
}

const shown = 50;

/** The items whose name holds the query, those that begin with it first; else those with its letters in order. */
export function matchItems<T extends { readonly name: string }>(
  items: readonly T[],
  query: string,
): readonly T[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return items.slice(0, shown);
  const ranked = items
    .map((item, place) => ({ item, place, rank: rankOf(item.name.toLowerCase(), wanted) }))
    .filter(({ rank }) => rank < 4);
  ranked.sort((one, other) => one.rank - other.rank || one.place - other.place);
  return ranked.slice(0, shown).map(({ item }) => item);
}

function rankOf(name: string, wanted: string): number {
  if (name.startsWith(wanted)) return 0;
  const at = name.indexOf(wanted);
  if (at > 0) return /[\s._-]/.test(name[at - 1]!) ? 1 : 2;
  return hasInOrder(name, wanted) ? 3 : 4;
}

function hasInOrder(name: string, letters: string): boolean {
  let from = 0;
  for (const letter of letters) {
    from = name.indexOf(letter, from) + 1;
    if (from === 0) return false;
  }
  return true;
}
