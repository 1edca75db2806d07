import { type ApiError, matchesWildcard, setOwn } from '@sextant/contract';
import { illegalArgument } from './errors.ts';
import type { FieldMapper } from './field-mapper.ts';
import { isJsonObject } from './lossless-json.ts';
import type { SourceSettings } from './root-settings.ts';
import { sourcePath } from './source-path.ts';

/** Of copies in one document, as JSON: far more than documents have, and less than a text may. */
const MOST_COPIED_CHARACTERS = 2 ** 27;
/** Of each value beside that: what a list takes for it. */
const VALUE_CHARACTERS = 16;

/** What is needed of a mapping. */
interface WholeMapping {
  readonly source: SourceSettings;
  mapper(name: string): FieldMapper | undefined;
  mappers(): Iterable<FieldMapper>;
  nestedPathOf(name: string): string | null;
}

/**
 * The `store`d fields whose values a document's `_source` does not have, as the mapping leaves them out of it, or as they are
 * copied there from other fields: their values are kept beside the source.
 */
export class KeptFields {
  /** Where documents have such values. */
  readonly #paths = new Set<string>();
  /** What lies around these. */
  readonly #around = new Set<string>();
  /** By where a value stands: the fields that it is copied to, their own values included. */
  readonly #copies = new Map<string, Set<string>>();

  get isEmpty(): boolean {
    return this.#paths.size + this.#copies.size === 0;
  }

  /** The values at `path` are those of a field. */
  add(path: string): void {
    this.#paths.add(path);
    this.#addAround(path);
  }

  /** The field has the values at these paths, in the order of the document. */
  addCopies(name: string, paths: Iterable<string>): void {
    for (const path of paths) {
      const names = this.#copies.get(path);
      if (names === undefined) this.#copies.set(path, new Set([name]));
      else names.add(name);
      this.#addAround(path);
    }
  }

  /** The parts of a document that are kept, in its form; undefined where there are none. Throws ApiError for too many copies. */
  of(document: unknown): Readonly<Record<string, unknown>> | undefined {
    if (!isJsonObject(document)) return undefined;
    const copied = new Copies();
    const kept = this.#object(document, '', copied);
    for (const [name, values] of copied.values) setOwn<unknown>(kept, name, values);
    return Object.keys(kept).length === 0 ? undefined : kept;
  }

  #addAround(path: string): void {
    for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1))
      this.#around.add(path.slice(0, dot));
  }

  #object(
    object: Readonly<Record<string, unknown>>,
    prefix: string,
    copied: Copies,
  ): Record<string, unknown> {
    const kept = {};
    for (const [key, value] of Object.entries(object)) {
      const path = prefix + key;
      const names = this.#copies.get(path);
      if (names !== undefined) copied.add(names, value);
      const inner = this.#paths.has(path) ? value : this.#within(value, path, copied);
      if (inner !== undefined) setOwn<unknown>(kept, key, inner);
    }
    return kept;
  }

  /** Objects in lists stay though nothing is left of them: the place of one is the number of a nested document. */
  #within(value: unknown, path: string, copied: Copies): unknown {
    if (!this.#around.has(path)) return undefined;
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#within(item, path, copied));
      if (items.every((item) => item === undefined)) return undefined;
      return items.map((item, i) => item ?? (isJsonObject(value[i]) ? {} : null));
    }
    if (!isJsonObject(value)) return undefined;
    const kept = this.#object(value, `${path}.`, copied);
    return Object.keys(kept).length === 0 ? undefined : kept;
  }
}

/** What a document copies to fields. */
class Copies {
  readonly values = new Map<string, unknown[]>();
  #characters = 0;

  add(names: ReadonlySet<string>, value: unknown): void {
    const copies = [value].flat();
    const characters = JSON.stringify(value).length + VALUE_CHARACTERS * copies.length;
    this.#characters += names.size * characters;
    if (this.#characters > MOST_COPIED_CHARACTERS) throw tooMany();
    for (const name of names) {
      const values = this.values.get(name);
      if (values === undefined) this.values.set(name, [...copies]);
      else for (const copy of copies) values.push(copy);
    }
  }
}

function tooMany(): ApiError {
  return illegalArgument(`a document copies more than ${MOST_COPIED_CHARACTERS} characters to stored fields`);
}

/** null where the source has all of them. */
export function keptFields(mapping: WholeMapping): KeptFields | null {
  const kept = new KeptFields();
  const sources = copySources(mapping);
  for (const { path, mapped } of mapping.mappers()) {
    if (mapped.definition.store !== true || mapped.fieldType.isAlias === true) continue;
    const own = sourcePath(path, mapping);
    const copies = sources.get(own);
    if (copies !== undefined) kept.addCopies(own, [own, ...copies]);
    else if (leavesOut(mapping.source, own)) kept.add(own);
  }
  return kept.isEmpty ? null : kept;
}

/** By field: where the values stand that are copied to it. Within nested objects only its own are kept. */
function copySources(mapping: WholeMapping): Map<string, string[]> {
  const sources = new Map<string, string[]>();
  for (const { path, copyTo } of mapping.mappers()) {
    for (const target of copyTo) {
      if (mapping.nestedPathOf(target) !== null) continue;
      const paths = sources.get(target);
      if (paths === undefined) sources.set(target, [sourcePath(path, mapping)]);
      else paths.push(sourcePath(path, mapping));
    }
  }
  return sources;
}

/** Whether the source of documents has no values at this path. */
function leavesOut({ enabled, includes, excludes }: SourceSettings, path: string): boolean {
  if (!enabled) return true;
  const named = (patterns: readonly string[]): boolean =>
    [...namesAround(path)].some((name) => patterns.some((pattern) => matchesWildcard(pattern, name)));
  return named(excludes) || (includes.length > 0 && !named(includes));
}

function* namesAround(path: string): Generator<string> {
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) yield path.slice(0, dot);
  yield path;
}
