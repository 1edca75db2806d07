import {
  conflictOf,
  type Detected,
  detect,
  dynamicMapper,
  type NewFieldConflict,
  newFieldConflict,
} from './dynamic-fields.ts';
import { failedToWrite, illegalState, strictFailure } from './errors.ts';
import type { Mapping } from './mapping.ts';
import type { Dynamic, Mapper, ObjectMapper } from './object-mapper.ts';
import { pathParts } from './path-parts.ts';

interface Given {
  readonly value: unknown;
  readonly dynamic: Dynamic;
}

/** The mappers that one document brings in. */
export class NewFields {
  /** By path of their object, by name. */
  #added: Map<string, Map<string, Mapper>> | undefined;
  #count = 0;
  /** By new mapper and kind of a later value: what such a value is read with. */
  readonly #kinds = new Map<Mapper, Map<string, Mapper>>();
  /** Fields whose values do not agree on a type; reported when the whole document is known to be readable. */
  readonly #conflicts: NewFieldConflict[] = [];

  restart(): void {
    this.#added = undefined;
    this.#count = 0;
    if (this.#kinds.size > 0) this.#kinds.clear();
    this.#conflicts.length = 0;
  }

  get(object: ObjectMapper, name: string): Mapper | undefined {
    return this.#added?.get(object.path)?.get(name);
  }

  /** The mapping with the new fields; the same object where there are none. Throws ApiError where values do not agree. */
  mappingWith(mapping: Mapping): Mapping {
    if (this.#added === undefined) return mapping;
    // As OpenSearch finds it, which looks at names within objects alone, when the document is read.
    for (const [path, names] of this.#added) {
      if (path !== '') for (const name of names.keys()) pathParts(`${path}.${name}`);
    }
    if (this.#conflicts.length > 0) throw newFieldConflict(this.#conflicts, this.#added);
    return mapping.withAdded(this.#added);
  }

  /**
   * Makes the mapper of a new field, undefined where no template allows it. A second value must bring in the same type
   * as the first one of the document. Throws ApiError where the object takes no new fields.
   */
  introduce(mapping: Mapping, object: ObjectMapper, name: string, given: Given): Mapper | undefined {
    const { dynamic } = given;
    const made = dynamic === 'strict' ? undefined : this.#made(mapping, object, name, given);
    if (made !== undefined || dynamic === 'false_allow_templates') return made;
    throw strictFailure(object.path, name, dynamic);
  }

  #made(mapping: Mapping, object: ObjectMapper, name: string, { value, dynamic }: Given): Mapper | undefined {
    const siblings = this.#added?.get(object.path);
    const first = siblings?.get(name);
    const detected = detect(mapping, value);
    const seen = first === undefined ? undefined : this.#kinds.get(first)?.get(detected.kind);
    if (seen !== undefined) return seen;
    const path = object.path === '' ? name : `${object.path}.${name}`;
    const made = dynamicMapper(mapping, name, path, detected, dynamic !== 'true');
    if (made === undefined) return undefined;
    if (first !== undefined) return this.#again(first, detected, made);
    mapping.checkNewFields(++this.#count);
    if (siblings !== undefined) siblings.set(name, made);
    else {
      this.#added ??= new Map();
      this.#added.set(object.path, new Map([[name, made]]));
    }
    return made;
  }

  /** The mapper of a name that null is copied to, which no field has: only a template for texts makes one. Throws ApiError. */
  forNull(mapping: Mapping, object: ObjectMapper, name: string, dynamic: Dynamic): Mapper | undefined {
    if (dynamic === 'false') return undefined;
    const onlyTemplates = { value: '', dynamic: 'strict_allow_templates' } as const;
    const made = dynamic === 'strict' ? undefined : this.#made(mapping, object, name, onlyTemplates);
    if (made !== undefined) return made;
    if (dynamic.startsWith('strict')) throw strictFailure(object.path, name, dynamic);
    const what = `a dynamic type with content token [VALUE_NULL] and field name [${name}]`;
    throw failedToWrite(illegalState(`Can't handle serializing ${what}`));
  }

  /** A later value of a new field: what values of its kind are read with. Where it does not agree, by its own. */
  #again(first: Mapper, { kind }: Detected, made: Mapper): Mapper {
    const conflict = conflictOf(first, made);
    if (conflict !== undefined) this.#conflicts.push(conflict);
    const mapper = conflict === undefined ? first : made;
    const kinds = this.#kinds.get(first);
    if (kinds === undefined) this.#kinds.set(first, new Map([[kind, mapper]]));
    else kinds.set(kind, mapper);
    return mapper;
  }
}
