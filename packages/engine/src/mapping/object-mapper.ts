import { ApiError, dictionary } from '@sextant/contract';
import { illegalArgument } from './errors.ts';
import type { FieldMapper } from './field-mapper.ts';

/** What happens to fields of a document that the mapping does not know. */
export type Dynamic = 'true' | 'false' | 'strict' | 'strict_allow_templates' | 'false_allow_templates';

export type Mapper = FieldMapper | ObjectMapper;

/** What makes an object of the mapping `nested`: each of its values is a document of its own. */
export interface NestedOptions {
  /** Its fields are fields of the document around it too. */
  readonly includeInParent: boolean;
  /** And of the outermost one. */
  readonly includeInRoot: boolean;
}

export interface ObjectMapperParts {
  readonly name: string;
  /** Full path; empty for the root. */
  readonly path: string;
  /** undefined = as the parent. */
  readonly dynamic: Dynamic | undefined;
  /** undefined = not given, true. */
  readonly enabled: boolean | undefined;
  /** Absent: an object whose fields are those of the document around it. */
  readonly nested?: NestedOptions | undefined;
  /** undefined = not given, false. */
  readonly disableObjects?: boolean | undefined;
  readonly children: ReadonlyMap<string, Mapper>;
}

/** An inner node of the mapping. Immutable. */
export class ObjectMapper {
  readonly kind = 'object';
  readonly name: string;
  readonly path: string;
  readonly dynamic: Dynamic | undefined;
  readonly enabled: boolean;
  readonly nested: NestedOptions | undefined;
  /** Holds no objects: dots are part of the names of its fields, and the keys of objects of documents are joined to such. */
  readonly isFlat: boolean;
  readonly children: ReadonlyMap<string, Mapper>;
  readonly #enabledGiven: boolean | undefined;
  readonly #disableObjects: boolean | undefined;

  constructor(parts: ObjectMapperParts) {
    this.name = parts.name;
    this.path = parts.path;
    this.dynamic = parts.dynamic;
    this.enabled = parts.enabled ?? true;
    this.#enabledGiven = parts.enabled;
    this.nested = parts.nested;
    this.#disableObjects = parts.disableObjects;
    this.isFlat = parts.disableObjects === true;
    this.children = parts.children;
  }

  /** The same object with other children. */
  with(children: ReadonlyMap<string, Mapper>, nested = this.nested): ObjectMapper {
    const { name, path, dynamic } = this;
    const disableObjects = this.#disableObjects;
    return new ObjectMapper({
      name,
      path,
      dynamic,
      enabled: this.#enabledGiven,
      nested,
      disableObjects,
      children,
    });
  }

  merge(update: ObjectMapper): ObjectMapper {
    if (update.enabled !== this.enabled) {
      const reason = `the [enabled] parameter can't be updated for the object mapping [${this.path || this.name}]`;
      throw new ApiError({ type: 'mapper_exception', reason });
    }
    checkNested(this.nested, update.nested);
    this.#checkFlat(update);
    const children = new Map(this.children);
    for (const [name, child] of update.children) {
      const existing = children.get(name);
      children.set(name, existing === undefined ? child : mergeMappers(existing, child));
    }
    const { name, path, nested } = this;
    const dynamic = update.dynamic ?? this.dynamic;
    const enabled = update.#enabledGiven ?? this.#enabledGiven;
    const disableObjects = this.#disableObjects;
    return new ObjectMapper({ name, path, dynamic, enabled, nested, disableObjects, children });
  }

  #checkFlat(update: ObjectMapper): void {
    const [from, to] = [this.isFlat, update.#disableObjects ?? this.isFlat];
    if (from !== to) {
      const what = `Cannot update parameter [disable_objects] from [${from}] to [${to}] for object mapping [${this.path || this.name}].`;
      const reason = `${what} The disable_objects setting is immutable after index creation.`;
      throw new ApiError({ type: 'mapper_exception', reason });
    }
    if (!this.isFlat) return;
    for (const [name, child] of update.children) {
      if (child.kind !== 'object' || this.children.has(name)) continue;
      throw new ApiError({ type: 'mapper_exception', reason: objectWithinFlat(child.path, this.name) });
    }
  }

  /** The members that GET _mapping prints: for the root without `type` and `properties` last. */
  toJson(): Record<string, unknown> {
    const json: Record<string, unknown> = dictionary();
    if (this.nested !== undefined) json.type = 'nested';
    else if (this.children.size === 0) json.type = 'object';
    if (this.nested?.includeInParent) json.include_in_parent = true;
    if (this.nested?.includeInRoot) json.include_in_root = true;
    if (this.dynamic !== undefined) json.dynamic = this.dynamic;
    if (!this.enabled) json.enabled = false;
    this.flatJson(json);
    if (this.children.size > 0) json.properties = this.propertiesJson();
    return json;
  }

  flatJson(json: Record<string, unknown>): void {
    if (this.#disableObjects !== undefined) json.disable_objects = this.#disableObjects;
  }

  propertiesJson(): Record<string, unknown> {
    const sorted = [...this.children].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, child]) => [name, child.toJson()]));
  }
}

/** Why an object cannot stand in one that has none. */
export function objectWithinFlat(path: string, within: string): string {
  return (
    `Field mapping conflict: Cannot add nested object field [${path}] when disable_objects is enabled for [${within}]. ` +
    "With disable_objects=true, all fields must use flat field notation (e.g., 'field.name' as a single field) " +
    'rather than nested object structures.'
  );
}

function checkNested(existing: NestedOptions | undefined, update: NestedOptions | undefined): void {
  if (existing === undefined && update === undefined) return;
  const from = existing === undefined ? 'non-nested' : 'nested';
  const to = update === undefined ? 'non-nested' : 'nested';
  if (existing === undefined || update === undefined)
    throw illegalArgument(`cannot change object mapping from ${from} to ${to}`);
  const refuse = (parameter: string): ApiError => {
    const reason = `the [${parameter}] parameter can't be updated on a nested object mapping`;
    return new ApiError({ type: 'mapper_exception', reason });
  };
  if (existing.includeInParent !== update.includeInParent) throw refuse('include_in_parent');
  if (existing.includeInRoot !== update.includeInRoot) throw refuse('include_in_root');
}

/** The tree where what reaches the root by way of its parents is not put there a second time. */
export function withoutRedundantIncludes(object: ObjectMapper, isIncluded = true): ObjectMapper {
  const children = new Map(object.children);
  let changed = false;
  for (const [name, child] of object.children) {
    if (child.kind !== 'object') continue;
    const viaParent = isIncluded && child.nested?.includeInParent === true;
    const inRoot = child.nested?.includeInRoot === true;
    let inner = withoutRedundantIncludes(child, viaParent || inRoot);
    if (viaParent && inRoot)
      inner = inner.with(inner.children, { includeInParent: true, includeInRoot: false });
    if (inner === child) continue;
    children.set(name, inner);
    changed = true;
  }
  return changed ? object.with(children) : object;
}

function mergeMappers(existing: Mapper, update: Mapper): Mapper {
  if (existing.kind === 'object' && update.kind === 'object') return existing.merge(update);
  if (existing.kind === 'field' && update.kind === 'field') return existing.merge(update);
  throw illegalArgument(`can't merge a non object mapping [${existing.path}] with an object mapping`);
}
