import { anyCase, escapedClasses } from './char-classes.ts';
import { readClass } from './class-reader.ts';
import { ExpressionText } from './expression-text.ts';
import {
  type AssertionKind,
  type CharTest,
  type Expression,
  ExpressionError,
  type ReadExpression,
  type Repeating,
} from './expression-tree.ts';

const DEPTH_MAX = 250;
const REPEATS_MAX = 1000;
const LENGTH_MAX = 100_000;

interface Options {
  readonly ignoresCase: boolean;
  /** The point is any character, line ends too. */
  readonly pointIsAll: boolean;
  readonly isExtended: boolean;
}

const assertions: ReadonlyMap<string, AssertionKind> = new Map([
  ['b', 'word'],
  ['B', 'not word'],
  ['A', 'text start'],
  ['z', 'text end'],
  ['Z', 'last line end'],
]);

/**
 * Reads a regular expression in Oniguruma's Ruby syntax (https://github.com/kkos/oniguruma, doc/RE), which is that of grok. Throws
 * ExpressionError.
 */
export function readExpression(source: string): ReadExpression {
  if (source.length > LENGTH_MAX) throw new ExpressionError(`longer than [${LENGTH_MAX}] characters`);
  return new Reader(source).whole();
}

class Reader {
  readonly #text: ExpressionText;
  readonly #names = new Map<string, number[]>();
  #groups = 0;
  #depth = 0;
  #options: Options = { ignoresCase: false, pointIsAll: false, isExtended: false };

  constructor(source: string) {
    this.#text = new ExpressionText(source);
  }

  whole(): ReadExpression {
    const root = this.#either();
    if (!this.#text.isAtEnd) throw new ExpressionError('unmatched close parenthesis');
    return { root, groups: this.#groups, names: this.#names };
  }

  #either(): Expression {
    if (++this.#depth > DEPTH_MAX) throw new ExpressionError('too deep nest level');
    const before = this.#options;
    const options = [this.#sequence()];
    while (this.#text.takes('|')) options.push(this.#sequence());
    this.#options = before;
    this.#depth--;
    return options.length === 1 ? options[0]! : { kind: 'either', options };
  }

  #sequence(): Expression {
    const parts: Expression[] = [];
    while (!this.#text.isAtEnd && this.#text.peek() !== '|' && this.#text.peek() !== ')') {
      if (this.#options.isExtended && this.#skipsComment()) continue;
      const part = this.#part();
      if (part !== undefined) parts.push(this.#repeated(part));
    }
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts };
  }

  #skipsComment(): boolean {
    if (/\s/.test(this.#text.peek())) {
      this.#text.next();
      return true;
    }
    if (!this.#text.takes('#')) return false;
    while (!this.#text.isAtEnd && this.#text.next() !== 10);
    return true;
  }

  #part(): Expression | undefined {
    const text = this.#text;
    if (text.takes('(')) return this.#group();
    if (text.takes('[')) return this.#chars(readClass(text));
    if (text.takes('.')) {
      const { pointIsAll } = this.#options;
      return { kind: 'chars', test: pointIsAll ? () => true : (codePoint) => codePoint !== 10 };
    }
    if (text.takes('^')) return { kind: 'assertion', what: 'line start' };
    if (text.takes('$')) return { kind: 'assertion', what: 'line end' };
    if (text.takes('\\')) return this.#escape();
    if ('*+?'.includes(text.peek())) throw new ExpressionError('target of repeat operator is not specified');
    return this.#char(text.next());
  }

  #char(codePoint: number): Expression {
    if (!this.#options.ignoresCase) return { kind: 'char', codePoint };
    return { kind: 'chars', test: anyCase((each) => each === codePoint) };
  }

  #chars(test: CharTest): Expression {
    return { kind: 'chars', test: this.#options.ignoresCase ? anyCase(test) : test };
  }

  #escape(): Expression {
    const text = this.#text;
    const char = text.peek();
    const known = escapedClasses.get(char);
    if (known !== undefined) {
      text.next();
      return { kind: 'chars', test: known };
    }
    const what = assertions.get(char);
    if (what !== undefined) {
      text.next();
      return { kind: 'assertion', what };
    }
    if (text.takes('k<')) return this.#again(text.upTo('>') ?? '');
    if (/[1-9]/.test(char)) return this.#again(text.digits());
    return this.#char(text.escapedChar());
  }

  #again(reference: string): Expression {
    const number = /^\d+$/.test(reference) ? Number(reference) : undefined;
    const numbers = number === undefined ? this.#names.get(reference) : [number];
    if (numbers === undefined) throw new ExpressionError(`undefined name <${reference}> reference`);
    if (number !== undefined && number > this.#groups)
      throw new ExpressionError('invalid backref number/name');
    return { kind: 'again', numbers };
  }

  #group(): Expression | undefined {
    const text = this.#text;
    if (!text.takes('?')) return this.#numbered(undefined);
    if (text.takes('#')) {
      if (text.upTo(')') === undefined) throw new ExpressionError('end pattern in group');
      return undefined;
    }
    if (text.takes(':')) return this.#closed((of) => of);
    if (text.takes('>')) return this.#closed((of) => ({ kind: 'atomic', of }));
    if (text.takes('=')) return this.#look(false, false);
    if (text.takes('!')) return this.#look(false, true);
    if (text.takes('<=')) return this.#look(true, false);
    if (text.takes('<!')) return this.#look(true, true);
    if (text.takes('<')) return this.#numbered(text.upTo('>'));
    if (text.takes("'")) return this.#numbered(text.upTo("'"));
    return this.#switched();
  }

  #look(isBehind: boolean, isNegative: boolean): Expression {
    return this.#closed((of) => ({ kind: 'look', of, isBehind, isNegative }));
  }

  #numbered(name: string | undefined): Expression {
    const number = ++this.#groups;
    if (name !== undefined) {
      if (!/^[\p{L}_]/u.test(name)) throw new ExpressionError(`invalid group name <${name}>`);
      const known = this.#names.get(name);
      if (known === undefined) this.#names.set(name, [number]);
      else known.push(number);
    }
    return this.#closed((of) => ({ kind: 'group', of, number }));
  }

  #closed(made: (of: Expression) => Expression): Expression {
    const of = this.#either();
    if (!this.#text.takes(')')) throw new ExpressionError('end pattern with unmatched parenthesis');
    return made(of);
  }

  /** `(?i)` for what follows in its group, `(?i:…)` for what is in it. */
  #switched(): Expression | undefined {
    const text = this.#text;
    let on = true;
    let options = this.#options;
    for (;;) {
      if (text.takes('-')) on = false;
      else if (text.takes('i')) options = { ...options, ignoresCase: on };
      else if (text.takes('m')) options = { ...options, pointIsAll: on };
      else if (text.takes('x')) options = { ...options, isExtended: on };
      else break;
    }
    if (text.takes(')')) {
      this.#options = options;
      return undefined;
    }
    if (!text.takes(':')) throw new ExpressionError('undefined group option');
    const before = this.#options;
    this.#options = options;
    const made = this.#closed((of) => of);
    this.#options = before;
    return made;
  }

  #repeated(part: Expression): Expression {
    let result = part;
    for (;;) {
      const times = this.#times();
      if (times === undefined) return result;
      result = { kind: 'repeat', of: result, ...times };
    }
  }

  #times(): { readonly least: number; readonly most: number; readonly how: Repeating } | undefined {
    const text = this.#text;
    if (text.takes('*')) return { least: 0, most: Number.POSITIVE_INFINITY, how: this.#how(true) };
    if (text.takes('+')) return { least: 1, most: Number.POSITIVE_INFINITY, how: this.#how(true) };
    if (text.takes('?')) return { least: 0, most: 1, how: this.#how(true) };
    const { at } = text;
    if (!text.takes('{')) return undefined;
    const least = text.digits();
    const hasMost = text.takes(',');
    const most = hasMost ? text.digits() : least;
    // What is no interval stands for itself.
    if (!text.takes('}') || (least === '' && most === '')) {
      text.backTo(at);
      return undefined;
    }
    const from = Number(least);
    const to = most === '' ? Number.POSITIVE_INFINITY : Number(most);
    if (Math.max(from, most === '' ? 0 : to) > REPEATS_MAX) {
      throw new ExpressionError('too big number is specified for repeat operator');
    }
    if (to < from) throw new ExpressionError('upper is smaller than lower in repeat range');
    return { least: from, most: to, how: this.#how(false) };
  }

  #how(mayBePossessive: boolean): Repeating {
    if (this.#text.takes('?')) return 'lazy';
    return mayBePossessive && this.#text.takes('+') ? 'possessive' : 'greedy';
  }
}
