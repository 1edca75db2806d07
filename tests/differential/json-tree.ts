/**
 * JSON that keeps what `JSON.parse` loses: the text of numbers (1.0 is not 1), the order of keys, repeated keys.
 * Two services answer alike only when these agree too.
 */
export type JsonTree =
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, JsonTree])[] }
  | { readonly kind: 'array'; readonly items: readonly JsonTree[] }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'literal'; readonly text: string };

const token = /\s*(?:("(?:[^"\\]|\\.)*")|([{}[\],:])|([^\s{}[\],:"]+))/y;

class TreeReader {
  readonly #text: string;
  #next: string | undefined;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
    this.#next = this.#read();
  }

  whole(): JsonTree {
    const tree = this.#value();
    if (this.#next !== undefined) throw new SyntaxError(`more after the value: ${this.#next}`);
    return tree;
  }

  #read(): string | undefined {
    if (this.#text.slice(this.#position).trim() === '') return undefined;
    token.lastIndex = this.#position;
    const match = token.exec(this.#text);
    if (match === null) throw new SyntaxError(`no JSON at ${this.#position}`);
    this.#position = token.lastIndex;
    return match[1] ?? match[2] ?? match[3];
  }

  #take(): string {
    const taken = this.#next;
    if (taken === undefined) throw new SyntaxError('the text ends early');
    this.#next = this.#read();
    return taken;
  }

  #value(): JsonTree {
    const start = this.#take();
    if (start === '{') return { kind: 'object', entries: this.#list('}', () => this.#entry()) };
    if (start === '[') return { kind: 'array', items: this.#list(']', () => this.#value()) };
    if (start.startsWith('"')) return { kind: 'string', value: JSON.parse(start) as string };
    JSON.parse(start);
    return { kind: 'literal', text: start };
  }

  #entry(): readonly [string, JsonTree] {
    const key = JSON.parse(this.#take()) as string;
    if (this.#take() !== ':') throw new SyntaxError('no colon after a key');
    return [key, this.#value()];
  }

  #list<T>(end: string, element: () => T): T[] {
    const out: T[] = [];
    if (this.#next === end) {
      this.#take();
      return out;
    }
    for (;;) {
      out.push(element());
      const mark = this.#take();
      if (mark === end) return out;
      if (mark !== ',') throw new SyntaxError(`${mark} where a comma is due`);
    }
  }
}

/** Throws SyntaxError. */
export function parseTree(text: string): JsonTree {
  return new TreeReader(text).whole();
}

/** Compact text, for messages. */
export function treeText(tree: JsonTree): string {
  switch (tree.kind) {
    case 'object':
      return `{${tree.entries.map(([key, value]) => `${JSON.stringify(key)}:${treeText(value)}`).join(',')}}`;
    case 'array':
      return `[${tree.items.map(treeText).join(',')}]`;
    case 'string':
      return JSON.stringify(tree.value);
    case 'literal':
      return tree.text;
  }
}
