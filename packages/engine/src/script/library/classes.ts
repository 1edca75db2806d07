import { exceptionNames } from '../java-error.ts';
import { adjusterClasses } from './adjusters.ts';
import { bigNumberClasses } from './big-number-classes.ts';
import { chronoFieldClasses } from './chrono-fields.ts';
import type { JavaClass, Method } from './class-table.ts';
import { collectionStatics } from './collection-statics.ts';
import { collectionClasses } from './collections.ts';
import { collectorClasses } from './collectors.ts';
import { dateNameClasses } from './date-names.ts';
import { dateClasses } from './dates.ts';
import { docValueClasses } from './doc-value-classes.ts';
import { encoderClasses } from './encoders.ts';
import { exceptionClasses } from './exceptions.ts';
import { formatterClasses } from './formatters.ts';
import { functionalClasses } from './functions.ts';
import { localDateClasses } from './local-dates.ts';
import { mapClasses } from './maps.ts';
import { movingClasses } from './moving-functions.ts';
import { numberClasses } from './numbers.ts';
import { periodClasses } from './periods.ts';
import { randomClasses } from './random.ts';
import { regexClasses } from './regexes.ts';
import { statisticsClasses } from './stream-numbers.ts';
import { streamClasses } from './streams.ts';
import { joinerClasses } from './string-joiner.ts';
import { systemClasses } from './system.ts';
import { textFormatClasses } from './text-formats.ts';
import { textClasses } from './texts.ts';
import { timeClasses } from './times.ts';
import { zoneClasses } from './zones.ts';

const primitives = new Set('void boolean byte short char int long float double'.split(' '));

const classes = new Map<string, JavaClass>();

/** Filled when it is first asked: the classes name each other. */
function table(): ReadonlyMap<string, JavaClass> {
  if (classes.size > 0) return classes;
  for (const group of [
    numberClasses,
    systemClasses,
    bigNumberClasses,
    encoderClasses,
    periodClasses,
    textFormatClasses,
    textClasses,
    collectionClasses,
    collectionStatics,
    mapClasses,
    streamClasses,
    collectorClasses,
    statisticsClasses,
    functionalClasses,
    regexClasses,
    randomClasses,
    dateClasses,
    dateNameClasses,
    formatterClasses,
    zoneClasses,
    chronoFieldClasses,
    adjusterClasses,
    timeClasses,
    localDateClasses,
    joinerClasses,
    exceptionClasses,
    docValueClasses,
    movingClasses,
  ]) {
    for (const each of group) classes.set(each.name, each);
  }
  return classes;
}

export function isPrimitive(type: string): boolean {
  return primitives.has(type);
}

/** Whether scripts may write it as a type. */
export function isTypeName(name: string): boolean {
  return primitives.has(name) || table().has(name) || exceptionNames().includes(name);
}

export function findClass(name: string): JavaClass | undefined {
  return table().get(name);
}

/** `java.lang.String` for `String`, as errors name it. */
export function fullName(type: string): string {
  if (type.endsWith('[]')) return `${fullName(type.slice(0, -2))}[]`;
  return table().get(type)?.fullName ?? type;
}

/** The method of the class, or of one that it extends. */
export function findMethod(type: string, key: string): Method | undefined {
  const found = table().get(type);
  if (found === undefined) return undefined;
  const own = found.methods.get(key);
  if (own !== undefined) return own;
  for (const parent of found.supers) {
    const inherited = findMethod(parent, key);
    if (inherited !== undefined) return inherited;
  }
  return undefined;
}

export function isSubclass(type: string, of: string): boolean {
  if (type === of || of === 'Object' || of === 'def') return true;
  return (table().get(type)?.supers ?? []).some((parent) => isSubclass(parent, of));
}
