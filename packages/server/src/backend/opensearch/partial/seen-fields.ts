import { apiError, setOwn } from '@sextant/contract';
import { type FieldRules, type FieldView, fieldView, Mapping } from '../../../patterns/partly-seen.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  readExactJson,
  writeExactJson,
} from '../exact-json.ts';

/** What of an index's fields somebody may see. */
export class SeenFields {
  readonly #view: FieldView;
  readonly #all: Mapping;
  readonly #seen: Mapping;

  /** `definition`: the mapping as the cluster tells it. Throws ApiError where it has what is not known here. */
  constructor(index: string, rules: FieldRules, definition: JsonObject) {
    this.#view = fieldView(rules);
    try {
      this.#all = Mapping.create(withoutAnalyzers(definition) as JsonObject, {});
      this.#seen = this.#all.seenBy(this.#view);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const reason = `fields of [${index}] are hidden from the user, and which of them are is not known: ${why}`;
      throw apiError('security_exception', reason);
    }
  }

  /** Whether a field may be asked for, and its values shown as they are. */
  shows(name: string): boolean {
    if (this.#seen.field(name) === undefined && this.#all.field(name) !== undefined) return false;
    return !this.isObject(name) && this.#view.sees(name) && this.#isUnmasked(name);
  }

  /** Whether a field of this name is there, and hidden. */
  hides(name: string): boolean {
    return this.#all.field(name) !== undefined && !this.shows(name);
  }

  /** Some object of this full name is mapped. */
  isObject(name: string): boolean {
    return this.#all.isObject(name);
  }

  /** Whether a nested object may be looked into. */
  showsObject(name: string): boolean {
    return this.#seen.isObject(name);
  }

  /** The document, or the nested object of it under `path`, without what is hidden. */
  source(document: JsonValue, path: readonly string[]): JsonValue {
    const [first, ...rest] = path;
    if (first !== undefined) {
      // An object of a nested field is seen as it would be within its document.
      const inner = path.toReversed().reduce<JsonValue>((value, name) => ({ [name]: value }), document);
      let shown = this.source(inner, []);
      for (const name of [first, ...rest]) shown = isJsonObject(shown) ? (shown[name] ?? {}) : {};
      return shown;
    }
    return readExactJson(Buffer.from(this.#view.source(writeExactJson(document))));
  }

  /** What is named by full names, or by names below `path`, without what is hidden. */
  values(fields: JsonValue, path = ''): JsonObject {
    const kept: JsonObject = {};
    if (!isJsonObject(fields)) return kept;
    for (const [name, value] of Object.entries(fields)) {
      const full = path === '' ? name : `${path}.${name}`;
      if (this.showsObject(full) && Array.isArray(value)) {
        setOwn<JsonValue>(
          kept,
          name,
          value.filter(isJsonObject).map((each) => this.values(each, full)),
        );
      } else if (full.startsWith('_') ? shownMetadata.has(full) : this.shows(full))
        setOwn<JsonValue>(kept, name, value);
    }
    return kept;
  }

  /** An alias is judged by its field too. */
  #isUnmasked(name: string): boolean {
    const field = this.#all.field(name)?.name ?? name;
    return this.#view.sees(field) && this.#view.maskOf(field) === undefined;
  }
}

/** Fields of every document that tell nothing of others. */
export const shownMetadata: ReadonlySet<string> = new Set([
  '_id',
  '_index',
  '_routing',
  '_seq_no',
  '_version',
  '_score',
  '_doc',
  '_shard_doc',
]);

const analyzing = new Set([
  'analyzer',
  'search_analyzer',
  'search_quote_analyzer',
  'normalizer',
  'similarity',
]);

/** How texts are taken apart says nothing of who may see them, and the cluster may have ways that are not known here. */
function withoutAnalyzers(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  // It must have one.
  const kept: JsonObject = value.type === 'token_count' ? { analyzer: 'standard' } : {};
  for (const [name, member] of Object.entries(value)) {
    if (name === 'properties' || name === 'fields') {
      const fields = isJsonObject(member) ? Object.entries(member) : [];
      setOwn<JsonValue>(
        kept,
        name,
        Object.fromEntries(fields.map(([field, each]) => [field, withoutAnalyzers(each)])),
      );
    } else if (!analyzing.has(name) && name !== 'dynamic_templates') setOwn<JsonValue>(kept, name, member);
  }
  return kept;
}
