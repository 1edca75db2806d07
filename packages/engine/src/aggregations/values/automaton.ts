import { apiError } from '@sextant/contract';

/**
 * A state of a nondeterministic automaton over code points. `to` of a `split` are both entered without
 * input.
 */
type State =
  | { readonly kind: 'match' }
  | { readonly kind: 'split'; to: readonly number[] }
  | { readonly kind: 'char'; readonly test: (codePoint: number) => boolean; to: number };

/** A part of a pattern as states: where it begins and the states whose end is still open. */
type Part = (next: number) => number;

const MOST_STATES = 10_000;
const LONGEST_PATTERN = 1000;

/**
 * A matcher of whole texts for Lucene's regular expressions: literals, `.`, classes, groups, `|`, `? * +
 * {n,m}`, `"literal"`, `@` and `#`. It runs all ways at once, so that no pattern takes more time than its
 * states times the text. `~`, `&` and `<1-9>` are refused.
 */
export function compileRegex(pattern: string): (text: string) => boolean {
  if (pattern.length > LONGEST_PATTERN) {
    const limit = `has exceeded the allowed maximum of [${LONGEST_PATTERN}].`;
    throw apiError('illegal_argument_exception', `The length of regex [${pattern.length}] ${limit}`);
  }
  const states: State[] = [];
  const part = new RegexParser(pattern, states).parse();
  const end = states.push({ kind: 'match' }) - 1;
  const start = part(end);
  return (text) => run(states, start, text);
}

function run(states: readonly State[], start: number, text: string): boolean {
  let current = new Set<number>();
  enter(states, start, current);
  for (const character of text) {
    const codePoint = character.codePointAt(0)!;
    const next = new Set<number>();
    for (const index of current) {
      const state = states[index]!;
      if (state.kind === 'char' && state.test(codePoint)) enter(states, state.to, next);
    }
    if (next.size === 0) return false;
    current = next;
  }
  for (const index of current) if (states[index]!.kind === 'match') return true;
  return false;
}

function enter(states: readonly State[], start: number, into: Set<number>): void {
  const open = [start];
  while (open.length > 0) {
    const index = open.pop()!;
    if (into.has(index)) continue;
    into.add(index);
    const state = states[index]!;
    if (state.kind === 'split') open.push(...state.to);
  }
}

function tooManyStates(): Error {
  return apiError(
    'illegal_argument_exception',
    `The regular expression needs more than [${MOST_STATES}] states`,
  );
}

class RegexParser {
  readonly #pattern: readonly string[];
  readonly #states: State[];
  #copies = 0;
  #at = 0;

  constructor(pattern: string, states: State[]) {
    this.#pattern = [...pattern];
    this.#states = states;
  }

  parse(): Part {
    const part = this.#union();
    if (this.#at < this.#pattern.length) throw this.#error('end-of-string expected');
    return part;
  }

  #error(reason: string): Error {
    return apiError('illegal_argument_exception', `${reason} at position ${this.#at}`);
  }

  #peek(): string | undefined {
    return this.#pattern[this.#at];
  }

  #take(): string {
    const character = this.#pattern[this.#at];
    if (character === undefined) throw apiError('illegal_argument_exception', 'unexpected end-of-string');
    this.#at++;
    return character;
  }

  #add(state: State): number {
    if (this.#states.length >= MOST_STATES) throw tooManyStates();
    return this.#states.push(state) - 1;
  }

  /** One more of a repeated part. An empty one has no states, but is none the less counted. */
  #copy(part: Part, next: number): number {
    if (++this.#copies > MOST_STATES) throw tooManyStates();
    return part(next);
  }

  #char(test: (codePoint: number) => boolean): Part {
    return (next) => this.#add({ kind: 'char', test, to: next });
  }

  #union(): Part {
    const first = this.#concatenation();
    if (this.#peek() !== '|') return first;
    this.#at++;
    const second = this.#union();
    return (next) => this.#add({ kind: 'split', to: [first(next), second(next)] });
  }

  #concatenation(): Part {
    const parts: Part[] = [];
    while (this.#peek() !== undefined && this.#peek() !== '|' && this.#peek() !== ')')
      parts.push(this.#repeated());
    return (next) => parts.reduceRight((end, part) => part(end), next);
  }

  #repeated(): Part {
    let part = this.#single();
    for (;;) {
      const operator = this.#peek();
      if (operator === '?') part = this.#repeat(part, 0, 1);
      else if (operator === '*') part = this.#repeat(part, 0, null);
      else if (operator === '+') part = this.#repeat(part, 1, null);
      else if (operator === '{') {
        this.#at++;
        const [least, most] = this.#counts();
        part = this.#repeat(part, least, most);
        continue;
      } else return part;
      this.#at++;
    }
  }

  #counts(): readonly [number, number | null] {
    let text = '';
    for (let next = this.#take(); next !== '}'; next = this.#take()) text += next;
    const found = /^(\d+)(,(\d*))?$/.exec(text);
    if (found === null) throw this.#error('integer expected');
    const least = Number(found[1]);
    if (found[2] === undefined) return [least, least];
    return [least, found[3] === '' ? null : Number(found[3])];
  }

  #repeat(part: Part, least: number, most: number | null): Part {
    if (most !== null && most < least) throw this.#error('invalid repetition range(s)');
    if (least > LONGEST_PATTERN || (most ?? 0) > LONGEST_PATTERN)
      throw this.#error('repetition count is too high');
    return (next) => {
      let start = next;
      if (most === null) {
        const loop: State = { kind: 'split', to: [] };
        start = this.#add(loop);
        loop.to = [part(start), next];
      } else {
        for (let i = least; i < most; i++)
          start = this.#add({ kind: 'split', to: [this.#copy(part, start), next] });
      }
      for (let i = 0; i < least; i++) start = this.#copy(part, start);
      return start;
    };
  }

  #single(): Part {
    const character = this.#take();
    switch (character) {
      case '.':
        return this.#char(() => true);
      case '(': {
        if (this.#peek() === ')') {
          this.#at++;
          return (next) => next;
        }
        const part = this.#union();
        if (this.#take() !== ')') throw this.#error("expected ')'");
        return part;
      }
      case '[':
        return this.#class();
      case '"':
        return this.#quoted();
      case '@':
        return this.#repeat(
          this.#char(() => true),
          0,
          null,
        );
      case '#':
        return this.#char(() => false);
      case '~':
      case '&':
      case '<':
        throw apiError(
          'illegal_argument_exception',
          `The operator [${character}] of regular expressions is not supported`,
        );
      default: {
        const codePoint = (character === '\\' ? this.#take() : character).codePointAt(0)!;
        return this.#char((other) => other === codePoint);
      }
    }
  }

  #quoted(): Part {
    const parts: Part[] = [];
    for (let next = this.#take(); next !== '"'; next = this.#take()) {
      const codePoint = next.codePointAt(0)!;
      parts.push(this.#char((other) => other === codePoint));
    }
    return (next) => parts.reduceRight((end, part) => part(end), next);
  }

  #class(): Part {
    const negated = this.#peek() === '^';
    if (negated) this.#at++;
    const ranges: (readonly [number, number])[] = [];
    const point = (): number => {
      const character = this.#take();
      return (character === '\\' ? this.#take() : character).codePointAt(0)!;
    };
    do {
      const from = point();
      let to = from;
      if (this.#peek() === '-' && this.#pattern[this.#at + 1] !== ']') {
        this.#at++;
        to = point();
      }
      ranges.push([from, to]);
    } while (this.#peek() !== ']' && this.#peek() !== undefined);
    if (this.#take() !== ']') throw this.#error("expected ']'");
    return this.#char(
      (codePoint) => ranges.some(([from, to]) => codePoint >= from && codePoint <= to) !== negated,
    );
  }
}
