import { matchesWildcard } from '@sextant/contract';
import type { FlatSettings } from '../../analysis/registry.ts';
import { illegalArgument, mapperParsing, ResolveError } from '../errors.ts';
import type { FieldView } from '../field-view.ts';
import type { MappedField } from '../mapped-field.ts';
import { MappingParser, metadataFields } from '../mapping-parser.ts';
import type { Mapper } from '../object-mapper.ts';
import {
  type DerivedDefinition,
  type DerivedDefinitions,
  derivedTypes,
  unsupportedType,
} from './derived-definition.ts';

/** What a field within a derived object is, where nobody has said it; undefined: there is no such field. */
export type InferType = (definition: DerivedDefinition, path: string) => string | undefined;

const NONE: DerivedDefinitions = new Map();

/** The fields of a mapping whose values scripts make. What they are is known when they are first asked for. */
export class DerivedFields {
  readonly #definitions: DerivedDefinitions;
  readonly #flat: FlatSettings;
  readonly #infer: InferType;
  readonly #fields = new Map<string, MappedField | undefined>();

  /** `infer` is asked of fields within objects of which no definition tells the type. */
  constructor(
    definitions: DerivedDefinitions = NONE,
    flat: FlatSettings = {},
    infer: InferType = () => undefined,
  ) {
    this.#definitions = definitions;
    this.#flat = flat;
    this.#infer = infer;
  }

  /** By its name, or by a path into a derived object. */
  field(name: string): MappedField | undefined {
    if (this.#definitions.size === 0) return undefined;
    if (!this.#fields.has(name)) this.#fields.set(name, this.#make(name));
    return this.#fields.get(name);
  }

  /** Those that a pattern names; what lies in objects is not among them. */
  matching(pattern: string): MappedField[] {
    return [...this.#definitions.keys()]
      .filter((name) => matchesWildcard(pattern, name))
      .map((name) => this.field(name)!);
  }

  #make(name: string): MappedField | undefined {
    const own = this.#definitions.get(name);
    if (own !== undefined) return this.#field(name, { definition: own, type: own.type, within: null });
    const dot = name.indexOf('.');
    const definition = dot < 0 ? undefined : this.#definitions.get(name.slice(0, dot));
    if (definition === undefined) return undefined;
    const path = name.slice(dot + 1);
    const type = definition.properties.get(path) ?? this.#infer(definition, path);
    return type === undefined ? undefined : this.#field(name, { definition, type, within: path });
  }

  #field(name: string, derived: NonNullable<MappedField['derived']>): MappedField {
    if (!derivedTypes.has(derived.type)) throw new ResolveError(unsupportedType(derived.type).error);
    return Object.freeze({ ...plainField(name, derived.type, this.#flat), type: 'derived', derived });
  }
}

/** The field as if documents had it. */
function plainField(name: string, type: string, flat: FlatSettings): MappedField {
  // An object is a text that nobody looks into but by the fields within it.
  const [known, rest] = type === 'object' ? ['keyword', { index: false }] : [type, {}];
  return new MappingParser(flat).field(name, name, known, { type: known, ...rest }).mapped;
}

/** What of a mapping tells which fields are derived, and which are not. */
interface Kinds {
  readonly settings: { readonly derived: DerivedDefinitions | undefined };
  readonly root: { readonly children: ReadonlyMap<string, Mapper> };
}

/** Throws where a field is derived and mapped. */
export function checkKinds(before: Kinds, update: Kinds): void {
  const changed = (name: string, from: string, to: string): Error =>
    illegalArgument(`mapper [${name}] cannot be changed from type [${from}] to [${to}]`);
  for (const [name, child] of update.root.children) {
    if (before.settings.derived?.has(name) === true) throw changed(name, 'derived', typeOf(child));
  }
  for (const name of update.settings.derived?.keys() ?? []) {
    if (metadataFields.has(name)) throw mapperParsing(`Field [${name}] is defined more than once`);
    const child = before.root.children.get(name);
    if (child !== undefined) throw changed(name, typeOf(child), 'derived');
  }
}

function typeOf(child: Mapper): string {
  return child.kind === 'field' ? child.type : 'ObjectMapper';
}

/** Those that are seen as they are. */
export function visibleDefinitions(
  definitions: DerivedDefinitions | undefined,
  view: FieldView,
): DerivedDefinitions | undefined {
  return definitions && new Map([...definitions].filter(([name]) => view.sees(name)));
}
