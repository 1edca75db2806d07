import { backwards, Commands, type Figure } from './commands.ts';
import { Declarations } from './declarations.ts';
import { type AmongEntry, type AmongTable, amongTable, type Command, Machine } from './machine.ts';
import { TokenReader } from './token-reader.ts';

/** Makes a stemmer of a program in Snowball. Throws Error for what is no such program. */
export function compileSnowball(program: string): (word: string) => string {
  const compiler = new Compiler(program);
  const stem = compiler.run();
  const machine = compiler.machine();
  return (word) => {
    machine.begin(word);
    stem(machine);
    return machine.text;
  };
}

const forwards = new Commands(false);
const back = new Commands(true);
const comparisons: ReadonlyMap<string, (a: number, b: number) => boolean> = new Map([
  ['==', (a, b) => a === b],
  ['!=', (a, b) => a !== b],
  ['>', (a, b) => a > b],
  ['>=', (a, b) => a >= b],
  ['<', (a, b) => a < b],
  ['<=', (a, b) => a <= b],
]);
const operations: ReadonlyMap<string, (a: number, b: number) => number> = new Map([
  ['=', (_, b) => b],
  ['+=', (a, b) => a + b],
  ['-=', (a, b) => a - b],
  ['*=', (a, b) => a * b],
]);

class Compiler {
  readonly #tokens: TokenReader;
  readonly #names = new Declarations();
  #is = forwards;
  #amongs = 0;
  /** A `substring` whose `among` has not come yet. */
  #open: { readonly place: number; table: AmongTable } | undefined;

  constructor(program: string) {
    this.#tokens = new TokenReader(program);
  }

  machine(): Machine {
    const { integer, boolean, string } = this.#names.counts;
    return new Machine({ integers: integer, booleans: boolean, strings: string, amongs: this.#amongs });
  }

  /** The command of `stem`. */
  run(): Command {
    while (!this.#tokens.isOver) this.#readPart();
    return this.#routine('stem');
  }

  #readPart(): void {
    const word = this.#tokens.next();
    if (this.#names.declares(word)) {
      this.#tokens.expect('(');
      while (!this.#tokens.isNext(')')) this.#names.declare(word, this.#tokens.next());
    } else if (word === 'define') this.#readDefinition();
    else if (word === 'backwardmode') {
      this.#is = back;
      this.#tokens.expect('(');
      while (!this.#tokens.isNext(')')) this.#readPart();
      this.#is = forwards;
    } else throw new Error(`[${word}] is no part of a Snowball program`);
  }

  #readDefinition(): void {
    const name = this.#tokens.next();
    if (this.#tokens.isNext('as')) {
      this.#open = undefined;
      this.#names.get(name, 'routine').routine.command = this.#command();
      return;
    }
    const { chars } = this.#names.get(name, 'grouping');
    let adds = true;
    do {
      const token = this.#tokens.peek()!;
      const value = this.#tokens.next();
      const given = token.kind === 'text' ? [...value] : this.#names.get(value, 'grouping').chars;
      for (const char of given) {
        if (adds) chars.add(char);
        else chars.delete(char);
      }
      adds = this.#tokens.peek()?.value !== '-';
    } while (this.#tokens.isNext('+') || this.#tokens.isNext('-'));
  }

  #routine(name: string): Command {
    const { routine } = this.#names.get(name, 'routine');
    return (machine) => routine.command!(machine);
  }

  /** Behind `(`: up to `)`. */
  #list(): Command {
    const parts: Command[] = [];
    while (!this.#tokens.isNext(')')) {
      let part = this.#command();
      for (const word of ['and', 'or'] as const) {
        const joined = [part];
        while (this.#tokens.isNext(word)) joined.push(this.#command());
        if (joined.length > 1) part = this.#is[word](joined);
      }
      parts.push(part);
    }
    return this.#is.all(parts);
  }

  #command(): Command {
    const token = this.#tokens.peek();
    const value = this.#tokens.next();
    if (token?.kind === 'text') return this.#is.text(() => value);
    if (token?.kind === 'sign') return this.#sign(value);
    return this.#withPart(value) ?? this.#word(value) ?? this.#name(value);
  }

  #sign(sign: string): Command {
    switch (sign) {
      case '(':
        return this.#list();
      case '[':
        return this.#is.sliceMark(true);
      case ']':
        return this.#is.sliceMark(false);
      case '<-': {
        const text = this.#textValue();
        return (machine) => {
          machine.replaceSlice(text(machine));
          return true;
        };
      }
      case '<+':
        return this.#is.insert(this.#textValue(), false);
      case '->': {
        const { place } = this.#names.get(this.#tokens.next(), 'string');
        return (machine) => {
          machine.strings[place] = machine.text.slice(machine.from, machine.to);
          return true;
        };
      }
      case '$':
        return this.#arithmetic();
      default:
        throw new Error(`[${sign}] is no command of a Snowball program`);
    }
  }

  /** Words that are followed by a command. */
  #withPart(word: string): Command | undefined {
    const is = this.#is;
    switch (word) {
      case 'not':
        return is.not(this.#command());
      case 'test':
        return is.test(this.#command());
      case 'try':
        return is.attempt(this.#command());
      case 'do':
        return is.doing(this.#command());
      case 'fail': {
        const part = this.#command();
        return (machine) => {
          part(machine);
          return false;
        };
      }
      case 'repeat':
        return is.repeat(this.#command());
      case 'atleast': {
        const times = this.#figure();
        return is.repeat(this.#command(), times);
      }
      case 'loop': {
        const times = this.#figure();
        return is.loop(times, this.#command());
      }
      case 'goto':
      case 'gopast':
        return is.goTo(this.#command(), word === 'gopast');
      case 'backwards': {
        this.#is = back;
        const part = this.#command();
        this.#is = is;
        return backwards(part);
      }
      case 'setlimit': {
        const limit = this.#command();
        this.#tokens.expect('for');
        return is.within(limit, this.#command());
      }
      default:
        return undefined;
    }
  }

  #word(word: string): Command | undefined {
    const is = this.#is;
    switch (word) {
      case 'true':
      case 'false':
        return () => word === 'true';
      case 'next':
        return is.next();
      case 'hop':
        return is.hop(this.#figure());
      case 'atlimit':
        return is.atLimit();
      case 'tolimit':
        return is.toLimit();
      case 'tomark':
        return is.toMark(this.#figure());
      case 'atmark': {
        const mark = this.#figure();
        return (machine) => machine.cursor === mark(machine);
      }
      case 'setmark':
        return this.#setMark();
      case 'set':
      case 'unset':
        return this.#setFlag(word === 'set');
      case 'delete':
        return (machine) => {
          machine.replaceSlice('');
          return true;
        };
      case 'insert':
      case 'attach':
        return is.insert(this.#textValue(), word === 'attach');
      case 'substring':
        return this.#substring();
      case 'among':
        return this.#among();
      case 'non': {
        this.#tokens.isNext('-');
        return is.grouping(this.#names.get(this.#tokens.next(), 'grouping').chars, false);
      }
      default:
        return undefined;
    }
  }

  #setMark(): Command {
    const { place } = this.#names.get(this.#tokens.next(), 'integer');
    return (machine) => {
      machine.integers[place] = machine.cursor;
      return true;
    };
  }

  #setFlag(value: boolean): Command {
    const { place } = this.#names.get(this.#tokens.next(), 'boolean');
    return (machine) => {
      machine.booleans[place] = value;
      return true;
    };
  }

  #name(name: string): Command {
    const meaning = this.#names.find(name);
    switch (meaning?.kind) {
      case 'routine':
        return this.#routine(name);
      case 'grouping':
        return this.#is.grouping(meaning.chars, true);
      case 'boolean':
        return (machine) => machine.booleans[meaning.place]!;
      case 'string':
        return this.#is.text((machine) => machine.strings[meaning.place]!);
      default:
        throw new Error(`[${name}] is no command of a Snowball program`);
    }
  }

  #textValue(): (machine: Machine) => string {
    const token = this.#tokens.peek();
    const value = this.#tokens.next();
    if (token?.kind === 'text') return () => value;
    const { place } = this.#names.get(value, 'string');
    return (machine) => machine.strings[place]!;
  }

  #substring(): Command {
    const open = { place: this.#amongs++, table: amongTable([]) };
    this.#open = open;
    return this.#is.substring(open.place, () => open.table);
  }

  /** Behind `among`: texts, each with what must hold behind it, and actions for those before them. */
  #among(): Command {
    const given = this.#open;
    this.#open = undefined;
    const own = given ?? { place: this.#amongs++, table: amongTable([]) };
    const entries: AmongEntry[] = [];
    const actions: Command[] = [];
    let first: Command | undefined;
    let waiting: Omit<AmongEntry, 'action'>[] = [];
    this.#tokens.expect('(');
    while (!this.#tokens.isNext(')')) {
      if (this.#tokens.isNext('(')) {
        const action = this.#list();
        if (entries.length === 0 && waiting.length === 0) first = action;
        else {
          entries.push(...waiting.map((entry) => ({ ...entry, action: actions.length })));
          actions.push(action);
          waiting = [];
        }
      } else waiting.push(this.#amongText());
    }
    entries.push(...waiting.map((entry) => ({ ...entry, action: -1 })));
    own.table = amongTable(entries);
    const find = given === undefined ? this.#is.substring(own.place, () => own.table) : undefined;
    return (machine) => {
      if (find !== undefined && !find(machine)) return false;
      if (first !== undefined && !first(machine)) return false;
      const action = machine.found[own.place]!;
      return action < 0 || actions[action]!(machine);
    };
  }

  #amongText(): Omit<AmongEntry, 'action'> {
    const text = this.#tokens.next();
    const token = this.#tokens.peek();
    const isCondition = token?.kind === 'name' && this.#names.find(token.value)?.kind === 'routine';
    return { text, condition: isCondition ? this.#routine(this.#tokens.next()) : undefined };
  }

  /** Behind `$`: `x = AE`, `x < AE`, or `(AE < AE)`. */
  #arithmetic(): Command {
    if (this.#tokens.isNext('(')) {
      const left = this.#figure();
      const holds = comparisons.get(this.#tokens.next())!;
      const right = this.#figure();
      this.#tokens.expect(')');
      return (machine) => holds(left(machine), right(machine));
    }
    const { place } = this.#names.get(this.#tokens.next(), 'integer');
    const sign = this.#tokens.next();
    const value = this.#figure();
    const holds = comparisons.get(sign);
    if (holds !== undefined) return (machine) => holds(machine.integers[place]!, value(machine));
    const change = operations.get(sign)!;
    return (machine) => {
      machine.integers[place] = change(machine.integers[place]!, value(machine));
      return true;
    };
  }

  #figure(): Figure {
    let left = this.#term();
    for (;;) {
      const adds = this.#tokens.isNext('+');
      if (!adds && !this.#tokens.isNext('-')) return left;
      const sign = adds ? 1 : -1;
      const [before, right] = [left, this.#term()];
      left = (machine) => before(machine) + sign * right(machine);
    }
  }

  #term(): Figure {
    if (this.#tokens.isNext('(')) {
      const inner = this.#figure();
      this.#tokens.expect(')');
      return inner;
    }
    const token = this.#tokens.peek();
    const word = this.#tokens.next();
    if (token?.kind === 'number') return () => Number(word);
    switch (word) {
      case 'cursor':
        return (machine) => machine.cursor;
      case 'limit': {
        const isBack = this.#is === back;
        return (machine) => (isBack ? machine.start : machine.limit);
      }
      case 'size':
      case 'len':
        return (machine) => machine.text.length;
      case 'sizeof':
      case 'lenof': {
        const text = this.#textValue();
        return (machine) => text(machine).length;
      }
      default: {
        const { place } = this.#names.get(word, 'integer');
        return (machine) => machine.integers[place]!;
      }
    }
  }
}
