import type { RecordMirror } from '../../records/record-mirror.ts';
import type { ObjectStore, SecurityObject } from './object-api.ts';

const builtInFlags = { reserved: true, hidden: false, static: true };
const ownFlags = { reserved: false, hidden: false, static: false };

export interface RecordObjectsParts<T> {
  readonly mirror: RecordMirror<T>;
  readonly builtIn: Readonly<Record<string, T>>;
  /** See `ObjectStore.check`. */
  readonly check: (name: string, value: T) => void;
}

/** Objects that are kept as records of one kind, beside those that are built in. */
export class RecordObjects<T> implements ObjectStore<T> {
  readonly #parts: RecordObjectsParts<T>;

  constructor(parts: RecordObjectsParts<T>) {
    this.#parts = parts;
  }

  ready(): Promise<void> {
    return this.#parts.mirror.ready();
  }

  *list(): Generator<readonly [string, SecurityObject<T>]> {
    const { builtIn, mirror } = this.#parts;
    for (const [name, value] of Object.entries(builtIn)) yield [name, { value, flags: builtInFlags }];
    for (const { id, value } of mirror.values()) yield [id, { value, flags: ownFlags }];
  }

  get(name: string): SecurityObject<T> | undefined {
    const { builtIn, mirror } = this.#parts;
    if (Object.hasOwn(builtIn, name)) return { value: builtIn[name]!, flags: builtInFlags };
    const stored = mirror.get(name);
    return stored === undefined ? undefined : { value: stored.value, flags: ownFlags };
  }

  check(name: string, value: T): void {
    this.#parts.check(name, value);
  }

  async put(name: string, value: T): Promise<boolean> {
    const { store } = this.#parts.mirror;
    const before = await store.read(name);
    const written =
      before === undefined ? await store.create(name, value) : await store.replace(before, value);
    return written !== undefined;
  }

  async remove(name: string): Promise<boolean> {
    const { store } = this.#parts.mirror;
    const before = await store.read(name);
    return before !== undefined && store.remove(before);
  }
}
