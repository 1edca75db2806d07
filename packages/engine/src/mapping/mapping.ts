import { ApiError, boxedJson, dictionary, matchesWildcard } from '@sextant/contract';
import { analyzerRegistry, checkAnalyzers, type FlatSettings } from '../analysis/registry.ts';
import { arePlain, CollectedFields } from './collected-fields.ts';
import { checkContextPaths } from './completion/completion-contexts.ts';
import { checkNestedCopies, refusedCopy } from './copies.ts';
import { checkKinds, DerivedFields, visibleDefinitions } from './derived/derived-fields.ts';
import { type AddedMappers, withNewMappers } from './dynamic-fields.ts';
import { DefinedTwice, illegalArgument, LimitError, wrapError } from './errors.ts';
import type { FieldMapper } from './field-mapper.ts';
import type { FieldView } from './field-view.ts';
import { ignoredField } from './ignored-field.ts';
import type { JoinRelations } from './join-relations.ts';
import { type KeptFields, keptFields } from './kept-fields.ts';
import { aliasesOf, constantsOf } from './known-fields.ts';
import type { FieldValue, MappedField } from './mapped-field.ts';
import { checkDepth, checkFieldCount, type Limits, limitsOf, NO_LIMITS } from './mapping-limits.ts';
import type { JsonObject } from './mapping-parser.ts';
import { type MappingParts, parseParts } from './mapping-parts.ts';
import { metadataField } from './metadata-fields.ts';
import { type ObjectMapper, withoutRedundantIncludes } from './object-mapper.ts';
import {
  mergeRootSettings,
  type RootSettings,
  rootSettingsJson,
  type SourceSettings,
} from './root-settings.ts';
import { similaritiesOf } from './similarities.ts';
import { visibleRoot } from './visible-root.ts';

const KEEP_ALL: SourceSettings = { enabled: true, includes: [], excludes: [] };

function unreadable(error: unknown): unknown {
  if (!(error instanceof ApiError) || error instanceof LimitError) return error;
  const reason = `Failed to parse mapping [_doc]: ${error.error.reason}`;
  return wrapError('mapper_parsing_exception', reason, error.error);
}

function checkTemplates(settings: RootSettings): void {
  for (const template of settings.templates ?? []) template.check();
}

/**
 * How the documents of an index are taken apart: a tree of objects and fields. Immutable: a change makes
 * another Mapping, in which fields that did not change are the same objects.
 */
export class Mapping {
  readonly root: ObjectMapper;
  readonly settings: RootSettings;
  /** The flat settings of the index, which hold analyzers and limits. */
  readonly flat: FlatSettings;
  /** The most objects or arrays that may stand around a value of a document. */
  readonly depthLimit: number;
  /** The most objects of nested fields that a document may have. */
  readonly nestedObjectsLimit: number;
  readonly #fieldsLimit: number;
  readonly #rootEnabled: boolean | undefined;
  readonly #view: FieldView | undefined;
  readonly #views = new WeakMap<FieldView, Mapping>();
  readonly #all: CollectedFields;
  /** Fields of which every document has one value, with that. */
  readonly constants: readonly (readonly [MappedField, FieldValue])[];
  /** Fields by their aliases. */
  readonly #aliases: ReadonlyMap<string, MappedField>;
  #kept: KeptFields | null | undefined;
  readonly #derived: DerivedFields;

  /**
   * `like`: another that differs in its derived fields alone, or lacks plain ones that were `added`; `allowed`: what there may be of
   * fields and objects.
   */
  private constructor(parts: MappingParts, allowed: Limits, like?: Mapping, added?: AddedMappers) {
    this.root = parts.root;
    this.settings = parts.settings;
    this.flat = parts.flat;
    this.#rootEnabled = parts.rootEnabled;
    this.#view = parts.view;
    this.#derived = parts.derived ?? new DerivedFields(parts.settings.derived, parts.flat);
    const limits = limitsOf(parts.flat);
    this.depthLimit = limits.depth;
    this.#fieldsLimit = limits.totalFields;
    this.nestedObjectsLimit = Number(parts.flat['index.mapping.nested_objects.limit'] ?? 10_000);
    if (like !== undefined) {
      this.#all = added === undefined ? like.#all : like.#all.with(parts.root, added, allowed);
      this.#aliases = like.#aliases;
      this.constants = like.constants;
      if (added !== undefined) this.#kept = like.#kept;
      return;
    }
    this.#all = CollectedFields.of(parts.root, allowed);
    this.#aliases = aliasesOf(this.#all.mappers);
    this.constants = constantsOf(this.#all.mappers);
    if (this.hasNested) for (const [name, field] of this.#aliases) this.#checkScope(name, field.name);
    if (this.hasNested) for (const mapper of this.#all.mappers.values()) checkNestedCopies(mapper, this);
    for (const { mapped } of this.#all.mappers.values()) {
      if (mapped.completion === undefined) continue;
      checkContextPaths(mapped.completion.contexts, (path) => this.field(path)?.type);
    }
  }

  /**
   * Reads the mapping of a new index. Errors are as those of creating an index: mapper_parsing_exception
   * `Failed to parse mapping [_doc]: …` with the cause.
   */
  static make(definition: JsonObject, settings: FlatSettings): Mapping {
    const mapping = Mapping.#read(definition, settings, checkAnalyzers, limitsOf(settings));
    try {
      checkTemplates(mapping.settings);
    } catch (error) {
      throw unreadable(error);
    }
    const refused = refusedCopy(mapping);
    if (refused !== undefined) throw refused;
    return mapping;
  }

  /** Reads a whole mapping as it is stored, with the same errors, but for limits, which may have been lowered. */
  static create(definition: JsonObject, settings: FlatSettings): Mapping {
    return Mapping.#read(definition, settings, analyzerRegistry, NO_LIMITS);
  }

  static #read(
    definition: JsonObject,
    settings: FlatSettings,
    readAnalyzers: (settings: FlatSettings) => unknown,
    allowed: Limits,
  ): Mapping {
    if (Object.hasOwn(definition, '_doc') && Object.keys(definition).length === 1) {
      throw illegalArgument('The mapping definition cannot be nested under a type');
    }
    // What cannot be made of the settings is told of as it is, not as a fault of the mapping.
    readAnalyzers(settings);
    similaritiesOf(settings);
    let parts: MappingParts;
    try {
      parts = parseParts(definition, settings, allowed);
    } catch (error) {
      throw unreadable(error);
    }
    try {
      return new Mapping(parts, allowed);
    } catch (error) {
      throw error instanceof DefinedTwice ? unreadable(error) : error;
    }
  }

  /** Merges another definition in (put mapping). Returns the same object when nothing changes. */
  merge(definition: JsonObject): Mapping {
    const allowed = limitsOf(this.flat);
    const update = parseParts(definition, this.flat, allowed);
    checkTemplates(update.settings);
    checkKinds(this, update);
    const settings = mergeRootSettings(this.settings, update.settings);
    const root = withoutRedundantIncludes(this.root.merge(update.root));
    const rootEnabled = update.rootEnabled ?? this.#rootEnabled;
    const merged = new Mapping({ root, settings, flat: this.flat, rootEnabled }, allowed);
    if (boxedJson.write(merged.toJson()) === boxedJson.write(this.toJson())) return this;
    this.#checkCopies(merged);
    return merged;
  }

  /** The same with what a document brings in. */
  withAdded(added: AddedMappers): Mapping {
    const root = withNewMappers(this.root, added);
    const isOpen = this.settings.derived === undefined && !this.#all.hasCompletion;
    if (!isOpen || !arePlain(added)) {
      const grown = this.withRoot(root);
      this.#checkCopies(grown);
      return grown;
    }
    const { settings, flat } = this;
    const parts = { root, settings, flat, rootEnabled: this.#rootEnabled, derived: this.#derived };
    return new Mapping(parts, limitsOf(flat), this, added);
  }

  /** The same with another tree. */
  withRoot(root: ObjectMapper): Mapping {
    checkKinds(this, { root, settings: this.settings });
    const { settings, flat } = this;
    try {
      return new Mapping({ root, settings, flat, rootEnabled: this.#rootEnabled }, limitsOf(flat));
    } catch (error) {
      throw error instanceof DefinedTwice && error.isOwn ? unreadable(error) : error;
    }
  }

  /** The same with other fields that scripts make: those of the mapping among them, or not. */
  withDerived(derived: DerivedFields): Mapping {
    const { root, settings, flat } = this;
    const view = this.#view && { view: this.#view };
    return new Mapping(
      { root, settings, flat, rootEnabled: this.#rootEnabled, derived, ...view },
      NO_LIMITS,
      this,
    );
  }

  /** The same with those fields alone that are seen: others are not mapped. */
  seenBy(view: FieldView): Mapping {
    let seen = this.#views.get(view);
    if (seen === undefined) {
      const { flat } = this;
      const root = visibleRoot(this, view);
      const settings = { ...this.settings, derived: visibleDefinitions(this.settings.derived, view) };
      seen = new Mapping({ root, settings, flat, rootEnabled: this.#rootEnabled, view }, NO_LIMITS);
      this.#views.set(view, seen);
    }
    return seen;
  }

  /** Whether a part of a field, by its whole name, is seen as it is. */
  seesPart(name: string): boolean {
    return this.#view?.sees(name) ?? true;
  }

  /** As GET _mapping shows it: `{"properties":{…}}`, sorted, without defaults. */
  toJson(): Record<string, unknown> {
    const json: Record<string, unknown> = dictionary();
    if (this.root.dynamic !== undefined) json.dynamic = this.root.dynamic;
    if (this.#rootEnabled === false) json.enabled = false;
    this.root.flatJson(json);
    rootSettingsJson(this.settings, json);
    if (this.root.children.size > 0) json.properties = this.root.propertiesJson();
    return json;
  }

  /** A leaf by its full path, multi-fields included. */
  field(name: string): MappedField | undefined {
    const mapped = this.#all.mappers.get(name)?.mapped;
    if (mapped === undefined) return this.#metadata(name) ?? this.#within(name) ?? this.#derived.field(name);
    if (mapped.fieldType.isAlias !== true) return mapped;
    return this.#all.mappers.get(this.#aliases.get(name)!.name)?.mapped;
  }

  /** Which fields of a document were ignored is told to those who see all. */
  #metadata(name: string): MappedField | undefined {
    if (!name.startsWith('_') || (name === ignoredField.name && this.#view !== undefined)) return undefined;
    return metadataField(name);
  }

  /** A field within one that is a whole object. */
  #within(name: string): MappedField | undefined {
    if (!this.#all.hasLeaves) return undefined;
    for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
      const root = this.#all.mappers.get(name.slice(0, dot))?.mapped;
      const fieldType = root?.fieldType.leaf;
      if (root === undefined || fieldType === undefined) continue;
      const { format: _format, ...rest } = root;
      return Object.freeze({ ...rest, name, type: fieldType.name, fieldType, docValues: true });
    }
    return undefined;
  }

  /** All leaves with what they are made by, aliases included. */
  mappers(): Iterable<FieldMapper> {
    return this.#all.mappers.values();
  }

  /** The mapper behind a field. */
  mapper(name: string): FieldMapper | undefined {
    return this.#all.mappers.get(name);
  }

  /** All leaves in the order of the mapping, without aliases. */
  *fields(): Generator<MappedField> {
    for (const { mapped } of this.#all.mappers.values()) if (mapped.fieldType.isAlias !== true) yield mapped;
  }

  /** The fields that aliases stand for, shown as those. */
  aliased(): Iterable<MappedField> {
    return this.#aliases.values();
  }

  /** The leaves that a name or a pattern with `*` stands for, by their names or aliases. */
  matching(pattern: string): MappedField[] {
    if (!pattern.includes('*')) {
      const field = this.#aliases.get(pattern) ?? this.field(pattern);
      return field === undefined ? [] : [field];
    }
    const all = [...this.fields(), ...this.#aliases.values()];
    const mapped = all.filter((field) => matchesWildcard(pattern, shownName(field)));
    return [...mapped, ...this.#derived.matching(pattern)];
  }

  isObject(path: string): boolean {
    return this.#all.objects.has(path);
  }

  /** The object with this full path. */
  object(path: string): ObjectMapper | undefined {
    return this.#all.objects.get(path);
  }

  /** Which documents are parents of which; undefined where the mapping does not say. */
  get join(): JoinRelations | undefined {
    return this.#all.join;
  }

  /** Documents may have others within them. */
  get hasNested(): boolean {
    return this.#all.hasNested;
  }

  /** Full names of all nested objects. */
  nestedPaths(): string[] {
    return [...this.#all.objects.values()]
      .filter(({ nested }) => nested !== undefined)
      .map(({ path }) => path);
  }

  /** The innermost nested object that a field or an object of this full name lies in, or is; null: none. */
  nestedPathOf(name: string): string | null {
    if (!this.hasNested) return null;
    for (let path = name; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
      if (this.#all.objects.get(path)?.nested !== undefined) return path;
    }
    return null;
  }

  /** What of a document is kept as `_source`. */
  get source(): SourceSettings {
    return this.settings.source ?? KEEP_ALL;
  }

  /** Stored fields whose values are kept beside the source; null where it has all of them. */
  get kept(): KeptFields | null {
    if (this.#kept === undefined) this.prepare();
    return this.#kept!;
  }

  /** What is worked out when it is first asked for is there from now on: before many documents are read. */
  prepare(): void {
    if (this.#kept === undefined) this.#kept = keptFields(this);
  }

  get routingRequired(): boolean {
    return this.settings.routingRequired === true;
  }

  /**
   * Throws where a document brings in more than a mapping may have, before all of it is taken apart: a new field takes
   * some kilobytes.
   */
  checkNewFields(count: number): void {
    checkFieldCount(count, this.#fieldsLimit);
  }

  /** Throws where an object lies deeper than a mapping may have it: one in the root has the depth 1. */
  checkDepth(path: string, depth: number): void {
    checkDepth(path, depth, this.depthLimit);
  }

  /** Throws ApiError where `changed`, other than this one, copies values to where none can be. */
  #checkCopies(changed: Mapping): void {
    const refused = refusedCopy(changed);
    if (refused !== undefined && refusedCopy(this) === undefined) throw refused;
  }

  #checkScope(alias: string, path: string): void {
    const [own, other] = [this.nestedPathOf(alias), this.nestedPathOf(path)];
    if (own === other) return;
    const what = `Invalid [path] value [${path}] for field alias [${alias}]: an alias must have the same nested scope`;
    const from = own === null ? 'The alias is not nested' : `The alias's nested scope is [${own}]`;
    const to = other === null ? 'the target is not nested' : `the target's nested scope is [${other}]`;
    throw illegalArgument(`${what} as its target. ${from}, but ${to}.`);
  }
}

/** What a request calls a field that it has found. */
export function shownName({ name, shownAs }: MappedField): string {
  return shownAs ?? name;
}
