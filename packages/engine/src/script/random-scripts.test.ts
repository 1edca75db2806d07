import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { WorkBudget } from '../budget/work-budget.ts';
import { seeded } from '../testing/random-search.ts';
import type { ScriptContext } from './compile/scope.ts';
import { Program } from './program.ts';
import { throughValues } from './through-values.ts';
import { textOf } from './values.ts';

const context: ScriptContext = { name: 'test', returns: 'def', variables: [] };
const seed = Number(process.env.SCRIPT_SEED ?? Date.now() % 2 ** 31);

/** The last one: of an answer that lies within itself. */
const endings = ['script_exception', 'circuit_breaking_exception', 'illegal_argument_exception'];

type Random = () => number;

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!;
}

const numbers = [
  '0',
  '1',
  '-3',
  '2147483647',
  '5L',
  '9007199254740993L',
  '1.5',
  '0.1',
  '3f',
  '1e3',
  '(byte)5',
  'i',
  'l',
  'f',
];
const texts = ["'abc'", "''", "'a,b,,c'", 's'];
const lists = ['[1, 2, 3]', "['b', 'a']", '[]', '[1.5, 2L]', 'x'];

/** Scripts of a grammar: expressions of numbers, texts, truths and lists, so deep, in statements. */
class Scripts {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  #of<Item>(items: readonly Item[]): Item {
    return pick(this.#random, items);
  }

  number(depth: number): string {
    if (depth === 0) return this.#of(numbers);
    const [a, b] = [this.number(depth - 1), this.number(depth - 1)];
    return this.#of([
      `(${a} ${this.#of(['+', '-', '*', '/', '%'])} ${b})`,
      `((long)${a} ${this.#of(['<<', '>>', '>>>', '&', '|', '^'])} ${this.#of(['1', '3', '33', 'i'])})`,
      `(${this.#of(['int', 'long', 'double', 'float', 'byte', 'short', 'char'])})${a}`,
      `Math.${this.#of(['abs', 'floor', 'sqrt', 'signum', 'round'])}(${a})`,
      `(${this.truth(depth - 1)} ? ${a} : ${b})`,
      `${this.text(depth - 1)}.length()`,
      `${this.list(depth - 1)}.size()`,
      `-(${a})`,
    ]);
  }

  truth(depth: number): string {
    if (depth === 0) return this.#of(['true', 'false']);
    return this.#of([
      `(${this.number(depth - 1)} ${this.#of(['<', '>', '<=', '==', '!='])} ${this.number(depth - 1)})`,
      `(${this.truth(depth - 1)} ${this.#of(['&&', '||', '=='])} ${this.truth(depth - 1)})`,
      `${this.text(depth - 1)}.contains(${this.text(0)})`,
      `${this.list(depth - 1)}.contains(${this.any(0)})`,
    ]);
  }

  text(depth: number): string {
    if (depth === 0) return this.#of(texts);
    return this.#of([
      `(${this.text(depth - 1)} + ${this.any(depth - 1)})`,
      `${this.text(depth - 1)}.${this.#of(['toUpperCase', 'trim', 'toString'])}()`,
      `${this.text(depth - 1)}.substring(${this.#of(['0', '1', '9'])})`,
      `String.valueOf(${this.any(depth - 1)})`,
    ]);
  }

  list(depth: number): string {
    if (depth === 0) return this.#of(lists);
    return this.#of([
      `[${this.any(depth - 1)}, ${this.any(depth - 1)}]`,
      `${this.list(depth - 1)}.stream().map(w -> w + ${this.any(0)}).collect(Collectors.toList())`,
      `${this.list(depth - 1)}.stream().sorted().collect(Collectors.toList())`,
    ]);
  }

  any(depth: number): string {
    const make = this.#of(['number', 'truth', 'text', 'list'] as const);
    return this[make](depth);
  }

  statement(): string {
    return this.#of([
      `i += (int)${this.number(2)};`,
      `if (${this.truth(1)}) { i++; } else { s += ${this.any(1)}; }`,
      `for (int k = 0; k < ${this.#of(['3', '100'])}; k++) { i += k; x.add(${this.any(1)}); }`,
      `x.add(${this.#of(['x', 's', this.any(2)])});`,
      `while (i < 1000000000) { s += s; i++; }`,
      `try { i = (int)${this.number(2)}; } catch (Exception e) { i = -1; }`,
    ]);
  }

  script(): string {
    const statements = Array.from({ length: 3 }, () => this.statement()).join(' ');
    const head = "int i = 7; long l = 123456789012L; float f = 1.25f; String s = 'q'; def x = [4, 'w'];";
    return `${head} ${statements} return [${this.any(3)}, ${this.any(3)}, i, s.length(), x.size()];`;
  }
}

test(`a random script answers, or fails as a script, whatever it does (SCRIPT_SEED=${seed})`, () => {
  const scripts = new Scripts(seeded(seed));
  let answers = 0;
  for (let round = 0; round < 100; round++) {
    const source = scripts.script();
    let held = 0;
    const memory = {
      take: (bytes: number): void => {
        held += bytes;
        if (held > 32 << 20) throw new ApiError({ type: 'circuit_breaking_exception', reason: 'too much' });
      },
      give: (bytes: number): void => {
        held -= bytes;
      },
    };
    try {
      const program = new Program(source, context);
      const answer = program.run(program.state([], new WorkBudget({ clock: { nanos: () => 0 }, memory })));
      throughValues(() => textOf(answer));
      answers++;
    } catch (error) {
      if (!(error instanceof ApiError)) throw new Error(`${source}\n${String(error)}`, { cause: error });
      expect(endings).toContain(error.error.type);
    }
  }
  expect(answers).toBeGreaterThan(0);
});
