import type { WorkBudget } from '../../budget/work-budget.ts';
import type { ToldPhrase } from './told-words.ts';

/** What may come after the words so far. */
export interface PhraseNode {
  readonly next: Map<string, PhraseNode>;
  /** null where no word or phrase ends here. */
  end: PhraseEnd | null;
}

export interface PhraseEnd {
  readonly slop: number;
  readonly boost: number;
  /** Which of the words and phrases it is, by order: chooses its tags. */
  readonly number: number;
}

/** Stands for all fields where it does not matter in which one a query looks. */
const ANY_FIELD = '';

/** The words and phrases that a query looks for, as ways through them word for word (Lucene's FieldQuery). */
export class PhraseMap {
  readonly #roots = new Map<string, PhraseNode>();
  readonly #terms = new Map<string, Set<string>>();
  readonly #byField: boolean;

  constructor(told: readonly ToldPhrase[], byField: boolean, budget: WorkBudget) {
    this.#byField = byField;
    let number = 0;
    for (const { field, terms, slop, boost } of withOverlaps(told, byField, budget)) {
      budget.charge(terms.length);
      const key = byField ? field : ANY_FIELD;
      let node = getOrAdd(this.#roots, key, newNode);
      const known = getOrAdd(this.#terms, key, () => new Set<string>());
      for (const term of terms) {
        known.add(term);
        node = getOrAdd(node.next, term, newNode);
      }
      node.end = { slop, boost, number: number++ };
    }
  }

  /** undefined where nothing is looked for in the field. */
  root(field: string): PhraseNode | undefined {
    return this.#roots.get(this.#byField ? field : ANY_FIELD);
  }

  /** All words of all phrases. */
  termsIn(field: string): ReadonlySet<string> {
    return this.#terms.get(this.#byField ? field : ANY_FIELD) ?? new Set();
  }
}

function newNode(): PhraseNode {
  return { next: new Map(), end: null };
}

function getOrAdd<V>(map: Map<string, V>, key: string, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/** Two phrases of which one may go on as the other are a phrase together too: `a b` and `b c` are `a b c`. */
function withOverlaps(
  told: readonly ToldPhrase[],
  byField: boolean,
  budget: WorkBudget,
): Iterable<ToldPhrase> {
  const all = new Map<string, ToldPhrase>();
  const add = (phrase: ToldPhrase, wrapped = false): void => {
    const key = JSON.stringify([phrase, wrapped]);
    if (!all.has(key)) all.set(key, phrase);
  };
  for (const [i, a] of told.entries()) {
    add(a);
    if (a.terms.length < 2) continue;
    for (let j = i + 1; j < told.length; j++) {
      const b = told[j]!;
      budget.charge(1);
      if (b.terms.length < 2 || a.slop !== b.slop || (byField && a.field !== b.field)) continue;
      budget.charge((a.terms.length * b.terms.length) >>> 2);
      for (const joined of overlaps(a, b)) add(joined, a.boost !== 1);
      for (const joined of overlaps(b, a)) add(joined, b.boost !== 1);
    }
  }
  return all.values();
}

function overlaps({ field, terms, slop }: ToldPhrase, { terms: others }: ToldPhrase): ToldPhrase[] {
  const found: ToldPhrase[] = [];
  for (let i = Math.max(1, terms.length - others.length + 1); i < terms.length; i++) {
    if (terms.slice(i).some((term, at) => term !== others[at])) continue;
    const joined = [...terms, ...others.slice(terms.length - i)];
    found.push({ field, terms: joined, positions: joined.map((_, at) => at), slop, boost: 1 });
  }
  return found;
}
