import { apiError, type JsonMap } from '@sextant/contract';
import { type IndexCatalog, resolveIndices } from '../../../cluster/index-names.ts';
import { indicesOptions, openIndices } from '../../../cluster/indices-options.ts';
import { engineRules } from '../../../patterns/engine-rules.ts';
import type { FieldRules } from '../../../patterns/partly-seen.ts';
import type { Access } from '../../access.ts';
import { isJsonObject, type JsonObject } from '../exact-json.ts';
import type { CatalogSource, ClusterIndex } from '../upstream-names.ts';
import { SeenFields } from './seen-fields.ts';

const search = 'indices:data/read/search';

/** The mapping of an index as the cluster tells it. */
export type AskMapping = (index: string) => Promise<JsonObject>;

/** What of an index the caller may see, where that is not all of it. */
interface SeenIndex {
  readonly filter: JsonMap | undefined;
  readonly rules: FieldRules | undefined;
}

/** The indices of one search, of each of which the caller may see all or a part. */
export interface SeenIndices {
  /** Concrete names. */
  readonly parts: ReadonlyMap<string, SeenIndex>;
  /** Of `parts`, where fields are hidden. */
  readonly fields: ReadonlyMap<string, SeenFields>;
  readonly hidesDocuments: boolean;
  readonly hidesFields: boolean;
}

/** Says of the indices of one request what of them its caller may see. Asks the cluster no more than once for each thing. */
export class Partial {
  readonly #access: Access;
  readonly #catalog: () => Promise<IndexCatalog<ClusterIndex>>;
  readonly #ask: AskMapping;
  readonly #fields = new Map<string, Promise<SeenFields>>();
  #known: Promise<IndexCatalog<ClusterIndex>> | undefined;

  constructor(access: Access, catalog: CatalogSource, ask: AskMapping) {
    this.#access = access;
    this.#ask = ask;
    this.#catalog = () => {
      this.#known ??= catalog();
      return this.#known;
    };
  }

  /** Whether the caller may see all of all indices, as far as he may search them. */
  get isWhole(): boolean {
    return this.#access.internal || this.#access.everywhere(search);
  }

  /**
   * What names lead to; undefined where the caller may see all of it. `names` as they are sent to the cluster; none: all indices.
   */
  async of(
    names: readonly string[],
    params: Readonly<Record<string, unknown>> = {},
    action = search,
  ): Promise<SeenIndices | undefined> {
    if (this.isWhole) return undefined;
    const all = await this.#catalog();
    const catalog = this.#access.filterCatalog(all, action);
    // Also of closed ones: some calls are for them, too.
    const options = { ...indicesOptions(params, openIndices), ignoreUnavailable: true, forbidClosed: false };
    const found = resolveIndices(catalog, names, options);
    // What is not there yet, or not any more, is judged by its name.
    const missing = names.filter((name) => !/[*,]|^[-_<]/.test(name) && isMissing(all, name));
    return this.#parts([...found.map(({ index }) => index.name), ...missing], all);
  }

  /** The same of one index or alias by which a document is read. */
  async ofOne(name: string): Promise<{ readonly index: string; readonly seen: SeenIndices } | undefined> {
    if (this.isWhole) return undefined;
    const all = await this.#catalog();
    const behind = all.get(name)?.name ?? all.behind(name)[0]?.name ?? name;
    const seen = await this.#parts([behind], all);
    return seen === undefined ? undefined : { index: behind, seen };
  }

  /** Throws ApiError where anything of what is named is hidden from the caller. */
  async refuse(names: readonly string[], what: string): Promise<void> {
    if ((await this.of(names)) === undefined) return;
    const reason = `[${what}] is not allowed over this backend on an index of which documents or fields are hidden from the user`;
    throw apiError('security_exception', reason);
  }

  async #parts(names: readonly string[], all: IndexCatalog<ClusterIndex>): Promise<SeenIndices | undefined> {
    const streams = [...(all.streams?.() ?? [])];
    const parts = new Map<string, SeenIndex>();
    for (const name of names) {
      const parent = streams.find(([, members]) => members.some((member) => member.name === name))?.[0];
      const own = parent === undefined ? [name] : [name, parent];
      const filter = this.#access.documentFilter(own);
      const rules = this.#access.fieldRules(own);
      parts.set(name, { filter, rules: rules === undefined ? undefined : engineRules(rules) });
    }
    const hidesDocuments = [...parts.values()].some(({ filter }) => filter !== undefined);
    const hidesFields = [...parts.values()].some(({ rules }) => rules !== undefined);
    if (!hidesDocuments && !hidesFields) return undefined;
    const fields = new Map<string, SeenFields>();
    for (const [name, { rules }] of parts)
      if (rules !== undefined && all.get(name) !== undefined)
        fields.set(name, await this.#fieldsOf(name, rules));
    return { parts, fields, hidesDocuments, hidesFields };
  }

  #fieldsOf(name: string, rules: FieldRules): Promise<SeenFields> {
    let fields = this.#fields.get(name);
    if (fields === undefined) {
      fields = this.#ask(name).then((mapping) => new SeenFields(name, rules, mapping));
      this.#fields.set(name, fields);
    }
    return fields;
  }
}

function isMissing(catalog: IndexCatalog<ClusterIndex>, name: string): boolean {
  return catalog.get(name) === undefined && catalog.behind(name).length === 0;
}

/** The mapping in an answer to `GET /INDEX/_mapping`. Throws ApiError where there is none. */
export function mappingIn(answer: unknown, index: string): JsonObject {
  const own = isJsonObject(answer) ? answer[index] : undefined;
  const mapping = isJsonObject(own) ? own.mappings : undefined;
  if (!isJsonObject(mapping)) {
    const reason = `fields of [${index}] are hidden from the user, and the cluster does not say which it has`;
    throw apiError('security_exception', reason);
  }
  return mapping;
}

/**
 * The query of the documents that the caller may see. Each index is named with its own: whatever a name leads to by the time it is
 * searched, of an index that was not judged nothing is found.
 */
export function guardOf({ parts }: SeenIndices): JsonObject {
  const whole: string[] = [];
  const byFilter = new Map<string, { readonly filter: JsonMap; readonly names: string[] }>();
  for (const [name, { filter }] of parts) {
    if (filter === undefined) {
      whole.push(name);
      continue;
    }
    const key = JSON.stringify(filter);
    const same = byFilter.get(key);
    if (same === undefined) byFilter.set(key, { filter, names: [name] });
    else same.names.push(name);
  }
  const should: JsonObject[] = [...byFilter.values()].map(({ filter, names }) => ({
    bool: { filter: [{ terms: { _index: names } }, filter] },
  }));
  if (whole.length > 0) should.push({ terms: { _index: whole } });
  return { bool: { should, minimum_should_match: 1 } };
}
