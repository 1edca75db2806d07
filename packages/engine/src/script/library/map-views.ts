import { JavaError } from '../java-error.ts';
import { type JavaMap, JavaSet } from '../java-map.ts';
import { equalsOf, hashOf, JavaValue, textOf } from '../values.ts';

/** `Map.Entry`; a value that is set goes to the map as well. */
export class JavaEntry extends JavaValue {
  readonly javaClass = 'Map.Entry';
  readonly key: unknown;
  readonly #map: JavaMap;
  constructor(map: JavaMap, key: unknown) {
    super();
    this.#map = map;
    this.key = key;
  }

  get value(): unknown {
    return this.#map.get(this.key);
  }

  set(value: unknown): unknown {
    return this.#map.set(this.key, value);
  }

  override text(): string {
    return `${textOf(this.key)}=${textOf(this.value)}`;
  }

  override hash(): number {
    return hashOf(this.key) ^ hashOf(this.value);
  }

  override equalTo(other: unknown): boolean {
    return other instanceof JavaEntry && equalsOf(this.key, other.key) && equalsOf(this.value, other.value);
  }
}

export const entriesOf = (map: JavaMap): JavaEntry[] => map.keys().map((key) => new JavaEntry(map, key));

const ADD = 'java.base/java.util.AbstractCollection.add(AbstractCollection.java:253)';

/** Nothing can be put into a map by what shows it. */
export function cannotAdd(): JavaError {
  return new JavaError('unsupported_operation_exception', null, [ADD]);
}

/** A map as a set: what is taken out of it is taken out of the map, and nothing can be put in. */
abstract class MapSet extends JavaSet {
  protected readonly map: JavaMap;

  constructor(map: JavaMap) {
    super('LinkedHashSet');
    this.map = map;
  }

  override get size(): number {
    return this.map.size;
  }

  override add(): boolean {
    throw cannotAdd();
  }

  protected abstract keyOf(item: unknown): unknown;

  override remove(item: unknown): boolean {
    if (!this.has(item)) return false;
    this.map.remove(this.keyOf(item));
    return true;
  }

  override clear(): void {
    this.map.clear();
  }
}

/** `keySet` */
export class MapKeys extends MapSet {
  override has(key: unknown): boolean {
    return this.map.has(key);
  }

  protected override keyOf(key: unknown): unknown {
    return key;
  }

  override items(): unknown[] {
    return this.map.keys();
  }
}

/** `entrySet` */
export class MapEntries extends MapSet {
  override has(entry: unknown): boolean {
    if (!(entry instanceof JavaEntry) || !this.map.has(entry.key)) return false;
    return equalsOf(entry.value, this.map.get(entry.key));
  }

  protected override keyOf(entry: unknown): unknown {
    return (entry as JavaEntry).key;
  }

  override items(): unknown[] {
    return entriesOf(this.map);
  }
}

/** `values`, as `MapSet` is; the same value may be there more than once. */
export class MapValues extends JavaValue {
  readonly javaClass = 'Collection';
  readonly #map: JavaMap;

  constructor(map: JavaMap) {
    super();
    this.#map = map;
  }

  get size(): number {
    return this.#map.size;
  }

  docItems(): unknown[] {
    return this.#map.values();
  }

  /** In the order of the values. */
  keys(): unknown[] {
    return this.#map.keys();
  }

  removeKey(key: unknown): void {
    this.#map.remove(key);
  }

  /** The first that is equal. */
  remove(value: unknown): boolean {
    const entry = this.#map.entries().find((each) => equalsOf(each.value, value));
    if (entry !== undefined) this.#map.remove(entry.key);
    return entry !== undefined;
  }

  keep(passes: (value: unknown) => boolean): boolean {
    const before = this.size;
    for (const { key, value } of this.#map.entries()) if (!passes(value)) this.#map.remove(key);
    return this.size < before;
  }

  clear(): void {
    this.#map.clear();
  }

  override text(): string {
    return textOf(this.docItems());
  }
}
