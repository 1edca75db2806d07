import { badArgument, JavaError, nullPointer } from '../java-error.ts';
import { JavaMap } from '../java-map.ts';
import { meter } from '../meter.ts';
import { classOf } from '../values.ts';
import { isDocList } from './calls.ts';
import { checkIndex } from './list-index.ts';

/** Throws IllegalArgumentException. */
function partsOf(path: string): readonly string[] {
  if (path === '') throw badArgument('Missing path');
  const parts = path.split('.');
  meter.pass(parts.length);
  const extra = parts.indexOf('');
  if (extra === parts.length - 1) throw badArgument(`Trailing '.' in path [${path}]`);
  if (extra >= 0) throw badArgument(`Extra '.' in path [${path}] at index [${extra}]`);
  return parts;
}

/** Of a list the one at the place that the text says; undefined: there is none. Throws JavaError. */
function elementAt(list: readonly unknown[], part: string, where: string): unknown {
  if (!/^[+-]?\d{1,10}$/.test(part)) {
    const cause = new JavaError('number_format_exception', `For input string: "${part}"`);
    throw badArgument(`Could not parse [${part}] as a int index into list at ${where}`).causedBy(cause);
  }
  const index = Number(part);
  if (index < 0) checkIndex(index, list.length);
  return list[index];
}

/** The value at `a.b.0`. `missing`: what the last part answers where there is nothing. Throws JavaError. */
function atPath(self: unknown, path: string, missing: () => unknown): unknown {
  const parts = partsOf(path);
  let value = isDocList(self) ? self.docItems() : self;
  for (const [i, part] of parts.entries()) {
    let next: unknown;
    if (value instanceof JavaMap) next = value.has(part) ? value.get(part) : undefined;
    else if (Array.isArray(value)) next = elementAt(value, part, `path [${path}] and index [${i}]`);
    else if (value === null) throw nullPointer('Cannot invoke "Object.getClass()" because "obj" is null');
    else {
      const what = `Non-container [java.lang.${classOf(value)}] at [${part}]`;
      throw badArgument(`${what}, index [${i}] in path [${path}]`);
    }
    if (next === undefined && i === parts.length - 1) return missing();
    if (next === undefined) {
      throw badArgument(`Container does not have [${part}], for non-terminal index [${i}] in path [${path}]`);
    }
    value = next;
  }
  return value;
}

/** Of maps and lists. */
export const pathMembers = {
  'def getByPath(String)': (self: unknown, path: string) =>
    atPath(self, path, () => {
      throw badArgument(`Could not find value at path [${path}]`);
    }),
  'def getByPath(String, def)': (self: unknown, path: string, other: unknown) =>
    atPath(self, path, () => other),
};
