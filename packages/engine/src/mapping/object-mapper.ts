import { ApiError, dictionary } from '@sextant/contract';
import { illegalArgument } from './errors.ts';
import type { FieldMapper } from './field-mapper.ts';

/** What happens to fields of a document that the mapping does not know. */
export type Dynamic = 'true' | 'false' | 'strict' | 'strict_allow_templates' | 'false_allow_templates';

export type Mapper = FieldMapper | ObjectMapper;

export interface ObjectMapperParts {
  readonly name: string;
  /** Full path; empty for the root. */
  readonly path: string;
  /** undefined = as the parent. */
  readonly dynamic: Dynamic | undefined;
  /** undefined = not given, true. */
  readonly enabled: boolean | undefined;
  readonly children: ReadonlyMap<string, Mapper>;
}

/** An inner node of the mapping. Immutable. */
export class ObjectMapper {
  readonly kind = 'object';
  readonly name: string;
  readonly path: string;
  readonly dynamic: Dynamic | undefined;
  readonly enabled: boolean;
  readonly children: ReadonlyMap<string, Mapper>;
  readonly #enabledGiven: boolean | undefined;

  constructor(parts: ObjectMapperParts) {
    this.name = parts.name;
    this.path = parts.path;
    this.dynamic = parts.dynamic;
    this.enabled = parts.enabled ?? true;
    this.#enabledGiven = parts.enabled;
    this.children = parts.children;
  }

  /** The same object with other children. */
  with(children: ReadonlyMap<string, Mapper>): ObjectMapper {
    const { name, path, dynamic } = this;
    return new ObjectMapper({ name, path, dynamic, enabled: this.#enabledGiven, children });
  }

  merge(update: ObjectMapper): ObjectMapper {
    if (update.#enabledGiven !== undefined && update.enabled !== this.enabled) {
      const where =
        this.path === ''
          ? "the [enabled] parameter can't be updated for the object mapping [_doc]"
          : undefined;
      throw new ApiError({
        type: 'mapper_exception',
        reason: where ?? `the [enabled] parameter can't be updated for the object mapping [${this.path}]`,
      });
    }
    const children = new Map(this.children);
    for (const [name, child] of update.children) {
      const existing = children.get(name);
      children.set(name, existing === undefined ? child : mergeMappers(existing, child));
    }
    const { name, path } = this;
    const dynamic = update.dynamic ?? this.dynamic;
    const enabled = update.#enabledGiven ?? this.#enabledGiven;
    return new ObjectMapper({ name, path, dynamic, enabled, children });
  }

  /** The members that GET _mapping prints: for the root without `type` and `properties` last. */
  toJson(): Record<string, unknown> {
    const json: Record<string, unknown> = dictionary();
    if (this.children.size === 0) json.type = 'object';
    if (this.dynamic !== undefined) json.dynamic = this.dynamic;
    if (!this.enabled) json.enabled = false;
    if (this.children.size > 0) json.properties = this.propertiesJson();
    return json;
  }

  propertiesJson(): Record<string, unknown> {
    const sorted = [...this.children].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, child]) => [name, child.toJson()]));
  }
}

function mergeMappers(existing: Mapper, update: Mapper): Mapper {
  if (existing.kind === 'object' && update.kind === 'object') return existing.merge(update);
  if (existing.kind === 'field' && update.kind === 'field') return existing.merge(update);
  throw illegalArgument(`can't merge a non object mapping [${existing.path}] with an object mapping`);
}
