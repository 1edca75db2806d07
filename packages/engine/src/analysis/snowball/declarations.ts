import type { Command } from './machine.ts';

/** A routine, and where its command is put when it is read: others may call it before. */
interface Routine {
  command: Command | undefined;
}

/** What the names of a program mean. */
export type Meaning =
  | { readonly kind: 'integer' | 'boolean' | 'string'; readonly place: number }
  | { readonly kind: 'routine'; readonly routine: Routine }
  | { readonly kind: 'grouping'; readonly chars: Set<string> };

const declared = { integers: 'integer', booleans: 'boolean', strings: 'string' } as const;

/** The names that a program declares, as `integers ( p1 p2 )` does. */
export class Declarations {
  readonly #meanings = new Map<string, Meaning>();
  readonly counts = { integer: 0, boolean: 0, string: 0 };

  /** False where `word` begins no declaration. */
  declares(word: string): boolean {
    return word in declared || word === 'routines' || word === 'externals' || word === 'groupings';
  }

  declare(word: string, name: string): void {
    if (word === 'groupings') this.#meanings.set(name, { kind: 'grouping', chars: new Set() });
    else if (word === 'routines' || word === 'externals') {
      this.#meanings.set(name, { kind: 'routine', routine: { command: undefined } });
    } else {
      const kind = declared[word as keyof typeof declared];
      this.#meanings.set(name, { kind, place: this.counts[kind]++ });
    }
  }

  find(name: string): Meaning | undefined {
    return this.#meanings.get(name);
  }

  /** Throws Error where it means something else. */
  get<K extends Meaning['kind']>(name: string, kind: K): Extract<Meaning, { kind: K }> {
    const meaning = this.#meanings.get(name);
    if (meaning?.kind !== kind) throw new Error(`[${name}] is no ${kind} of a Snowball program`);
    return meaning as Extract<Meaning, { kind: K }>;
  }
}
