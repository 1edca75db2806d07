import { double, type Value, whole as wholeValue } from '../java-values.ts';
import { ExpressionError } from './expression-tree.ts';
import { Machine } from './machine.ts';
import { type Program, programOf } from './program.ts';
import { readExpression } from './read-expression.ts';

/** One name of a grok expression, as what is captured goes to the document. */
interface Capture {
  readonly name: string;
  readonly convert: (text: string) => Value;
  readonly groups: readonly number[];
}

/** The steps that may be taken for one text: about a tenth of a second. */
export const STEPS_MAX = 10_000_000;

const numberFormat = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?$/;

/** A number that cannot be read; the text is Java's. */
export class NotANumber extends Error {}

function whole(text: string, bits: number): Value {
  if (/^[+-]?\d+$/.test(text)) {
    const value = BigInt(text.replace('+', ''));
    if (BigInt.asIntN(bits, value) === value) return wholeValue(value);
  }
  throw new NotANumber(`For input string: "${text}"`);
}

function fraction(text: string): number {
  const trimmed = text.trim();
  if (numberFormat.test(trimmed)) return Number(trimmed.replace(/[fFdD]$/, ''));
  throw new NotANumber(trimmed === '' ? 'empty String' : `For input string: "${text}"`);
}

const conversions: ReadonlyMap<string, Capture['convert']> = new Map<string, Capture['convert']>([
  ['int', (text) => whole(text, 32)],
  ['long', (text) => whole(text, 64)],
  ['float', (text) => floatValue(fraction(text))],
  ['double', (text) => double(fraction(text))],
  ['boolean', (text) => text.toLowerCase() === 'true'],
]);

const reference = /%\{([A-Za-z0-9_]+)(?::([\p{L}\p{N}@\-_:.[\]]+))?(?:=[^{}]*)?\}/gu;
const DEPTH_MAX = 500;
const EXPANDED_MAX = 500_000;

/** The shortest text of a float, as Java prints it. */
function floatValue(value: number): Value {
  const single = Math.fround(value);
  for (let digits = 1; digits <= 9; digits++) {
    const shorter = Number(single.toPrecision(digits));
    if (Math.fround(shorter) === single) return double(shorter);
  }
  return double(single);
}

/** A grok expression: names of patterns in `%{NAME:field:type}`, and regular expressions around them. */
export class GrokPattern {
  readonly #program: Program;
  readonly #captures: readonly Capture[];

  /** Throws ExpressionError. */
  constructor(expression: string, bank: ReadonlyMap<string, string>) {
    const expanded = new Expansion(bank);
    const read = readExpression(expanded.of(expression));
    this.#program = programOf(read);
    this.#captures = [...read.names].map(([group, groups]) => {
      const [name, type] = expanded.fieldOf(group);
      return { name, convert: conversions.get(type) ?? ((text) => text), groups };
    });
  }

  /**
   * What the first match has under each name, in the order of its groups; undefined where nothing matches. `charge` is told
   * the steps that it took. Throws NotANumber, TooManySteps, and what `charge` throws.
   */
  match(
    text: string,
    charge?: (steps: number) => void,
  ): (readonly [name: string, values: readonly Value[]])[] | undefined {
    const machine = new Machine(this.#program, text, STEPS_MAX);
    let found: Int32Array | null = null;
    try {
      found = machine.search();
    } finally {
      charge?.(machine.steps);
    }
    if (found === null) return undefined;
    const result: (readonly [string, readonly Value[]])[] = [];
    for (const { name, convert, groups } of this.#captures) {
      const values = groups
        .filter((group) => found[2 * group]! >= 0 && found[2 * group + 1]! >= 0)
        .map((group) => convert(text.slice(found[2 * group]!, found[2 * group + 1]!)));
      if (values.length > 0) result.push([name, values]);
    }
    return result;
  }
}

/** Puts the patterns in the places of their names. */
class Expansion {
  readonly #bank: ReadonlyMap<string, string>;
  /** Names of groups that stand for names that groups cannot have. */
  readonly #fields = new Map<string, string>();
  readonly #groups = new Map<string, string>();
  #length = 0;

  constructor(bank: ReadonlyMap<string, string>) {
    this.#bank = bank;
  }

  of(expression: string, depth = 0): string {
    if (depth > DEPTH_MAX) throw new ExpressionError('patterns within patterns are too deep');
    return expression.replaceAll(reference, (_, name: string, field: string | undefined) => {
      const pattern = this.#bank.get(name);
      if (pattern === undefined) {
        throw new ExpressionError(`Unable to find pattern [${name}] in Grok's pattern dictionary`);
      }
      this.#length += pattern.length;
      if (this.#length > EXPANDED_MAX) throw new ExpressionError('patterns make too long an expression');
      const inner = this.of(pattern, depth + 1);
      return field === undefined ? `(?:${inner})` : `(?<${this.#group(field)}>${inner})`;
    });
  }

  #group(field: string): string {
    let group = this.#groups.get(field);
    if (group === undefined) {
      group = `field_${this.#groups.size}`;
      this.#groups.set(field, group);
      this.#fields.set(group, field);
    }
    return group;
  }

  /** The field that a group stands for, and the type of its values; empty where there is none. */
  fieldOf(group: string): readonly [name: string, type: string] {
    // A group that is written as such may be named as `%{…}` is: by a pattern, a field and a type.
    const field = this.#fields.get(group) ?? group.replace(/^[^:]*:/, '');
    const at = field.indexOf(':');
    return at < 0 ? [field, ''] : [field.slice(0, at), field.slice(at + 1)];
  }
}

/** Throws ExpressionError where a pattern is part of itself. */
export function checkCycles(bank: ReadonlyMap<string, string>): void {
  for (const [name, pattern] of bank) new CycleCheck(bank, name).follow(pattern, [name]);
}

class CycleCheck {
  readonly #bank: ReadonlyMap<string, string>;
  readonly #first: string;
  readonly #sound = new Set<string>();

  constructor(bank: ReadonlyMap<string, string>, first: string) {
    this.#bank = bank;
    this.#first = first;
  }

  follow(pattern: string, path: readonly string[]): void {
    for (const [, name] of pattern.matchAll(reference)) {
      if (name === this.#first) throw circular(path, pattern);
      const inner = this.#bank.get(name!);
      if (inner === undefined || this.#sound.has(name!) || path.includes(name!)) continue;
      if (path.length > DEPTH_MAX) throw new ExpressionError('patterns within patterns are too deep');
      this.follow(inner, [...path, name!]);
      this.#sound.add(name!);
    }
  }
}

function circular(path: readonly string[], pattern: string): ExpressionError {
  const last = path.at(-1)!;
  const back = path.length > 1 ? ` back to pattern [${path[0]}]` : '';
  const via = path.length > 2 ? ` via patterns [${path.slice(0, -1).join('=>')}]` : '';
  return new ExpressionError(`circular reference in pattern [${last}][${pattern}]${back}${via}`);
}
