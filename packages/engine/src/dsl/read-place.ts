import type { JsonObject } from './json-reader.ts';

/** What a reader of JSON stands at: the value of a member, its name, or the end of what holds it. */
export interface ReadPlace {
  readonly holder: object;
  /** Of an object the name of a member, of a list the number of an item; null: the end of the holder. */
  readonly member: string | number | null;
  readonly token: 'name' | 'value';
}

/** Where the reading is, while somebody wants to know; reading is done in one go, by one reader at a time. */
let here: ReadPlace | null = null;
let isWatched = false;
/** By what was made of an object that is read, that object. */
let origins = new Map<object, object>();

/** The members of an object that is read, one after the other. */
export function membersOf(object: JsonObject): Iterable<[name: string, value: unknown]> {
  return isWatched ? watchedMembers(object) : Object.entries(object);
}

function* watchedMembers(object: JsonObject): Iterable<[name: string, value: unknown]> {
  for (const entry of Object.entries(object)) {
    here = { holder: object, member: entry[0], token: 'value' };
    yield entry;
  }
  here = { holder: object, member: null, token: 'value' };
}

/** The items of a list that is read, one after the other. */
export function itemsOf<Item>(list: readonly Item[]): Iterable<Item> {
  return isWatched ? watchedItems(list) : list;
}

function* watchedItems<Item>(list: readonly Item[]): Iterable<Item> {
  for (const [at, item] of list.entries()) {
    here = { holder: list, member: at, token: 'value' };
    yield item;
  }
  here = { holder: list, member: null, token: 'value' };
}

/** `made` is read in place of the object: it has some of its members. */
export function inPlaceOf<Made extends object>(object: object, made: Made): Made {
  if (isWatched) origins.set(made, origins.get(object) ?? object);
  return made;
}

/** The reading goes on at a member of an object or list, or at its name. */
export function readAt(
  holder: object,
  member: string | number | null,
  token: ReadPlace['token'] = 'value',
): void {
  if (isWatched) here = { holder, member, token };
}

/** The reading goes on within the value of a member: at its end where it holds nothing. */
export function readInto(holder: JsonObject, member: string): void {
  if (!isWatched) return;
  const value = holder[member];
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  here = isEmpty ? { holder: value, member: null, token: 'value' } : { holder, member, token: 'value' };
}

/** It does at the name of the member whose value it stands at. */
export function readAtName(): void {
  if (here !== null) here = { ...here, token: 'name' };
}

/** Where it is, by what was there to be read. */
function placeNow(): ReadPlace | null {
  return here === null ? null : { ...here, holder: origins.get(here.holder) ?? here.holder };
}

/** What the reading throws, and where it was then; null where it throws nothing. */
export function failedReading(
  read: () => unknown,
): { readonly error: unknown; readonly place: ReadPlace | null } | null {
  here = null;
  isWatched = true;
  try {
    read();
    return null;
  } catch (error) {
    return { error, place: placeNow() };
  } finally {
    isWatched = false;
    origins = new Map();
    here = null;
  }
}
