import { type AmongTable, type Command, findAmong, type Machine } from './machine.ts';

/** A value of a program's arithmetic. */
export type Figure = (machine: Machine) => number;

/** What commands do, as https://snowballstem.org/compiler/snowball.html tells it. `back`: the program goes backwards. */
export class Commands {
  readonly #back: boolean;

  constructor(back: boolean) {
    this.#back = back;
  }

  /** Where the machine is, so that it can be put back though the text has changed meanwhile. */
  #mark(machine: Machine): number {
    return this.#back ? machine.limit - machine.cursor : machine.cursor;
  }

  #restore(machine: Machine, mark: number): void {
    machine.cursor = this.#back ? machine.limit - mark : mark;
  }

  #step(machine: Machine): boolean {
    if (this.#back) {
      if (machine.cursor <= machine.start) return false;
      machine.cursor--;
    } else {
      if (machine.cursor >= machine.limit) return false;
      machine.cursor++;
    }
    return true;
  }

  all(parts: readonly Command[]): Command {
    if (parts.length === 1) return parts[0]!;
    return (machine) => {
      for (const part of parts) if (!part(machine)) return false;
      return true;
    };
  }

  and(parts: readonly Command[]): Command {
    return (machine) => {
      const mark = this.#mark(machine);
      for (const [i, part] of parts.entries()) {
        if (i > 0) this.#restore(machine, mark);
        if (!part(machine)) return false;
      }
      return true;
    };
  }

  or(parts: readonly Command[]): Command {
    return (machine) => {
      const mark = this.#mark(machine);
      for (const part of parts) {
        if (part(machine)) return true;
        this.#restore(machine, mark);
      }
      return false;
    };
  }

  text(value: (machine: Machine) => string): Command {
    return (machine) => {
      const text = value(machine);
      const { cursor, limit, start } = machine;
      const from = this.#back ? cursor - text.length : cursor;
      if (from < start || from + text.length > limit || !machine.text.startsWith(text, from)) return false;
      machine.cursor = this.#back ? from : from + text.length;
      return true;
    };
  }

  grouping(chars: ReadonlySet<string>, isIn: boolean): Command {
    return (machine) => {
      const { cursor } = machine;
      if (!this.#step(machine)) return false;
      if (chars.has(machine.text[Math.min(cursor, machine.cursor)]!) === isIn) return true;
      machine.cursor = cursor;
      return false;
    };
  }

  not(part: Command): Command {
    return (machine) => {
      const mark = this.#mark(machine);
      if (part(machine)) return false;
      this.#restore(machine, mark);
      return true;
    };
  }

  test(part: Command): Command {
    return (machine) => {
      const mark = this.#mark(machine);
      if (!part(machine)) return false;
      this.#restore(machine, mark);
      return true;
    };
  }

  attempt(part: Command): Command {
    return (machine) => {
      const mark = this.#mark(machine);
      if (!part(machine)) this.#restore(machine, mark);
      return true;
    };
  }

  doing(part: Command): Command {
    return (machine) => {
      const mark = this.#mark(machine);
      part(machine);
      this.#restore(machine, mark);
      return true;
    };
  }

  repeat(part: Command, atLeast?: Figure): Command {
    return (machine) => {
      for (let left = atLeast?.(machine) ?? 0; left > 0; left--) if (!part(machine)) return false;
      for (;;) {
        const mark = this.#mark(machine);
        if (part(machine)) continue;
        this.#restore(machine, mark);
        return true;
      }
    };
  }

  loop(times: Figure, part: Command): Command {
    return (machine) => {
      for (let left = times(machine); left > 0; left--) if (!part(machine)) return false;
      return true;
    };
  }

  /** `goto` stays before what it finds, `gopast` goes behind it. */
  goTo(part: Command, past: boolean): Command {
    return (machine) => {
      for (;;) {
        const mark = this.#mark(machine);
        const isFound = part(machine);
        if (isFound && past) return true;
        this.#restore(machine, mark);
        if (isFound) return true;
        if (!this.#step(machine)) return false;
      }
    };
  }

  next(): Command {
    return (machine) => this.#step(machine);
  }

  hop(count: Figure): Command {
    return (machine) => {
      const { cursor, limit, start } = machine;
      const to = this.#back ? cursor - count(machine) : cursor + count(machine);
      if (to < start || to > limit) return false;
      machine.cursor = to;
      return true;
    };
  }

  atLimit(): Command {
    return (machine) => (this.#back ? machine.cursor <= machine.start : machine.cursor >= machine.limit);
  }

  toLimit(): Command {
    return (machine) => {
      machine.cursor = this.#back ? machine.start : machine.limit;
      return true;
    };
  }

  toMark(mark: Figure): Command {
    return (machine) => {
      const to = mark(machine);
      if (this.#back ? machine.cursor < to : machine.cursor > to) return false;
      machine.cursor = to;
      return true;
    };
  }

  /** The first side of the slice in the direction of the program. */
  sliceMark(first: boolean): Command {
    const isFrom = first !== this.#back;
    return (machine) => {
      if (isFrom) machine.from = machine.cursor;
      else machine.to = machine.cursor;
      return true;
    };
  }

  insert(text: (machine: Machine) => string, attaches: boolean): Command {
    return (machine) => {
      machine.insert(text(machine), attaches !== this.#back);
      return true;
    };
  }

  /** `setlimit LIMIT for PART`. */
  within(limit: Command, part: Command): Command {
    return (machine) => {
      const mark = this.#mark(machine);
      if (!limit(machine)) return false;
      const { cursor, start } = machine;
      if (this.#back) {
        machine.start = cursor;
        this.#restore(machine, mark);
        const holds = part(machine);
        machine.start = start;
        return holds;
      }
      const beyond = machine.limit - cursor;
      machine.limit = cursor;
      machine.cursor = mark;
      const holds = part(machine);
      machine.limit += beyond;
      return holds;
    };
  }

  substring(place: number, table: () => AmongTable): Command {
    return (machine) => {
      const entry = findAmong(machine, table(), this.#back);
      if (entry === undefined) return false;
      machine.found[place] = entry.action;
      return true;
    };
  }
}

/** From the end of the word to its beginning. */
export function backwards(part: Command): Command {
  return (machine) => {
    machine.start = machine.cursor;
    machine.cursor = machine.limit;
    if (!part(machine)) return false;
    machine.cursor = machine.start;
    machine.start = 0;
    return true;
  };
}
