import { ApiError, type Json, sourceJson } from '@sextant/contract';
import { printedNumber } from './java-text.ts';
import type { MappedField } from './mapped-field.ts';
import type { Mapping } from './mapping.ts';
import type { DocumentParts, ReadDocument } from './read-document.ts';
import { sourcePath } from './source-path.ts';
import { storedSource } from './value-source.ts';

/** What fields of documents are read by. */
type Mappers = Pick<Mapping, 'mapper'>;

/** Words of numbers are those of the document, which is gone through for how they are written only where the field has some. `path`: to its values. */
export function partsFor(field: MappedField, document: ReadDocument, path: readonly string[]): DocumentParts {
  const { source, kept, lossless } = document;
  // A value of several parts may have some within.
  const hasNumbers = (part: unknown): boolean =>
    rawValues(part, path, field).some((raw) => typeof raw === 'number' || typeof raw === 'object');
  const isWritten = field.fieldType.holdsWords !== undefined && (hasNumbers(source) || hasNumbers(kept));
  return isWritten ? lossless() : document;
}

/** As a stored field has it. */
function writtenNumber(raw: unknown): unknown {
  return sourceJson.isRawJSON(raw) ? raw.rawJSON : raw;
}

/** A number of the document as `fields` tells it. */
export function shownNumber({ fieldType }: MappedField, raw: unknown): unknown {
  return fieldType.holdsWords === 'written' ? writtenNumber(raw) : printedNumber(raw);
}

/**
 * The values of the field, as they are shown. Those of a stored field stand beside the source where that leaves them out, or where
 * others were copied to it, as the mapping was when the document was written.
 */
export function valuesOf(field: MappedField, mapping: Mappers, document: ReadDocument): readonly Json[] {
  const path = sourcePath(field.name, mapping).split('.');
  const { source, kept } = partsFor(field, document, path);
  const isStored = field.definition.store === true;
  const numberOf = (raw: unknown): unknown => (isStored ? writtenNumber(raw) : shownNumber(field, raw));
  const shape = { mapping, format: null };
  // What `ignore_malformed` allows is left out alone.
  const read = (part: unknown): readonly Json[] =>
    part === undefined
      ? []
      : rawValues(part, path, field).flatMap((raw) => readable(field, [numberOf(raw)], shape));
  const beside = isStored ? read(kept) : [];
  return beside.length > 0 ? beside : read(source);
}

interface Shape {
  readonly mapping: Mappers;
  readonly format: string | null;
}

/** None where one of them cannot be read, as `ignore_malformed` allows. */
export function readable(field: MappedField, raws: readonly unknown[], shape: Shape): Json[] {
  try {
    return raws.map((raw) => fromSource(field, raw, shape)).filter((value) => value !== undefined);
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

/** In the order of the document. The `null_value` of the field stands for a null. */
function rawValues(node: unknown, path: readonly string[], field: MappedField): unknown[] {
  const found: unknown[] = [];
  forEachValue(node, { path, lists: 0 }, field, (value) => found.push(value));
  return found;
}

/** The same in the order of `fields`: what stands in lists comes behind what stands in fewer of them. */
export function fetchedValues(node: unknown, path: readonly string[], field: MappedField): unknown[] {
  const byLists: unknown[][] = [];
  forEachValue(node, { path, lists: 0 }, field, (value, lists) => {
    while (byLists.length <= lists) byLists.push([]);
    byLists[lists]!.push(value);
  });
  return byLists.flat();
}

/** Where a part of a document is. */
interface PartPlace {
  /** From it to the values. */
  readonly path: readonly string[];
  /** How many lists it stands in. */
  readonly lists: number;
}

/** Takes values one by one: a document may have more than can be handed on as arguments of a call. */
function forEachValue(
  node: unknown,
  { path, lists }: PartPlace,
  field: MappedField,
  take: (value: unknown, lists: number) => void,
): void {
  const { structure } = field.fieldType;
  if (structure !== undefined && path.length === 0) {
    if (node === null) return;
    for (const value of (structure.shown ?? structure.split)(node)) take(value, lists);
    return;
  }
  if (Array.isArray(node)) {
    for (const item of node) forEachValue(item, { path, lists: lists + 1 }, field, take);
    return;
  }
  if (path.length === 0) {
    for (const value of [node ?? field.definition.null_value ?? []].flat()) take(value, lists);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const object = node as Readonly<Record<string, unknown>>;
  // A dot may be part of a key: every way to split the path counts.
  for (let length = 1; length <= path.length; length++) {
    const key = path.slice(0, length).join('.');
    if (Object.hasOwn(object, key))
      forEachValue(object[key], { path: path.slice(length), lists }, field, take);
  }
}

/** Throws ApiError where it cannot be read. */
function fromSource(field: MappedField, given: unknown, { mapping, format }: Shape): Json | undefined {
  const { structure, hasNoEmpty } = field.fieldType;
  if (structure !== undefined) return structure.print(field, given, format);
  const raw = given === '' && hasNoEmpty === true ? field.definition.null_value : given;
  if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'boolean') return undefined;
  const mapper = mapping.mapper(field.name);
  // What is shown is read as queries read it, who know more: `now`, or 300 for a byte.
  if (mapper?.ignoreMalformed === true && mapper.stored(raw, storedSource) === undefined) return undefined;
  return field.fieldType.printSource(field, raw, format);
}
