import type { ApiError } from '@sextant/contract';
import { failedToWrite, illegalArgument } from './errors.ts';
import type { FieldMapper } from './field-mapper.ts';
import { metadataFields } from './mapping-parser.ts';
import type { Mapper } from './object-mapper.ts';

/** What of a mapping says where values can be copied to. */
interface CopiedFields {
  /** All leaves, multi-fields included. */
  mappers(): Iterable<FieldMapper>;
  isObject(path: string): boolean;
  nestedPathOf(path: string): string | null;
}

/** Values go to the object that they are in, or to one around it. Throws ApiError where they would not; objects: see `refusedCopy`. */
export function checkNestedCopies({ path, copyTo }: FieldMapper, mapping: CopiedFields): void {
  const from = mapping.nestedPathOf(path);
  for (const target of copyTo) {
    if (mapping.isObject(target)) continue;
    const to = mapping.nestedPathOf(target);
    if (to === null || from === to || from?.startsWith(`${to}.`) === true) continue;
    throw illegalArgument(
      'Illegal combination of [copy_to] and [nested] mappings: [copy_to] may only copy data to the current nested ' +
        'document or any of its parents, however one [copy_to] directive is trying to copy data from nested object ' +
        `[${from}] to [${to}]`,
    );
  }
}

/** Why no mapping may come to copy values so; indices that have been made with it go on. */
export function refusedCopy(mapping: CopiedFields): ApiError | undefined {
  const paths = new Set(metadataFields.keys());
  for (const { path } of mapping.mappers()) paths.add(path);
  // Also where the field has no such one: nothing else can lie within it.
  const isMultiField = (path: string): boolean =>
    paths.has(path.slice(0, Math.max(0, path.lastIndexOf('.'))));
  for (const { path, copyTo } of mapping.mappers()) {
    if (copyTo.length > 0 && isMultiField(path))
      return illegalArgument(`[copy_to] may not be used to copy from a multi-field: [${path}]`);
    for (const target of copyTo) {
      if (isMultiField(target)) return copyToMultiField(target);
      if (mapping.isObject(target)) return copyToObject(target);
    }
  }
  return undefined;
}

const copyToMultiField = (name: string): ApiError =>
  illegalArgument(`[copy_to] may not be used to copy to a multi-field: [${name}]`);
const copyToObject = (name: string): ApiError =>
  illegalArgument(`Cannot copy to field [${name}] since it is mapped as an object`);

/** The field that values are copied to, if it is mapped. Throws ApiError where it is another name of one. */
export function copyTarget(field: FieldMapper | undefined): FieldMapper | undefined {
  if (field?.fieldType.isAlias !== true) return field;
  throw failedToWrite(illegalArgument(`Cannot copy to a field alias [${field.path}].`));
}

/** The names that fields of a mapping copy their values to. */
export class CopyTargets {
  readonly #names = new Set<string>();
  /** By what they lie in. */
  readonly #within = new Map<string, string>();

  add(name: string): void {
    this.#names.add(name);
    const dot = name.lastIndexOf('.');
    if (dot > 0) this.#within.set(name.slice(0, dot), name);
  }

  /** Throws ApiError where nothing could be copied any more with this one, which is new. */
  check(mapper: Mapper): void {
    if (mapper.kind === 'object') {
      if (this.#names.has(mapper.path)) throw copyToObject(mapper.path);
      return;
    }
    const target = this.#within.get(mapper.path);
    if (target !== undefined) throw copyToMultiField(target);
    for (const multi of mapper.multiFields) this.check(multi);
  }
}
