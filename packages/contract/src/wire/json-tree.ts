import { isDictionary, setOwn } from './names.ts';
import { sourceJson } from './source-json.ts';

/** What is made here is plain, as a parser makes it; `setOwn` gives it members of any name. */
type JsonObject = Record<string, unknown>;

/** An object with members and no class: no list, no text of a number, and none of those that stand for one value. */
export function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null) return !sourceJson.isRawJSON(value);
  return prototype === Object.prototype || isDictionary(value);
}

/** A list of what `change` makes of its items, or an object with what it makes of each member; all else as it is. */
export function mapMembers(
  value: unknown,
  change: (member: unknown, name: string | null) => unknown,
): unknown {
  if (Array.isArray(value)) return value.map((item) => change(item, null));
  if (!hasMembers(value)) return value;
  const changed: JsonObject = {};
  for (const name of Object.keys(value)) setOwn(changed, name, change(value[name], name));
  return changed;
}

/**
 * What JSON.parse has made, with what `change` makes of each value in its place: of lists and objects before what is in them. They may be deeper
 * than calls within calls may be.
 */
export function changedWithin(tree: unknown, change: (value: unknown) => unknown): unknown {
  const root = [tree];
  const left: object[] = [root];
  const changed = (value: unknown): unknown => {
    const made = change(value);
    // What stands in the place of a value is none of JSON.parse's.
    if (typeof value === 'object' && value !== null) left.push(made as object);
    return made;
  };
  for (let holder = left.pop(); holder !== undefined; holder = left.pop()) {
    if (Array.isArray(holder)) for (let i = 0; i < holder.length; i++) holder[i] = changed(holder[i]);
    else changeMembers(holder as JsonObject, changed);
  }
  return root[0];
}

function changeMembers(object: JsonObject, change: (value: unknown) => unknown): void {
  for (const name of Object.keys(object)) {
    const member = object[name];
    const made = change(member);
    if (made !== member) setOwn(object, name, made);
  }
}

/** A tree with others in the places of its texts, the names of members among them. */
export function mapTexts(tree: unknown, change: (text: string) => string): unknown {
  if (typeof tree === 'string') return change(tree);
  if (!hasMembers(tree)) return mapMembers(tree, (item) => mapTexts(item, change));
  const changed: JsonObject = {};
  for (const name of Object.keys(tree)) setOwn(changed, change(name), mapTexts(tree[name], change));
  return changed;
}

/** A tree whose objects have their members in the order of `order`; those without a value are left out. */
export function orderMembers(tree: unknown, order: (names: string[]) => readonly string[]): unknown {
  if (!hasMembers(tree)) return mapMembers(tree, (item) => orderMembers(item, order));
  const ordered: JsonObject = {};
  for (const name of order(Object.keys(tree).filter((each) => tree[each] !== undefined)))
    setOwn(ordered, name, orderMembers(tree[name], order));
  return ordered;
}
