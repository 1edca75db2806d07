import { CopyTargets } from './copies.ts';
import type { AddedMappers } from './dynamic-fields.ts';
import { DefinedTwice, illegalArgument, LimitError } from './errors.ts';
import type { FieldMapper } from './field-mapper.ts';
import { grown } from './grown-map.ts';
import type { JoinRelations } from './join-relations.ts';
import { checkDepth, checkFieldCount, checkPath, type Limits, MAX_FIELDS } from './mapping-limits.ts';
import { metadataFields } from './mapping-parser.ts';
import type { Mapper, ObjectMapper } from './object-mapper.ts';

/** The name under which OpenSearch keeps that there is a field of the type `join`, of which there can be one. */
const JOIN_FIELD = '_parent_join';

/** The leaves and objects of a tree of mappers, by their full names. */
export class CollectedFields {
  readonly mappers: Map<string, FieldMapper>;
  readonly objects: Map<string, ObjectMapper>;
  /** One for all that have grown of each other: what is added copies nothing. */
  readonly #copies: CopyTargets;
  #nestedFields = 0;
  #join: JoinRelations | undefined;
  #hasLeaves = false;
  #hasCompletion = false;

  private constructor(like?: CollectedFields) {
    this.mappers = grown(like?.mappers ?? new Map());
    this.objects = grown(like?.objects ?? new Map());
    this.#copies = like === undefined ? new CopyTargets() : like.#copies;
    if (like === undefined) return;
    this.#nestedFields = like.#nestedFields;
    this.#join = like.#join;
    this.#hasLeaves = like.#hasLeaves;
    this.#hasCompletion = like.#hasCompletion;
  }

  /** Throws ApiError where there is more than `limits` allow. */
  static of(root: ObjectMapper, limits: Limits): CollectedFields {
    const collected = new CollectedFields();
    collected.#collect(root, 1, limits);
    collected.#checkJoin();
    return collected;
  }

  /** These, and plain ones that were added to their tree, which is `root` now: it takes the time of what is new. */
  with(root: ObjectMapper, added: AddedMappers, limits: Limits): CollectedFields {
    const collected = new CollectedFields(this);
    for (const [path, children] of added) {
      const depth = path === '' ? 1 : path.split('.').length + 1;
      for (const child of children.values()) collected.#collectChild(child, depth, limits);
    }
    for (const path of added.keys()) collected.#collectAround(root, path);
    collected.#checkJoin();
    collected.#checkCounts(limits);
    for (const children of added.values())
      for (const child of children.values()) collected.#copies.check(child);
    return collected;
  }

  get join(): JoinRelations | undefined {
    return this.#join;
  }

  /** There are fields that are whole objects. */
  get hasLeaves(): boolean {
    return this.#hasLeaves;
  }

  get hasCompletion(): boolean {
    return this.#hasCompletion;
  }

  get hasNested(): boolean {
    return this.#nestedFields > 0;
  }

  #collect(object: ObjectMapper, depth: number, limits: Limits): void {
    for (const child of object.children.values()) this.#collectChild(child, depth, limits);
    this.#checkCounts(limits);
  }

  #collectChild(child: Mapper, depth: number, limits: Limits): void {
    if (child.name.length > limits.nameLength) {
      throw illegalArgument(
        `Field name [${child.name}] is longer than the limit of [${limits.nameLength}] characters`,
      );
    }
    if (metadataFields.has(child.path)) throw new DefinedTwice(child.path, child.kind);
    if (child.kind === 'field') {
      this.#collectField(child);
      return;
    }
    checkDepth(child.path, depth, limits.depth);
    this.objects.set(child.path, child);
    if (child.nested !== undefined) this.#nestedFields++;
    this.#collect(child, depth + 1, limits);
  }

  /** The objects on the way to this one are others now, which hold what was added. */
  #collectAround(root: ObjectMapper, path: string): void {
    let at = root;
    for (const name of path === '' ? [] : path.split('.')) {
      const child = at.children.get(name);
      if (child?.kind !== 'object') return;
      this.objects.set(child.path, child);
      at = child;
    }
  }

  #collectField(mapper: FieldMapper): void {
    checkPath(mapper.path);
    if (this.mappers.has(mapper.path)) throw new DefinedTwice(mapper.path);
    this.mappers.set(mapper.path, mapper);
    const { join, completion } = mapper.mapped;
    if (join !== undefined && this.#join !== undefined) throw new DefinedTwice(JOIN_FIELD);
    this.#join ??= join;
    if (completion !== undefined) this.#hasCompletion = true;
    if (mapper.fieldType.leaf !== undefined) this.#hasLeaves = true;
    for (const target of mapper.copyTo) this.#copies.add(target);
    for (const multi of mapper.multiFields) this.#collectField(multi);
  }

  #checkJoin(): void {
    if (this.#join !== undefined && this.mappers.has(JOIN_FIELD)) throw new DefinedTwice(JOIN_FIELD);
  }

  #checkCounts({ totalFields, nestedFields }: Limits): void {
    checkFieldCount(this.mappers.size + this.objects.size, totalFields);
    if (this.#nestedFields > nestedFields) {
      const reason = `Limit of nested fields [${nestedFields}] has been exceeded`;
      throw new LimitError({ type: 'illegal_argument_exception', reason });
    }
    if (this.mappers.size > MAX_FIELDS) {
      throw illegalArgument(`Limit of total fields [${MAX_FIELDS}] of a segment has been exceeded`);
    }
  }
}

/** Whether these are fields that mean nothing to others: no aliases, copies, constants and the like, none of the engine's own, nor objects that are documents. */
export function arePlain(added: AddedMappers): boolean {
  return [...added.values()].every((children) => [...children.values()].every(isPlain));
}

function isPlain(mapper: Mapper): boolean {
  if (metadataFields.has(mapper.path)) return false;
  if (mapper.kind === 'object') return mapper.nested === undefined && mapper.children.size === 0;
  const { mapped, fieldType, copyTo, multiFields } = mapper;
  if (fieldType.isAlias === true || fieldType.constant !== undefined || fieldType.leaf !== undefined)
    return false;
  if (mapped.join !== undefined || mapped.completion !== undefined) return false;
  return copyTo.length === 0 && mapped.definition.store !== true && multiFields.every(isPlain);
}
