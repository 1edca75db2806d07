import { DocumentError } from '../budget/document-error.ts';
import { JavaMap, JavaSet } from './java-map.ts';
import { MapValues } from './library/map-views.ts';
import { meter } from './meter.ts';

/** Values may lie within each other so deep. */
const DEPTH_MAX = 1000;

function inner(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (value instanceof JavaMap) return value.values();
  if (value instanceof JavaSet) return value.items();
  return value instanceof MapValues ? value.docItems() : null;
}

/** Throws DocumentError where a value holds itself: whoever went through it would not come to an end. `what`: in OpenSearch's words. */
export function checkSelfReferences(value: unknown, what: string): void {
  if (inner(value) !== null) check(value, what, new Set());
}

function check(value: unknown, what: string, around: Set<unknown>): void {
  const items = inner(value);
  if (items === null) return;
  if (around.has(value) || around.size > DEPTH_MAX) {
    const reason = `Iterable object is self-referencing itself (${what})`;
    throw new DocumentError({ type: 'illegal_argument_exception', reason });
  }
  meter.pass(1 + items.length);
  around.add(value);
  for (const item of items) check(item, what, around);
  around.delete(value);
}
