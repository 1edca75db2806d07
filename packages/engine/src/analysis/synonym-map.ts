/** What a rule writes in the place of its words. */
export interface SynonymRule {
  readonly outputs: string[][];
  /** The words themselves are kept. */
  keepsInput: boolean;
}

/** A node of the tree of all words that rules begin with. */
export interface SynonymNode {
  readonly next: Map<string, SynonymNode>;
  rule: SynonymRule | null;
}

/** Words in a row, to words in a row. */
export class SynonymMap {
  readonly root: SynonymNode = { next: new Map(), rule: null };
  /** Words of the longest input. */
  longest = 1;
  readonly #known = new Map<SynonymRule, Set<string>>();

  add(input: readonly string[], output: readonly string[], keepsInput: boolean): void {
    this.longest = Math.max(this.longest, input.length);
    let node = this.root;
    for (const word of input) {
      let next = node.next.get(word);
      if (next === undefined) {
        next = { next: new Map(), rule: null };
        node.next.set(word, next);
      }
      node = next;
    }
    node.rule ??= { outputs: [], keepsInput: false };
    if (keepsInput) node.rule.keepsInput = true;
    const known = this.#knownOf(node.rule);
    const text = output.join('\0');
    if (known.has(text)) return;
    known.add(text);
    node.rule.outputs.push([...output]);
  }

  /** The outputs of a rule as texts: there may be a million of them. */
  #knownOf(rule: SynonymRule): Set<string> {
    let known = this.#known.get(rule);
    if (known === undefined) {
      known = new Set();
      this.#known.set(rule, known);
    }
    return known;
  }

  /** After the last rule: what only adding needs is forgotten. */
  end(): this {
    this.#known.clear();
    return this;
  }
}

/** What stands at the beginning of some words: the rule of the most of them. */
export function longestRule(
  map: SynonymMap,
  words: readonly { readonly term: string }[],
  from: number,
): { readonly rule: SynonymRule; readonly length: number } | null {
  let node: SynonymNode | undefined = map.root;
  let best: { rule: SynonymRule; length: number } | null = null;
  for (let at = from; at < words.length; at++) {
    node = node.next.get(words[at]!.term);
    if (node === undefined) break;
    if (node.rule !== null) best = { rule: node.rule, length: at - from + 1 };
  }
  return best;
}
