/** What is cut off words that end so, and put in its place. */
export interface SuffixRule {
  /** Only words of more UTF-16 units than this. */
  readonly over: number;
  /** The ends of which it must be one, separated by spaces. */
  readonly ends: string;
  readonly cut: number;
  readonly add?: string;
}

type Stem = (word: string) => string;

/** Of the rules in their order the first that fits; words that fit none stay as they are. */
export function firstOf(rules: readonly SuffixRule[]): Stem {
  const known = rules.map(({ over, ends, cut, add }) => ({
    over,
    ends: ends.split(' '),
    cut,
    add: add ?? '',
  }));
  return (word) => {
    for (const { over, ends, cut, add } of known) {
      if (word.length <= over || !ends.some((end) => word.endsWith(end))) continue;
      return word.slice(0, word.length - cut) + add;
    }
    return word;
  };
}

/** One step after the other. */
export function inTurn(...steps: readonly Stem[]): Stem {
  return (word) => steps.reduce((result, step) => step(result), word);
}

/** Words of more UTF-16 units than `length` alone. */
export function over(length: number, stem: Stem): Stem {
  return (word) => (word.length > length ? stem(word) : word);
}

/** Puts letters in the place of others: rows of what is replaced, with what it becomes behind `>`. */
export function letters(rows: string): Stem {
  const table = new Map<string, string>();
  for (const row of rows.split(' ')) {
    const [from, to] = row.split('>');
    for (const char of from!) table.set(char, to!);
  }
  return (word) => {
    let result = '';
    for (let at = 0; at < word.length; at++) result += table.get(word[at]!) ?? word[at]!;
    return result;
  };
}
