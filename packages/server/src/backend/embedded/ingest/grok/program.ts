import {
  type AssertionKind,
  type CharTest,
  type Expression,
  ExpressionError,
  type ReadExpression,
} from './expression-tree.ts';

/** Instructions, each followed by its operands. Addresses are places in `code`. */
export const Op = {
  /** UTF-16 unit */
  char: 0,
  /** test */
  set: 1,
  /** first, then: tries the one, and the other where that fails */
  split: 2,
  /** address */
  jump: 3,
  /** register: where the text stands goes into it */
  save: 4,
  /** kind */
  assertion: 5,
  /** isBehind, isNegative, after, narrowest, widest: what is looked for follows */
  look: 6,
  /** after: what is not gone back into follows */
  atomic: 7,
  /** list of groups */
  again: 8,
  end: 9,
  /** test, least, most, isPossessive: as many characters of a class as there are */
  run: 10,
  /** register, after: goes there where nothing was read since the register was saved */
  leaveEmpty: 11,
} as const;

export const assertionKinds: readonly AssertionKind[] = [
  'line start',
  'line end',
  'text start',
  'text end',
  'last line end',
  'word',
  'not word',
];

export interface Program {
  readonly code: Int32Array;
  readonly tests: readonly CharTest[];
  /** Groups of which one is read again. */
  readonly again: readonly (readonly number[])[];
  /** Start and end of group n are in 2n and 2n + 1; loops have others. */
  readonly registers: number;
  /** The longest text that every match has in it; empty where none is known. */
  readonly required: string;
}

const CODE_MAX = 500_000;
const UNBOUNDED = -1;

/** Instructions for an expression. Throws ExpressionError. */
export function programOf({ root, groups }: ReadExpression): Program {
  return new Compiler(groups).program(root);
}

class Compiler {
  readonly #code: number[] = [];
  readonly #tests: CharTest[] = [];
  readonly #again: (readonly number[])[] = [];
  #registers: number;

  constructor(groups: number) {
    this.#registers = 2 * (groups + 1);
  }

  program(root: Expression): Program {
    this.#put(root);
    this.#emit(Op.end);
    const { length } = this.#code;
    const code = new Int32Array(length);
    code.set(this.#code);
    return {
      code,
      tests: this.#tests,
      again: this.#again,
      registers: this.#registers,
      required: requiredOf(root),
    };
  }

  /** Answers where the instruction is. */
  #emit(...numbers: readonly number[]): number {
    const at = this.#code.length;
    if (at > CODE_MAX) throw new ExpressionError('too many instructions');
    this.#code.push(...numbers);
    return at;
  }

  #test(test: CharTest): number {
    return this.#tests.push(test) - 1;
  }

  #put(node: Expression): void {
    switch (node.kind) {
      case 'char':
        for (const unit of unitsOf(node.codePoint)) this.#emit(Op.char, unit);
        return;
      case 'chars':
        this.#emit(Op.set, this.#test(node.test));
        return;
      case 'sequence':
        for (const part of node.parts) this.#put(part);
        return;
      case 'either':
        this.#putEither(node.options);
        return;
      case 'group':
        this.#emit(Op.save, 2 * node.number);
        this.#put(node.of);
        this.#emit(Op.save, 2 * node.number + 1);
        return;
      case 'assertion':
        this.#emit(Op.assertion, assertionKinds.indexOf(node.what));
        return;
      case 'again':
        this.#emit(Op.again, this.#again.push(node.numbers) - 1);
        return;
      case 'atomic':
        this.#inside(this.#emit(Op.atomic, 0), 1, node.of);
        return;
      case 'look':
        this.#putLook(node);
        return;
      case 'repeat':
        this.#putRepeat(node);
    }
  }

  /** What is run by itself, with its own end; the operand is the address behind it. */
  #inside(at: number, operand: number, of: Expression): void {
    this.#put(of);
    this.#emit(Op.end);
    this.#code[at + operand] = this.#code.length;
  }

  #putEither(options: readonly Expression[]): void {
    const jumps: number[] = [];
    for (const [i, option] of options.entries()) {
      const isLast = i === options.length - 1;
      const split = isLast ? -1 : this.#emit(Op.split, 0, 0);
      if (!isLast) this.#code[split + 1] = this.#code.length;
      this.#put(option);
      if (isLast) break;
      jumps.push(this.#emit(Op.jump, 0));
      this.#code[split + 2] = this.#code.length;
    }
    for (const jump of jumps) this.#code[jump + 1] = this.#code.length;
  }

  #putLook({ of, isBehind, isNegative }: Expression & { readonly kind: 'look' }): void {
    const [least, most] = isBehind ? widthOf(of) : [0, 0];
    if (most === Number.POSITIVE_INFINITY) throw new ExpressionError('invalid pattern in look-behind');
    this.#inside(this.#emit(Op.look, Number(isBehind), Number(isNegative), 0, least, most), 3, of);
  }

  #putRepeat({ of, least, most, how }: Expression & { readonly kind: 'repeat' }): void {
    const bound = most === Number.POSITIVE_INFINITY ? UNBOUNDED : most;
    if (how !== 'lazy' && (of.kind === 'chars' || of.kind === 'char')) {
      const test = of.kind === 'chars' ? of.test : (codePoint: number) => codePoint === of.codePoint;
      this.#emit(Op.run, this.#test(test), least, bound, Number(how === 'possessive'));
      return;
    }
    if (how === 'possessive') {
      this.#inside(this.#emit(Op.atomic, 0), 1, { kind: 'repeat', of, least, most, how: 'greedy' });
      return;
    }
    for (let i = 0; i < least; i++) this.#put(of);
    if (bound === UNBOUNDED) this.#putLoop(of, how === 'lazy');
    else this.#putOptional(of, most - least, how === 'lazy');
  }

  #putLoop(of: Expression, isLazy: boolean): void {
    const register = this.#registers++;
    const split = this.#emit(Op.split, 0, 0);
    const body = this.#emit(Op.save, register);
    this.#put(of);
    const leave = this.#emit(Op.leaveEmpty, register, 0);
    this.#emit(Op.jump, split);
    const after = this.#code.length;
    this.#code[leave + 2] = after;
    this.#aim(split, body, after, isLazy);
  }

  #aim(split: number, body: number, after: number, isLazy: boolean): void {
    this.#code[split + 1] = isLazy ? after : body;
    this.#code[split + 2] = isLazy ? body : after;
  }

  #putOptional(of: Expression, times: number, isLazy: boolean): void {
    const splits: number[] = [];
    for (let i = 0; i < times; i++) {
      splits.push(this.#emit(Op.split, 0, 0));
      this.#put(of);
    }
    const after = this.#code.length;
    for (const split of splits) this.#aim(split, split + 3, after, isLazy);
  }
}

function longest(texts: readonly string[]): string {
  return texts.reduce((best, each) => (each.length > best.length ? each : best), '');
}

/** A text that is in all that matches. */
function requiredOf(node: Expression): string {
  switch (node.kind) {
    case 'char':
      return String.fromCodePoint(node.codePoint);
    case 'group':
    case 'atomic':
      return requiredOf(node.of);
    case 'repeat':
      return node.least > 0 ? requiredOf(node.of) : '';
    case 'sequence': {
      const runs = [''];
      for (const part of node.parts) {
        if (part.kind === 'char') runs.push(`${runs.pop()!}${requiredOf(part)}`);
        else runs.push(requiredOf(part), '');
      }
      return longest(runs);
    }
    default:
      return '';
  }
}

function unitsOf(codePoint: number): number[] {
  return Array.from(String.fromCodePoint(codePoint).split(''), (unit) => unit.charCodeAt(0));
}

type Width = readonly [least: number, most: number];

/** How many UTF-16 units may match. */
function widthOf(node: Expression): Width {
  switch (node.kind) {
    case 'char': {
      const { length } = unitsOf(node.codePoint);
      return [length, length];
    }
    case 'chars':
      return [1, 2];
    case 'sequence':
      return node.parts.map(widthOf).reduce<Width>(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
    case 'either': {
      const widths = node.options.map(widthOf);
      return [Math.min(...widths.map(([least]) => least)), Math.max(...widths.map(([, most]) => most))];
    }
    case 'group':
    case 'atomic':
      return widthOf(node.of);
    case 'repeat': {
      const [least, most] = widthOf(node.of);
      return [least * node.least, most === 0 ? 0 : most * node.most];
    }
    case 'again':
      return [0, Number.POSITIVE_INFINITY];
    default:
      return [0, 0];
  }
}
