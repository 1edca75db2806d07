import type { FieldMapper } from './field-mapper.ts';
import type { ObjectMapper } from './object-mapper.ts';

/** What is known of a key of an object. */
export class KnownKey {
  /** As most write it between its quotes: escaped, so that no other key, and none that is not sound, has these bytes. */
  readonly bytes: Uint8Array;
  /** The key that came first after it in its object. */
  next: KnownKey | undefined = undefined;
  /** Fields that take the value: the key's own and its multi-fields. */
  readonly fields: readonly FieldMapper[];
  readonly object: KnownObject | null;
  /** Null is taken, and nothing put in its place. */
  readonly skipsNull: boolean;
  /** Number of the last document that had it. */
  seenIn = 0;

  constructor(name: string, fields: readonly FieldMapper[], object: KnownObject | null) {
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
  #first: KnownKey | undefined;
  #last: KnownKey | undefined;
  readonly #byName = new Map<string, KnownKey | null>();

  constructor(mapper: ObjectMapper) {
    this.#mapper = mapper;
  }

  /** The key that came before all others; undefined where none has come. */
  get first(): KnownKey | undefined {
    return this.#first;
  }

  /** Null where the document must be read another way. */
  named(name: string): KnownKey | null {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const made = this.#make(name);
    if (made === null && !this.#mapper.children.has(name)) return null;
    this.#byName.set(name, made);
    if (made !== null) this.#append(made);
    return made;
  }

  #append(key: KnownKey): void {
    if (this.#last === undefined) this.#first = key;
    else this.#last.next = key;
    this.#last = key;
  }

  #make(name: string): KnownKey | null {
    const child = this.#mapper.children.get(name);
    if (child === undefined) return null;
    if (child.kind === 'object')
      return child.enabled && child.nested === undefined
        ? new KnownKey(name, [], new KnownObject(child))
        : null;
    const fields = withMultiFields(child);
    const isPlain = fields.every(({ fieldType, copyTo }) => fieldType.isScalar && copyTo.length === 0);
    return isPlain ? new KnownKey(name, fields, null) : null;
  }
}

function withMultiFields(field: FieldMapper): readonly FieldMapper[] {
  return [field, ...field.multiFields.flatMap(withMultiFields)];
}
