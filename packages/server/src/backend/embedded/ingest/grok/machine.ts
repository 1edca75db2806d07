import { wordChars } from './char-classes.ts';
import { assertionKinds, Op, type Program } from './program.ts';

/** The work for one text took more steps than it may. */
export class TooManySteps extends Error {}

/** What is gone back to: three numbers an entry. */
const ENTRY = 3;
/** A register gets the value back that it had. */
const RESTORE = -1;
/** Entries of runs are below this: the address behind the run, turned about. */
const RUN_BASE = -2;
const STACK_MAX = ENTRY * 1_000_000;
const NONE = -1;
/** Characters of a run that count as one step. */
const RUN_STEP = 16;

/** Runs a program over one text: a backtracking matcher with a stack of its own and a count of its steps. */
export class Machine {
  readonly #program: Program;
  readonly #text: string;
  readonly #registers: Int32Array;
  readonly #stepsMax: number;
  #stack = new Int32Array(ENTRY * 256);
  #top = 0;
  #steps = 0;

  constructor(program: Program, text: string, stepsMax: number) {
    this.#program = program;
    this.#text = text;
    this.#stepsMax = stepsMax;
    this.#registers = new Int32Array(program.registers).fill(NONE);
  }

  /** What it took so far. */
  get steps(): number {
    return this.#steps;
  }

  /** The first match from the left: starts and ends of the groups, -1 where one took no part; null where there is none. */
  search(): Int32Array | null {
    if (!this.#text.includes(this.#program.required)) return null;
    for (let start = 0; start <= this.#text.length; start++) {
      this.#registers.fill(NONE);
      this.#top = 0;
      const end = this.#run(0, start, NONE);
      if (end === NONE) continue;
      this.#registers[0] = start;
      this.#registers[1] = end;
      return this.#registers;
    }
    return null;
  }

  /** Runs to the next end; `mustEnd`: where that has to be. Answers where it is, or -1. */
  #run(from: number, start: number, mustEnd: number): number {
    const { code, tests } = this.#program;
    const text = this.#text;
    const base = this.#top;
    let at = from;
    let pos = start;
    for (;;) {
      if (++this.#steps > this.#stepsMax) throw new TooManySteps();
      let next = NONE;
      switch (code[at]) {
        case Op.char:
          if (text.charCodeAt(pos) === code[at + 1]) {
            pos++;
            next = at + 2;
          }
          break;
        case Op.set: {
          const codePoint = text.codePointAt(pos);
          if (codePoint !== undefined && tests[code[at + 1]!]!(codePoint)) {
            pos += codePoint > 0xffff ? 2 : 1;
            next = at + 2;
          }
          break;
        }
        case Op.split:
          this.#push(code[at + 2]!, pos, 0);
          next = code[at + 1]!;
          break;
        case Op.jump:
          next = code[at + 1]!;
          break;
        case Op.save: {
          const register = code[at + 1]!;
          this.#push(RESTORE, register, this.#registers[register]!);
          this.#registers[register] = pos;
          next = at + 2;
          break;
        }
        case Op.leaveEmpty:
          next = this.#registers[code[at + 1]!] === pos ? code[at + 2]! : at + 3;
          break;
        case Op.assertion:
          if (this.#holds(code[at + 1]!, pos)) next = at + 2;
          break;
        case Op.look:
          if (this.#looks(at, pos)) next = code[at + 3]!;
          break;
        case Op.atomic: {
          const end = this.#kept(at + 2, pos, NONE);
          if (end !== NONE) {
            pos = end;
            next = code[at + 1]!;
          }
          break;
        }
        case Op.again:
        case Op.run: {
          const isRun = code[at] === Op.run;
          const end = isRun ? this.#runOf(at, pos) : this.#again(code[at + 1]!, pos);
          if (end !== NONE) {
            pos = end;
            next = at + (isRun ? 5 : 2);
          }
          break;
        }
        default:
          if (mustEnd === NONE || pos === mustEnd) return pos;
      }
      if (next !== NONE) {
        at = next;
        continue;
      }
      if (!this.#goBack(base)) return NONE;
      at = this.#backAt;
      pos = this.#backPos;
    }
  }

  #backAt = 0;
  #backPos = 0;

  /** Goes back to the last choice that was made since `base`; false where there is none. */
  #goBack(base: number): boolean {
    const stack = this.#stack;
    while (this.#top > base) {
      this.#top -= ENTRY;
      const kind = stack[this.#top]!;
      const first = stack[this.#top + 1]!;
      const second = stack[this.#top + 2]!;
      if (kind === RESTORE) {
        this.#registers[first] = second;
        continue;
      }
      if (kind >= 0) {
        this.#backAt = kind;
        this.#backPos = first;
        return true;
      }
      // A run gives its last character back.
      const shorter = second - (this.#isPairBefore(second) && second - 2 >= first ? 2 : 1);
      if (shorter > first) this.#push(kind, first, shorter);
      this.#backAt = RUN_BASE - kind;
      this.#backPos = shorter;
      return true;
    }
    return false;
  }

  #isPairBefore(pos: number): boolean {
    const low = this.#text.charCodeAt(pos - 1);
    const high = this.#text.charCodeAt(pos - 2);
    return low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff;
  }

  #push(kind: number, first: number, second: number): void {
    if (this.#top + ENTRY > this.#stack.length) {
      if (this.#stack.length >= STACK_MAX) throw new TooManySteps();
      const larger = new Int32Array(this.#stack.length * 2);
      larger.set(this.#stack);
      this.#stack = larger;
    }
    this.#stack[this.#top++] = kind;
    this.#stack[this.#top++] = first;
    this.#stack[this.#top++] = second;
  }

  /** As many characters of a class as there are; fewer where it goes back. */
  #runOf(at: number, start: number): number {
    const { code, tests } = this.#program;
    const test = tests[code[at + 1]!]!;
    const least = code[at + 2]!;
    const most = code[at + 3]!;
    const text = this.#text;
    let pos = start;
    let shortest = start;
    let count = 0;
    while (count !== most) {
      const codePoint = text.codePointAt(pos);
      if (codePoint === undefined || !test(codePoint)) break;
      pos += codePoint > 0xffff ? 2 : 1;
      count++;
      if (count === least) shortest = pos;
    }
    this.#steps += count / RUN_STEP;
    if (count < least) return NONE;
    if (code[at + 4] === 0 && pos > shortest) this.#push(RUN_BASE - (at + 5), shortest, pos);
    return pos;
  }

  /** Runs what is not gone back into; what it saved is given back where all of it fails later. */
  #kept(from: number, start: number, mustEnd: number): number {
    const base = this.#top;
    const end = this.#run(from, start, mustEnd);
    if (end === NONE) return NONE;
    let to = base;
    for (let entry = base; entry < this.#top; entry += ENTRY) {
      if (this.#stack[entry] !== RESTORE) continue;
      this.#stack.copyWithin(to, entry, entry + ENTRY);
      to += ENTRY;
    }
    this.#top = to;
    return end;
  }

  #looks(at: number, pos: number): boolean {
    const { code } = this.#program;
    const isNegative = code[at + 2] === 1;
    const base = this.#top;
    const isFound = code[at + 1] === 1 ? this.#isBehind(at, pos) : this.#kept(at + 6, pos, NONE) !== NONE;
    if (isNegative && isFound) {
      // Nothing that it saved is to be seen.
      while (this.#top > base) {
        this.#top -= ENTRY;
        this.#registers[this.#stack[this.#top + 1]!] = this.#stack[this.#top + 2]!;
      }
    }
    return isFound !== isNegative;
  }

  #isBehind(at: number, pos: number): boolean {
    const { code } = this.#program;
    const widest = Math.min(code[at + 5]!, pos);
    for (let width = code[at + 4]!; width <= widest; width++) {
      if (this.#kept(at + 6, pos - width, pos) !== NONE) return true;
    }
    return false;
  }

  #again(list: number, pos: number): number {
    for (const group of this.#program.again[list]!.toReversed()) {
      const start = this.#registers[2 * group]!;
      const end = this.#registers[2 * group + 1]!;
      if (start === NONE || end === NONE) continue;
      return this.#text.startsWith(this.#text.slice(start, end), pos) ? pos + end - start : NONE;
    }
    return NONE;
  }

  #holds(kind: number, pos: number): boolean {
    const text = this.#text;
    const { length } = text;
    switch (assertionKinds[kind]) {
      case 'line start':
        return pos === 0 || text[pos - 1] === '\n';
      case 'line end':
        return pos === length || text[pos] === '\n';
      case 'text start':
        return pos === 0;
      case 'text end':
        return pos === length;
      case 'last line end':
        return pos === length || (pos === length - 1 && text[pos] === '\n');
      case 'word':
        return this.#isWordAt(pos - 1) !== this.#isWordAt(pos);
      default:
        return this.#isWordAt(pos - 1) === this.#isWordAt(pos);
    }
  }

  #isWordAt(pos: number): boolean {
    if (pos < 0) return false;
    const start = this.#isPairBefore(pos + 1) ? pos - 1 : pos;
    const codePoint = this.#text.codePointAt(start);
    return codePoint !== undefined && wordChars(codePoint);
  }
}
