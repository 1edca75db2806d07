import { apiError } from '@sextant/contract';

/** What is kept of the cluster beside its settings and indices: entries by name, in sections by kind. */
export type KeptSections = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Where the sections are kept. */
export interface SectionStore {
  /** What was kept last; called once. Entries are as they were given to `save`. */
  load(): KeptSections;
  /** Durable before it returns. Throws ApiError, and keeps what it had, where that cannot be. */
  save(sections: KeptSections): void;
}

/** A kind of entry. Its name is the one in the file: it never changes its meaning. */
export interface Section<T> {
  readonly name: string;
  /** Never there: it ties the type of the entries to the kind. */
  readonly entry?: T;
}

/** What becomes of entries of one section; undefined = it is removed. */
export interface SectionChange<T = unknown> {
  readonly section: Section<T>;
  readonly entries: ReadonlyMap<string, T | undefined>;
}

/** All sections are one file, which is replaced as a whole. */
const CHARACTERS_MAX = 64 * 1024 * 1024;

type Sections = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/**
 * Named, typed sections of the cluster's metadata: templates, and whatever a later kind brings. Sections that this
 * program does not know stay as they are.
 */
export class ClusterMetadata {
  readonly #store: SectionStore;
  #sections: Sections;

  constructor(store: SectionStore) {
    this.#store = store;
    const kept = Object.entries(store.load());
    this.#sections = new Map(kept.map(([name, entries]) => [name, new Map(Object.entries(entries))]));
  }

  /** The entries of a section, in the order of their names. */
  entries<T>(section: Section<T>): ReadonlyMap<string, T> {
    return (this.#sections.get(section.name) ?? new Map()) as ReadonlyMap<string, T>;
  }

  /** Changes all that is given at once, durable before it returns. Throws ApiError: then nothing has changed. */
  change(...changes: readonly SectionChange[]): void {
    const next = new Map(this.#sections);
    for (const { section, entries } of changes) {
      const changed = new Map(next.get(section.name) ?? []);
      for (const [name, entry] of entries) {
        if (entry === undefined) changed.delete(name);
        else changed.set(name, entry);
      }
      next.set(section.name, new Map([...changed].sort(([a], [b]) => (a < b ? -1 : 1))));
    }
    this.#save(next);
    this.#sections = next;
  }

  #save(sections: Sections): void {
    const kept = Object.fromEntries(
      [...sections].map(([name, entries]) => [name, Object.fromEntries(entries)]),
    );
    if (JSON.stringify(kept).length > CHARACTERS_MAX) {
      throw apiError(
        'illegal_argument_exception',
        `templates and their like would take more than ${CHARACTERS_MAX} characters`,
      );
    }
    this.#store.save(kept);
  }
}
