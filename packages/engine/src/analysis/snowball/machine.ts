/** A word on its way through a program: the text, where the program is in it, and the slice that it has marked. */
export class Machine {
  text = '';
  cursor = 0;
  limit = 0;
  /** The limit of programs that go backwards. */
  start = 0;
  /** The slice: `text[from, to)`. */
  from = 0;
  to = 0;
  readonly integers: Int32Array;
  readonly booleans: boolean[];
  readonly strings: string[];
  /** What the last `substring` of each `among` has found; -1: nothing. */
  readonly found: Int32Array;

  constructor(sizes: {
    readonly integers: number;
    readonly booleans: number;
    readonly strings: number;
    readonly amongs: number;
  }) {
    this.integers = new Int32Array(sizes.integers);
    this.booleans = Array.from({ length: sizes.booleans }, () => false);
    this.strings = Array.from({ length: sizes.strings }, () => '');
    this.found = new Int32Array(sizes.amongs);
  }

  begin(word: string): void {
    this.text = word;
    this.cursor = 0;
    this.limit = word.length;
    this.start = 0;
    this.from = 0;
    this.to = word.length;
    this.integers.fill(0);
    this.booleans.fill(false);
    this.strings.fill('');
  }

  /** Puts `by` in the place of `text[from, to)`; the cursor stays where it was in what is left. */
  replace(from: number, to: number, by: string): void {
    const change = by.length - (to - from);
    this.text = this.text.slice(0, from) + by + this.text.slice(to);
    this.limit += change;
    if (this.cursor >= to) this.cursor += change;
    else if (this.cursor > from) this.cursor = from;
  }

  replaceSlice(by: string): void {
    this.replace(this.from, this.to, by);
    this.to = this.from + by.length;
  }

  insert(by: string, staysBefore: boolean): void {
    const at = this.cursor;
    this.replace(at, at, by);
    if (at <= this.from) this.from += by.length;
    if (at <= this.to) this.to += by.length;
    if (staysBefore) this.cursor = at;
  }
}

/** A command: false where it fails. */
export type Command = (machine: Machine) => boolean;

/** A string of an `among`. */
export interface AmongEntry {
  readonly text: string;
  /** What must hold behind it. */
  readonly condition: Command | undefined;
  /** Which action is done; -1: none. */
  readonly action: number;
}

/** The longest entry that stands at the cursor, and whose condition holds: as its place, with the cursor behind it; -1 where there is none. */
export function findAmong(
  machine: Machine,
  { byText, longest }: AmongTable,
  backwards: boolean,
): AmongEntry | undefined {
  const { cursor, limit, start, text } = machine;
  const room = backwards ? cursor - start : limit - cursor;
  for (let length = Math.min(longest, room); length >= 0; length--) {
    const from = backwards ? cursor - length : cursor;
    const entry = byText.get(text.slice(from, from + length));
    if (entry === undefined) continue;
    const behind = backwards ? from : from + length;
    machine.cursor = behind;
    if (entry.condition === undefined) return entry;
    const holds = entry.condition(machine);
    machine.cursor = behind;
    if (holds) return entry;
  }
  machine.cursor = cursor;
  return undefined;
}

export interface AmongTable {
  readonly byText: ReadonlyMap<string, AmongEntry>;
  readonly longest: number;
}

export function amongTable(entries: readonly AmongEntry[]): AmongTable {
  return {
    byText: new Map(entries.map((entry) => [entry.text, entry])),
    longest: Math.max(0, ...entries.map(({ text }) => text.length)),
  };
}
