import { byteUnits, matchesWildcard } from '@sextant/contract';
import type { Sentence } from '../../lib/health.ts';
import type { IndexRow } from '../../lib/index-list.ts';

/**
 * The language of the filter above the index table. Words are separated by spaces and all must hold:
 * `log` (the name holds it), `log-*-2026` (the whole name, `*` for anything), `health:red`, `health:red,yellow`,
 * `status:close`, `docs>1m`, `size>=10gb`, `rep:0`, `age<7d`; `-` before a word turns it round.
 */
export interface IndexFilter {
  readonly matches: (row: IndexRow) => boolean;
  /** The first word that cannot be read, as a message; the filter then leaves that word out. */
  readonly problem: Sentence | undefined;
}

type Test = (row: IndexRow) => boolean;
type Read = (row: IndexRow, nowMs: number) => number | undefined;

const wordFields: Readonly<Record<string, (row: IndexRow) => string>> = {
  health: (row) => row.health,
  status: (row) => row.status,
  name: (row) => row.name,
  uuid: (row) => row.uuid,
};

const sizeUnits: Readonly<Record<string, number>> = { '': 1, ...byteUnits };
const countUnits: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9, g: 1e9 };
const ageUnits: Readonly<Record<string, number>> = {
  '': 1000,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_557_600_000,
};

interface FigureField {
  readonly read: Read;
  readonly units: Readonly<Record<string, number>>;
}

const figureFields: Readonly<Record<string, FigureField>> = {
  docs: { read: (row) => row.docs, units: countUnits },
  deleted: { read: (row) => row.deleted, units: countUnits },
  size: { read: (row) => row.size, units: sizeUnits },
  primary: { read: (row) => row.primarySize, units: sizeUnits },
  pri: { read: (row) => row.primaries, units: countUnits },
  rep: { read: (row) => row.replicas, units: countUnits },
  age: {
    read: (row, nowMs) => (row.createdAt === undefined ? undefined : nowMs - row.createdAt),
    units: ageUnits,
  },
};

const compare: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  ':': (value, bound) => value === bound,
  '=': (value, bound) => value === bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
};

export function parseIndexFilter(text: string, nowMs: number): IndexFilter {
  const tests: Test[] = [];
  let problem: Sentence | undefined;
  for (const word of text.trim().split(/\s+/)) {
    if (word === '') continue;
    const negated = word.startsWith('-') && word.length > 1;
    const test = parseWord(negated ? word.slice(1) : word, nowMs);
    if (typeof test === 'function') tests.push(negated ? (row) => !test(row) : test);
    else problem ??= test;
  }
  return { matches: (row) => tests.every((test) => test(row)), problem };
}

function parseWord(word: string, nowMs: number): Test | Sentence {
  const parts = /^([a-z]+)(>=|<=|[:=<>])(.*)$/i.exec(word);
  if (parts === null) return nameTest(word);
  const field = parts[1]!.toLowerCase();
  const operator = parts[2]!;
  const value = parts[3]!.toLowerCase();
  // Half a word is what stands there while it is typed: it filters nothing yet.
  if (value === '') return () => true;
  const readWord = wordFields[field];
  if (readWord !== undefined && (operator === ':' || operator === '=')) return wordTest(readWord, value);
  const figure = figureFields[field];
  if (figure === undefined) return { key: 'filter.unknownField', values: { field } };
  return figureTest(figure, operator, value, nowMs) ?? { key: 'filter.badFigure', values: { word } };
}

function nameTest(word: string): Test {
  const wanted = word.toLowerCase();
  if (!wanted.includes('*')) return (row) => row.name.toLowerCase().includes(wanted);
  return (row) => matchesWildcard(wanted, row.name.toLowerCase());
}

function wordTest(read: (row: IndexRow) => string, value: string): Test {
  const patterns = value
    .split(',')
    .filter(Boolean)
    .map((part) => `${part}*`);
  return (row) => patterns.some((pattern) => matchesWildcard(pattern, read(row).toLowerCase()));
}

function figureTest(field: FigureField, operator: string, value: string, nowMs: number): Test | undefined {
  const parts = /^(\d+(?:\.\d+)?)([a-z]*)$/.exec(value);
  const unit = parts === null ? undefined : field.units[parts[2]!];
  if (parts === null || unit === undefined) return undefined;
  const bound = Number(parts[1]) * unit;
  const holds = compare[operator]!;
  return (row) => {
    const figure = field.read(row, nowMs);
    return figure !== undefined && holds(figure, bound);
  };
}
