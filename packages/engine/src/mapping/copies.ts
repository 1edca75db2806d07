import type { ApiError } from '@sextant/contract';
import { illegalArgument } from './errors.ts';
import type { FieldMapper } from './field-mapper.ts';
import { metadataFields } from './mapping-parser.ts';

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
      if (isMultiField(target))
        return illegalArgument(`[copy_to] may not be used to copy to a multi-field: [${target}]`);
      if (mapping.isObject(target))
        return illegalArgument(`Cannot copy to field [${target}] since it is mapped as an object`);
    }
  }
  return undefined;
}
