import { sourceJson } from '@sextant/base';
import { hashMapOrder } from '@sextant/engine';

function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A tree whose objects have their members as a `HashMap` of Java that was filled with them goes through them. */
export function inJavaOrder<Tree>(value: Tree): Tree {
  return ordered(value) as Tree;
}

function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || sourceJson.isRawJSON(value)) return value;
  if (Array.isArray(value)) return value.map(ordered);
  if (!isPlain(value)) return value;
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  return Object.fromEntries(hashMapOrder(names).map((name) => [name, ordered(value[name])]));
}
