import { ApiError, apiError, isObject, parseNamed } from '@sextant/contract';
import {
  extractValues,
  type IndexMetadata,
  parseQuery,
  READ_DOCUMENTS,
  storedFieldsOf,
} from '@sextant/engine';
import type { BackendRequest } from '../../../backend.ts';
import type { EmbeddedContext } from '../../context.ts';
import { readRouting, readTarget } from '../../document/get-document.ts';
import { asSeen, readVisible } from '../../document/visible-documents.ts';
import { withStoredScripts } from '../../scripts/resolve-scripts.ts';
import { withCollations } from '../collations.ts';
import { requestBudget } from '../request-budget.ts';
import { engineTargets } from '../search-targeted.ts';
import { searchTargets } from '../search-targets.ts';
import {
  type DocumentLookup,
  findLookups,
  type Lookups,
  replaced,
  type ShapeLookup,
  type TermsLookup,
} from './find-lookups.ts';

/** Lookups within the queries of lookups. */
const DEPTH_MAX = 5;

/** Documents that the query of a lookup may find. */
const FOUND_MAX = 10_000;

/** The right to read the documents that are looked up. */
const readAction = 'indices:data/read/get';

/**
 * The body with what its queries look up, and the scripts that it names, put in. Documents are read with the caller's
 * rights. Throws ApiError where an index is not there, or is not the caller's to read.
 */
export async function withLookups<Body>(
  context: EmbeddedContext,
  request: BackendRequest,
  given: Body,
  searched: readonly IndexMetadata[],
): Promise<Body> {
  const body = withStoredScripts(context, await withCollations(context, given));
  const lookups = findLookups(body);
  if (lookups.size === 0) return body;
  return (await new Resolver(context, request, searched).resolved(body, lookups, 1)) as Body;
}

class Resolver {
  readonly #context: EmbeddedContext;
  readonly #request: BackendRequest;
  readonly #searched: readonly IndexMetadata[];

  constructor(context: EmbeddedContext, request: BackendRequest, searched: readonly IndexMetadata[]) {
    this.#context = context;
    this.#request = request;
    this.#searched = searched;
  }

  async resolved(body: unknown, lookups: Lookups, depth: number): Promise<unknown> {
    const replacements = new Map<object, unknown>();
    for (const [place, lookup] of lookups) {
      if (lookup.kind === 'terms') {
        // One that stands within the query of another is looked up with it.
        const values =
          lookup.id === null ? this.#foundValues(lookup, depth) : this.#values(lookup, lookup.id);
        replacements.set(place, await values);
      } else if (lookup.kind === 'document') {
        replacements.set(place, { ...lookup.item, [READ_DOCUMENTS]: await this.#documents(lookup) });
      } else if (lookup.kind === 'shape') {
        replacements.set(place, { ...lookup.spec, shape: await this.#shape(lookup) });
      } else {
        const query = await this.resolved(lookup.query, lookup.lookups, depth);
        replacements.set(place, { query: Buffer.from(JSON.stringify(query)).toString('base64') });
      }
    }
    return replaced(body, replacements);
  }

  /** The document of each index that is searched, which the query compares with its own terms. */
  async #documents(
    lookup: DocumentLookup,
  ): Promise<readonly (readonly [index: string, json: string | null])[]> {
    const documents: (readonly [string, string | null])[] = [];
    let named: string | null | undefined;
    for (const { name } of this.#searched) {
      if (lookup.index === null) documents.push([name, await this.#document(lookup, name)]);
      else {
        named ??= await this.#document(lookup, lookup.index);
        documents.push([name, named]);
      }
    }
    return documents;
  }

  /** null where there is none, or it has another version. */
  async #document({ id, routing, version }: DocumentLookup, index: string): Promise<string | null> {
    try {
      const { result } = await this.#read(index, id, routing);
      if (version !== undefined && version !== result.version) return null;
      const [source, kept] = [result.source, result.kept].map((json) =>
        json === null ? null : new TextDecoder().decode(json),
      );
      return kept === null ? source! : `[${source},${kept}]`;
    } catch (error) {
      if (error instanceof ApiError && error.error.type === 'index_not_found_exception') return null;
      throw error;
    }
  }

  async #read(index: string, id: string, given: string | undefined) {
    const target = readTarget(this.#context, this.#request, index, readAction);
    const routing = readRouting(target, index, id, given);
    const get = { index: target.name, id, realtime: true, ...(routing === undefined ? {} : { routing }) };
    const [result] = await readVisible(this.#context, this.#request, [get]);
    return { target, result: result! };
  }

  async #values({ index, path, routing, store }: TermsLookup, id: string): Promise<unknown[]> {
    const { target, result } = await this.#read(index, id, routing);
    const { source } = result;
    const budget = requestBudget(this.#context, this.#request);
    try {
      budget.reserve((source?.length ?? 0) + (result.kept?.length ?? 0), '<terms lookup>');
      if (store) {
        const seen = asSeen(this.#context, this.#request, target);
        return [storedFieldsOf(seen, result, [path])?.[path] ?? []].flat();
      }
      if (source === null) return [];
      return extractValues(parseNamed(new TextDecoder().decode(source)), path);
    } finally {
      budget.close();
    }
  }

  async #shape({ index, id, path, routing }: ShapeLookup): Promise<unknown> {
    const { result } = await this.#read(index, id, routing);
    const { source } = result;
    if (source === null) throw apiError('illegal_argument_exception', `Shape with ID [${id}] not found`);
    const budget = requestBudget(this.#context, this.#request);
    try {
      budget.reserve(source.length, '<shape lookup>');
      let at: unknown = parseNamed(new TextDecoder().decode(source));
      for (const name of path.split('.')) at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
      if (at !== undefined) return at;
      const reason = `Shape with name [${id}] found but missing ${path} field`;
      throw apiError('illegal_state_exception', reason);
    } finally {
      budget.close();
    }
  }

  async #foundValues({ index, path, query: given }: TermsLookup, depth: number): Promise<unknown[]> {
    if (depth > DEPTH_MAX) {
      const reason = `[terms] lookups are nested more than [${DEPTH_MAX}] deep`;
      throw apiError('illegal_argument_exception', reason);
    }
    parseQuery(given);
    const lookups = findLookups(given);
    const query = lookups.size === 0 ? given : await this.resolved(given, lookups, depth + 1);
    const targets = searchTargets(this.#context, this.#request, [index], {}, []);
    const result = await this.#context.engine.search({
      ...engineTargets(this.#context, this.#request, targets),
      body: { query, size: FOUND_MAX, _source: [path], track_total_hits: FOUND_MAX + 1 },
    });
    const [failed] = result.shards.failures;
    if (failed !== undefined) throw new ApiError(failed.cause);
    if ((result.total?.value ?? 0) > FOUND_MAX) {
      const reason = `[terms] lookup query matches more than [${FOUND_MAX}] documents`;
      throw apiError('illegal_argument_exception', reason);
    }
    const decoder = new TextDecoder();
    return result.hits.flatMap(({ source }) => {
      return source === undefined ? [] : extractValues(parseNamed(decoder.decode(source)), path);
    });
  }
}
