import { apiError } from '@sextant/contract';
import {
  type IndexCatalog,
  type NamedIndex,
  type Resolved,
  readIndex,
  requireName,
  resolveIndices,
  writeIndex,
} from '../../cluster/index-names.ts';
import { indicesOptions } from '../../cluster/indices-options.ts';
import type { BackendRequest } from '../backend.ts';
import { type IndexNaming, indexNamingOf } from '../index-naming.ts';
import { systemIndexPrefix } from '../system-index.ts';
import { type AskMapping, Partial } from './partial/seen-indices.ts';

/** Keeps the service's own indices out of whatever stands before it. */
export const exclusion = `-${systemIndexPrefix}*`;

/** Every pattern leaves everything out again: an expression that means nothing, where no names would mean all. */
const nothing: readonly string[] = ['*', '-*'];

const itemRows: ReadonlySet<string> = new Set(['bulk', 'mget', 'msearch', 'mtermvectors']);

/** An index as the cluster describes it to us. */
export interface ClusterIndex extends NamedIndex {
  readonly aliases: Readonly<
    Record<
      string,
      { readonly isWriteIndex?: boolean; readonly isHidden?: boolean; readonly isFiltered?: boolean }
    >
  >;
}

/** Asked for only where a caller may not use all indices. */
export type CatalogSource = () => Promise<IndexCatalog<ClusterIndex>>;

/** Names as they are sent, without a way to the service's own indices. Throws ApiError for a name of ours to refuse. */
export class NameResolver {
  readonly #request: BackendRequest;
  readonly #source: CatalogSource;
  /** What the caller may see of what names lead to. */
  readonly partial: Partial;
  #catalog: Promise<IndexCatalog<ClusterIndex>> | undefined;

  constructor(request: BackendRequest, source: CatalogSource, askMapping: AskMapping) {
    this.#request = request;
    this.#source = source;
    this.partial = new Partial(request.access, () => this.#known(), askMapping);
  }

  /** For the path of a row. Empty: the path names nothing. */
  async ofPath(): Promise<readonly string[]> {
    const { route, indices, access } = this.#request;
    const naming = indexNamingOf(route.name);
    if (naming === undefined || (indices.length === 0 && naming.unnamed === 'none')) return [];
    if (access.internal) return indices;
    // Of items, which are judged one by one, the path gives the default.
    if (itemRows.has(route.name)) {
      for (const name of indices) refuseEndpoint(name);
      return naming.target === 'many' ? withoutSystemIndices(indices) : indices;
    }
    if (naming.target !== 'many') return [await this.one(indices[0]!, naming.target, route.privilege)];
    if (indices.length === 0 && naming.unnamed === 'cluster' && access.everywhere(route.privilege)) return [];
    return this.many(indices, naming, route.privilege, this.#request.params);
  }

  /** For a list of names. Nothing named = all. */
  async many(
    names: readonly string[],
    { options }: Pick<IndexNaming, 'options'>,
    action: string,
    params: Readonly<Record<string, unknown>>,
  ): Promise<readonly string[]> {
    const { access } = this.#request;
    for (const name of names) refuseEndpoint(name);
    if (access.everywhere(action)) return withoutSystemIndices(names);
    const catalog = access.filterCatalog(await this.#known(), action);
    // Whether closed ones are meant is the cluster's to say.
    const wanted = { ...indicesOptions(params, options), forbidClosed: false };
    const found = resolveIndices(catalog, names, wanted);
    // A missing name is the cluster's to report, or to ignore.
    const missing = names.filter(
      (name) => !isPattern(name) && !name.startsWith('-') && isMissing(catalog, name),
    );
    const leadsElsewhere = (alias: string): boolean =>
      catalog.behind(alias).some((index) => !access.allows(action, index.name));
    const allowed = [...found.flatMap((entry) => spelling(entry, names, leadsElsewhere)), ...missing];
    return allowed.length === 0 ? nothing : [...new Set(allowed)];
  }

  /** For one name, of an index or alias. */
  async one(name: string, target: Exclude<IndexNaming['target'], 'many'>, action: string): Promise<string> {
    const { access } = this.#request;
    refuseEndpoint(name);
    if (access.everywhere(action)) return name;
    const catalog = access.filterCatalog(await this.#known(), action);
    if (target === 'create') catalog.require(name);
    else if (target === 'name') requireName(catalog, name);
    else if (target === 'read') readIndex(catalog, name);
    else if (writeIndex(catalog, name) === undefined) access.check('indices:admin/create', [name]);
    return name;
  }

  #known(): Promise<IndexCatalog<ClusterIndex>> {
    this.#catalog ??= this.#source();
    return this.#catalog;
  }
}

/** The cluster has calls of its own under such names, and no index. */
function refuseEndpoint(name: string): void {
  if (!name.startsWith('_') || name === '_all') return;
  throw apiError('invalid_index_name_exception', `Invalid index name [${name}], must not start with '_'.`, {
    index: name,
    index_uuid: '_na_',
  });
}

export function isPattern(name: string): boolean {
  return name === '_all' || name.includes('*');
}

function isMissing(catalog: IndexCatalog<ClusterIndex>, name: string): boolean {
  return catalog.get(name) === undefined && catalog.behind(name).length === 0;
}

/** A list that patterns widen gets an exclusion at its end, where the cluster heeds it. */
function withoutSystemIndices(names: readonly string[]): readonly string[] {
  if (names.length === 0) return ['*', exclusion];
  if (!names.some(isPattern)) return names;
  return [...names.map((name) => (name === '_all' ? '*' : name)), exclusion];
}

/**
 * What an index is called in the request that is sent: where only an alias led to it, the alias, which may have a
 * filter. Throws ApiError where that would lead elsewhere too.
 */
function spelling(
  { index, direct, aliases }: Resolved<ClusterIndex>,
  named: readonly string[],
  leadsElsewhere: (alias: string) => boolean,
): string[] {
  if (direct) return [index.name];
  return [...aliases].map((alias) => {
    if (named.includes(alias) || !leadsElsewhere(alias)) return alias;
    if (index.aliases[alias]?.isFiltered !== true) return index.name;
    const reason = `[${alias}] has a filter and leads to indices that are closed to the caller: name an index instead`;
    throw apiError('security_exception', reason);
  });
}
