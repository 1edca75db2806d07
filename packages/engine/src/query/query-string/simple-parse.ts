import { apiError } from '@sextant/contract';
import type { Leaf } from './parse.ts';

/** The operators of `simple_query_string` that may be switched off. */
export const SIMPLE_FLAGS = {
  AND: 1 << 0,
  NOT: 1 << 1,
  OR: 1 << 2,
  PREFIX: 1 << 3,
  PHRASE: 1 << 4,
  PRECEDENCE: 1 << 5,
  ESCAPE: 1 << 6,
  WHITESPACE: 1 << 7,
  FUZZY: 1 << 8,
  NEAR: 1 << 9,
  SLOP: 1 << 9,
} as const;

/** What a text of `simple_query_string` says. */
export type SimpleTree<Built> = SimpleLeaf<Built> | SimpleGroup<Built> | SimpleNot<Built>;

interface SimpleLeaf<Built> {
  readonly kind: 'leaf';
  readonly built: Built;
}

interface SimpleNot<Built> {
  readonly kind: 'not';
  readonly inner: SimpleTree<Built>;
}

interface SimpleGroup<Built> {
  readonly kind: 'group';
  readonly clauses: { readonly occur: 'must' | 'should'; readonly inner: SimpleTree<Built> }[];
}

/** Groups within groups. */
const MAX_DEPTH = 200;

/** More edits than these are not looked for, whatever is asked. */
const MAX_EDITS = 2;

const SPACE = /[ \t\n\r]/;

/**
 * Reads any text as Lucene's `SimpleQueryParser` does: what makes no sense is passed over. `leaf` is asked for each word or phrase;
 * null: nothing is left of it. `grow`: called for each clause of a group, with how many it has. The result is null where nothing is left.
 */
export function parseSimple<Built>(
  text: string,
  flags: number,
  operator: 'or' | 'and',
  leaf: (leaf: Leaf) => Built | null,
  grow: (clauses: number) => void,
): SimpleTree<Built> | null {
  const occur = operator === 'and' ? 'must' : 'should';
  return new SimpleParser({ text, flags, occur, leaf, grow }).group(0, text.length, 0);
}

interface Reading<Built> {
  readonly text: string;
  readonly flags: number;
  readonly occur: 'must' | 'should';
  readonly leaf: (leaf: Leaf) => Built | null;
  readonly grow: (clauses: number) => void;
}

/** Where the reading of one group stands. */
interface State<Built> {
  at: number;
  readonly end: number;
  current: 'must' | 'should' | null;
  previous: 'must' | 'should' | null;
  negations: number;
  top: SimpleTree<Built> | null;
}

class SimpleParser<Built> {
  readonly #reading: Reading<Built>;
  readonly #text: string;
  /** By the place of an opening parenthesis that of its closing one. */
  readonly #closing: ReadonlyMap<number, number>;

  constructor(reading: Reading<Built>) {
    this.#reading = reading;
    this.#text = reading.text;
    this.#closing = closingPlaces(reading.text, this.#has('ESCAPE'));
  }

  #has(flag: keyof typeof SIMPLE_FLAGS): boolean {
    return (this.#reading.flags & SIMPLE_FLAGS[flag]) !== 0;
  }

  group(start: number, end: number, depth: number): SimpleTree<Built> | null {
    if (depth > MAX_DEPTH) {
      const reason = `groups of [simple_query_string] are nested more than [${MAX_DEPTH}] deep`;
      throw apiError('illegal_argument_exception', reason);
    }
    const state: State<Built> = { at: start, end, current: null, previous: null, negations: 0, top: null };
    while (state.at < end) {
      const char = this.#text[state.at]!;
      if (char === '-' && this.#has('NOT')) {
        state.negations++;
        state.at++;
        continue;
      }
      if (char === '(' && this.#has('PRECEDENCE')) this.#inner(state, depth);
      else if (char === ')' && this.#has('PRECEDENCE')) state.at++;
      else if (char === '"' && this.#has('PHRASE')) this.#phrase(state);
      else if (char === '+' && this.#has('AND')) operation(state, 'must');
      else if (char === '|' && this.#has('OR')) operation(state, 'should');
      else if (SPACE.test(char) && this.#has('WHITESPACE')) state.at++;
      else this.#word(state);
      // A sign of negation stands right before what it negates.
      state.negations = 0;
    }
    return state.top;
  }

  #inner(state: State<Built>, depth: number): void {
    const start = state.at + 1;
    const close = this.#closing.get(state.at);
    if (close === undefined || close >= state.end) state.at = start;
    else if (close === start) {
      state.current = null;
      state.at = start + 1;
    } else {
      this.#add(state, this.group(start, close, depth + 1));
      state.at = close + 1;
    }
  }

  #phrase(state: State<Built>): void {
    const start = state.at + 1;
    let text = '';
    let at = start;
    for (; at < state.end && this.#text[at] !== '"'; at++) {
      if (this.#text[at] === '\\' && this.#has('ESCAPE') && ++at >= state.end) break;
      text += this.#text[at]!;
    }
    if (at >= state.end) {
      state.at = start;
      return;
    }
    const hasSlop = at + 1 < state.end && this.#text[at + 1] === '~' && this.#has('NEAR');
    state.at = at + 1;
    if (at === start && !hasSlop) {
      state.current = null;
      return;
    }
    const slop = hasSlop && at + 2 < state.end ? this.#number(state) : 0;
    this.#addLeaf(state, { kind: 'phrase', field: null, text, slop });
    // What ends the number is passed over with it.
    if (hasSlop) state.at = Math.min(state.end, state.at + 1);
  }

  #word(state: State<Built>): void {
    let text = '';
    let isPrefix = false;
    let edits = 0;
    for (; state.at < state.end; state.at++) {
      let char = this.#text[state.at]!;
      if (char === '\\' && this.#has('ESCAPE')) {
        isPrefix = false;
        if (++state.at >= state.end) break;
        char = this.#text[state.at]!;
      } else if (this.#endsWord(char)) break;
      else if (text !== '' && char === '~' && this.#has('FUZZY')) {
        edits = Math.min(MAX_EDITS, this.#number(state));
        isPrefix = false;
        break;
      } else isPrefix = text !== '' && char === '*' && this.#has('PREFIX');
      text += char;
    }
    if (text === '') return;
    if (edits > 0) this.#addLeaf(state, { kind: 'fuzzy', field: null, text, edits });
    else if (isPrefix) this.#addLeaf(state, { kind: 'prefix', field: null, text: text.slice(0, -1) });
    else this.#addLeaf(state, { kind: 'text', field: null, text });
  }

  /** Of the number behind a `~`, which is at hand; 2 where there is none, 0 where it is no number. */
  #number(state: State<Built>): number {
    const start = ++state.at;
    while (state.at < state.end && !this.#endsWord(this.#text[state.at]!)) state.at++;
    const text = this.#text.slice(start, state.at);
    if (text === '') return 2;
    const number = /^[+-]?\d{1,10}$/.test(text) ? Number(text) : 0;
    return number > 0x7fffffff ? 0 : Math.max(0, number);
  }

  #endsWord(char: string): boolean {
    switch (char) {
      case '"':
        return this.#has('PHRASE');
      case '|':
        return this.#has('OR');
      case '+':
        return this.#has('AND');
      case '(':
      case ')':
        return this.#has('PRECEDENCE');
      default:
        return SPACE.test(char) && this.#has('WHITESPACE');
    }
  }

  #addLeaf(state: State<Built>, leaf: Leaf): void {
    const built = this.#reading.leaf(leaf);
    this.#add(state, built === null ? null : { kind: 'leaf', built });
  }

  /** Hangs what was read into the tree; another operation than the last one takes all so far as its first clause. */
  #add(state: State<Built>, found: SimpleTree<Built> | null): void {
    if (found === null) return;
    const branch: SimpleTree<Built> = state.negations % 2 === 1 ? { kind: 'not', inner: found } : found;
    if (state.top === null) state.top = branch;
    else {
      const occur = state.current ?? this.#reading.occur;
      if (state.previous !== occur || state.top.kind !== 'group') {
        state.top = { kind: 'group', clauses: [{ occur, inner: state.top }] };
      }
      state.top.clauses.push({ occur, inner: branch });
      this.#reading.grow(state.top.clauses.length);
      state.previous = occur;
    }
    state.current = null;
  }
}

function operation(state: State<unknown>, occur: 'must' | 'should'): void {
  if (state.current === null && state.top !== null) state.current = occur;
  state.at++;
}

function closingPlaces(text: string, escapes: boolean): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '\\' && escapes) at++;
    else if (char === '(') open.push(at);
    else if (char === ')' && open.length > 0) closing.set(open.pop()!, at);
  }
  return closing;
}
