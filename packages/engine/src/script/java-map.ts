import { isLongText, type LongText, TextKeys } from '../codec/text-keys.ts';
import { inHashOrder } from './hash-order.ts';
import { JavaError } from './java-error.ts';
import { meter } from './meter.ts';
import {
  classOf,
  equalsOf,
  hashOf,
  JavaValue,
  numberTypeOf,
  rawNumber,
  textOf,
  textWithin,
} from './values.ts';

/** What a new entry takes, and one that is gone through, beside what its key does. */
const UNITS_PER_NEW_ENTRY = 4;
const UNITS_PER_ENTRY = 4;
/** What a key takes of which a text is made. */
const UNITS_PER_TEXT = 8;

/** What a map takes beside its entries. */
export const MAP_BYTES = 256;

interface Entry {
  readonly key: unknown;
  value: unknown;
  /** Stands before those of its bucket that were there, and not after them. */
  readonly isFront?: boolean;
}

/** A zero. With it begin the places of all but whole numbers, and no text that is its own place. */
const MARK = '\u0000';

/** Of an object that is a key: equal ones have one. */
function placeOfObject(key: object): string {
  const type = numberTypeOf(key);
  meter.count(UNITS_PER_TEXT);
  if (type !== null) return `${MARK}${type}${String(rawNumber(key))}`;
  return `${MARK}${classOf(key)}${hashOf(key)}${textOf(key)}`;
}

function placeOfText(key: string): string {
  meter.count(1 + (key.length >>> 6));
  return key.charCodeAt(0) === 0 ? MARK + key : key;
}

export type View = 'keySet' | 'values' | 'entrySet';
type Kind = 'HashMap' | 'LinkedHashMap' | 'TreeMap';

/** A map of Java. That of `HashMap` is gone through in the order of the hashes of its keys. */
export class JavaMap extends JavaValue {
  readonly javaClass: Kind;
  readonly #entries = new Map<unknown, Entry>();
  readonly #compare: ((a: unknown, b: unknown) => number) | null;
  /** Most entries that it ever had: its table never becomes smaller. */
  #peak = 0;
  #hasFront = false;
  /** Of long texts; null where there was none. */
  #keys: TextKeys | null = null;
  #frozen: { readonly reason: string | null } | null = null;

  constructor(javaClass: Kind = 'HashMap', compare: ((a: unknown, b: unknown) => number) | null = null) {
    super();
    this.javaClass = javaClass;
    this.#compare = compare;
  }

  override get bytes(): number {
    return MAP_BYTES;
  }

  /** What its keys are sorted by; null: nothing. */
  get order(): ((a: unknown, b: unknown) => number) | null {
    return this.#compare;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** What `size()` answers. */
  count(): number {
    return this.size;
  }

  /** Of what a view is asked by that name. Throws JavaError where it has none. */
  viewed(_view: View): this {
    return this;
  }

  /** null where there is none. */
  get(key: unknown): unknown {
    return this.#entries.get(this.#placeOf(key))?.value ?? null;
  }

  has(key: unknown): boolean {
    return this.#entries.has(this.#placeOf(key));
  }

  /** No change is taken from now on, here and in the maps within. */
  freeze(reason: string | null): void {
    this.#frozen = { reason };
    for (const { value } of this.#entries.values()) if (value instanceof JavaMap) value.freeze(reason);
  }

  /** What stands for a key among the entries: equal ones have one, and others another one. */
  #placeOf(key: unknown): unknown {
    if (typeof key === 'string') return this.#short(placeOfText(key));
    return typeof key === 'object' && key !== null ? this.#short(placeOfObject(key)) : key;
  }

  #short(place: string): LongText | string {
    if (!isLongText(place)) return place;
    this.#keys ??= new TextKeys();
    return this.#keys.of(place);
  }

  #checkFrozen(): void {
    if (this.#frozen === null) return;
    throw new JavaError('unsupported_operation_exception', this.#frozen.reason);
  }

  /** Answers what was there before. */
  set(key: unknown, value: unknown): unknown {
    this.#checkFrozen();
    const place = this.#placeOf(key);
    const entry = this.#entries.get(place);
    if (entry !== undefined) {
      const before = entry.value;
      entry.value = value;
      return before;
    }
    meter.count(UNITS_PER_NEW_ENTRY);
    this.#entries.set(place, { key, value });
    this.#peak = Math.max(this.#peak, this.#entries.size);
    return null;
  }

  /** As `set` for what `compute`, `merge` and their like put in: `HashMap` has it before the others of its bucket. */
  setFront(key: unknown, value: unknown): void {
    const place = this.#placeOf(key);
    if (this.javaClass !== 'HashMap' || this.#entries.has(place)) {
      this.set(key, value);
      return;
    }
    this.#checkFrozen();
    meter.count(UNITS_PER_NEW_ENTRY);
    this.#peak = Math.max(this.#peak, this.#entries.size);
    this.#entries.set(place, { key, value, isFront: true });
    this.#hasFront = true;
  }

  remove(key: unknown): unknown {
    this.#checkFrozen();
    const place = this.#placeOf(key);
    const before = this.#entries.get(place)?.value ?? null;
    this.#entries.delete(place);
    return before;
  }

  clear(): void {
    this.#checkFrozen();
    this.#entries.clear();
    this.#keys = null;
  }

  /** In the order in which Java goes through it. */
  entries(): Entry[] {
    meter.count(this.#entries.size * UNITS_PER_ENTRY);
    const entries = this.#inBucketOrder();
    if (this.javaClass === 'LinkedHashMap' || entries.length < 2) return entries;
    const compare = this.#compare;
    if (compare !== null) return entries.sort((a, b) => compare(a.key, b.key));
    let capacity = 16;
    while (this.#peak > capacity * 0.75) capacity *= 2;
    return inHashOrder(entries, capacity);
  }

  /** Those of one bucket as they stand in it. */
  #inBucketOrder(): Entry[] {
    const entries = [...this.#entries.values()];
    if (!this.#hasFront) return entries;
    const front = entries.filter(({ isFront }) => isFront === true).reverse();
    return [...front, ...entries.filter(({ isFront }) => isFront !== true)];
  }

  /** In no order that Java knows. */
  unordered(): Iterable<Readonly<Entry>> {
    return this.#entries.values();
  }

  keys(): unknown[] {
    return this.entries().map(({ key }) => key);
  }

  values(): unknown[] {
    return this.entries().map(({ value }) => value);
  }

  override text(): string {
    return `{${this.entries()
      .map(({ key, value }) => `${textWithin(key)}=${value === this ? '(this Map)' : textWithin(value)}`)
      .join(', ')}}`;
  }

  override hash(): number {
    return this.entries().reduce((sum, { key, value }) => (sum + (hashOf(key) ^ hashOf(value))) | 0, 0);
  }

  override equalTo(other: unknown): boolean {
    if (!(other instanceof JavaMap) || other.size !== this.size) return false;
    return this.entries().every(({ key, value }) => other.has(key) && equalsOf(value, other.get(key)));
  }
}

/** A set of Java over a map of its kind. */
export class JavaSet extends JavaValue {
  readonly javaClass: 'HashSet' | 'LinkedHashSet' | 'TreeSet';
  readonly #map: JavaMap;

  constructor(
    kind: 'HashSet' | 'LinkedHashSet' | 'TreeSet' = 'HashSet',
    items: Iterable<unknown> = [],
    compare: ((a: unknown, b: unknown) => number) | null = null,
  ) {
    super();
    this.javaClass = kind;
    const kinds = { HashSet: 'HashMap', LinkedHashSet: 'LinkedHashMap', TreeSet: 'TreeMap' } as const;
    this.#map = new JavaMap(kinds[kind], compare);
    for (const item of items) this.#map.set(item, true);
  }

  override get bytes(): number {
    return MAP_BYTES;
  }

  get order(): ((a: unknown, b: unknown) => number) | null {
    return this.#map.order;
  }

  get size(): number {
    return this.#map.size;
  }

  /** As that of a map. */
  freeze(reason: string | null): void {
    this.#map.freeze(reason);
  }

  has(item: unknown): boolean {
    return this.#map.has(item);
  }

  /** Whether it was not there. */
  add(item: unknown): boolean {
    if (this.#map.has(item)) return false;
    this.#map.set(item, true);
    return true;
  }

  remove(item: unknown): boolean {
    return this.#map.remove(item) !== null;
  }

  clear(): void {
    this.#map.clear();
  }

  items(): unknown[] {
    return this.#map.keys();
  }

  override text(): string {
    return textOf(this.items());
  }

  override hash(): number {
    return this.items().reduce<number>((sum, item) => (sum + hashOf(item)) | 0, 0);
  }

  override equalTo(other: unknown): boolean {
    return (
      other instanceof JavaSet && other.size === this.size && this.items().every((item) => other.has(item))
    );
  }
}
