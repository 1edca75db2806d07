import { hashOf } from './values.ts';

interface Keyed {
  readonly key: unknown;
}

/** The order of the keys of a map: documents of one kind have the same ones, one after the other. */
interface KnownOrder {
  readonly keys: readonly unknown[];
  readonly capacity: number;
  /** Places of the entries as they were put in, in the order of their buckets. */
  readonly places: readonly number[];
}

const ORDERS_MAX = 8;
const KEYS_MAX = 64;
const known: KnownOrder[] = [];
let next = 0;

/** Entries of a `java.util.HashMap` with so many buckets, in the order in which it is gone through; `entries` as they were put in. */
export function inHashOrder<Entry extends Keyed>(entries: readonly Entry[], capacity: number): Entry[] {
  for (const order of known) {
    if (order.capacity === capacity && hasKeys(order.keys, entries))
      return order.places.map((i) => entries[i]!);
  }
  const rows = entries.map(({ key }, place) => {
    const hash = hashOf(key);
    return { place, bucket: (hash ^ (hash >>> 16)) & (capacity - 1) };
  });
  const places = rows.sort((a, b) => a.bucket - b.bucket).map(({ place }) => place);
  // Other keys may have another hash later.
  if (entries.length <= KEYS_MAX && entries.every(({ key }) => typeof key === 'string')) {
    known[next] = { keys: entries.map(({ key }) => key), capacity, places };
    next = (next + 1) % ORDERS_MAX;
  }
  return places.map((place) => entries[place]!);
}

function hasKeys(keys: readonly unknown[], entries: readonly Keyed[]): boolean {
  if (keys.length !== entries.length) return false;
  for (let i = 0; i < keys.length; i++) if (keys[i] !== entries[i]!.key) return false;
  return true;
}
