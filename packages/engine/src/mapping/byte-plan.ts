import type { FieldMapper } from './field-mapper.ts';
import type { ObjectMapper } from './object-mapper.ts';

/** What is known of a key of an object. */
export class KnownKey {
  /** As most write it between its quotes: escaped, so that no other key, and none that is not sound, has these bytes. */
  readonly bytes: Uint8Array;
  /** Among the keys of its object. */
  readonly place: number;
  /** Fields that take the value: the key's own and its multi-fields. */
  readonly fields: readonly FieldMapper[];
  readonly object: KnownObject | null;
  /** Null is taken, and nothing put in its place. */
  readonly skipsNull: boolean;
  /** Number of the last document that had it. */
  seenIn = 0;

  constructor(name: string, place: number, fields: readonly FieldMapper[], object: KnownObject | null) {
    this.place = place;
    this.bytes = new TextEncoder().encode(JSON.stringify(name).slice(1, -1));
    this.fields = fields;
    this.object = object;
    this.skipsNull = fields.every(
      ({ nullValue, fieldType }) => nullValue === null && fieldType.isAlias !== true,
    );
  }
}

/** An object of the mapping as documents are read by it: those of its keys that documents had, in their order. */
export class KnownObject {
  readonly #mapper: ObjectMapper;
  readonly #inOrder: KnownKey[] = [];
  readonly #byName = new Map<string, KnownKey | null>();

  constructor(mapper: ObjectMapper) {
    this.#mapper = mapper;
  }

  /** Its keys are counted in the order in which they came first; undefined where there are not so many. */
  at(place: number): KnownKey | undefined {
    return this.#inOrder[place];
  }

  /** Null where the document must be read another way. */
  named(name: string): KnownKey | null {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const made = this.#make(name);
    if (made === null && !this.#mapper.children.has(name)) return null;
    this.#byName.set(name, made);
    if (made !== null) this.#inOrder.push(made);
    return made;
  }

  #make(name: string): KnownKey | null {
    const child = this.#mapper.children.get(name);
    if (child === undefined) return null;
    const place = this.#inOrder.length;
    if (child.kind === 'object')
      return child.enabled && child.nested === undefined
        ? new KnownKey(name, place, [], new KnownObject(child))
        : null;
    const fields = withMultiFields(child);
    const isPlain = fields.every(({ fieldType, copyTo }) => fieldType.isScalar && copyTo.length === 0);
    return isPlain ? new KnownKey(name, place, fields, null) : null;
  }
}

function withMultiFields(field: FieldMapper): readonly FieldMapper[] {
  return [field, ...field.multiFields.flatMap(withMultiFields)];
}
