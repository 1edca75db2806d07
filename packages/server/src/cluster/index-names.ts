import { ApiError, apiError, wildcardTest } from '@sextant/contract';
import { resolveDateMath } from './date-math-name.ts';
import { indexSetting } from './settings/index-rows.ts';

/** What name resolution needs to know of an index. */
export interface NamedIndex {
  readonly name: string;
  readonly uuid: string;
  readonly state: 'open' | 'close';
  readonly settings: Readonly<Record<string, string | readonly string[]>>;
  readonly aliases: Readonly<
    Record<string, { readonly isWriteIndex?: boolean; readonly isHidden?: boolean }>
  >;
}

/** The indices that one request may see. */
export interface IndexCatalog<I extends NamedIndex> {
  /** What wildcards meet. */
  all(): Iterable<I>;
  /** Throws ApiError where an index of this name is closed to the caller. */
  get(name: string): I | undefined;
  /** The indices of each data stream, the last one is written to; absent: there are none. */
  streams?(): ReadonlyMap<string, readonly I[]>;
  /** Every index behind an alias; those that are used must be passed to `require`. */
  behind(alias: string): readonly I[];
  /** Throws ApiError where the index of this name is, or would be, closed to the caller. */
  require(name: string): void;
  /** Whether the caller may know if there is an index of this name. */
  mayName(name: string): boolean;
  /** Epoch milliseconds, for date math in names. */
  now(): number;
}

export interface IndicesOptions {
  readonly ignoreUnavailable: boolean;
  readonly allowNoIndices: boolean;
  readonly expandOpen: boolean;
  readonly expandClosed: boolean;
  readonly expandHidden: boolean;
  /** A closed index, by its name or met by a wildcard, is an error. */
  readonly forbidClosed: boolean;
  /** Naming an alias is an error (deletion). */
  readonly refuseAliases?: boolean;
  /** A data stream is not there for the call. */
  readonly withoutStreams?: boolean;
}

/** An index and the names by which the expression reached it: its own (`direct`) or aliases. */
export interface Resolved<I> {
  readonly index: I;
  direct: boolean;
  readonly aliases: Set<string>;
}

/**
 * Indices behind a list of names, aliases, wildcards, `-` exclusions (after a wildcard) and date math, in the
 * order of the list, wildcards by name. An empty list and `_all` mean all. Throws ApiError for what is
 * missing or closed.
 */
export function resolveIndices<I extends NamedIndex>(
  catalog: IndexCatalog<I>,
  expressions: readonly string[],
  options: IndicesOptions,
): Resolved<I>[] {
  const found = new Map<string, Resolved<I>>();
  const all = isAll(expressions);
  let wildcardSeen = false;
  // Beside other names it is a name like any other, and one that no index can have.
  if (!all && expressions.includes('_all')) throw invalidName('_all');
  for (const given of all ? ['*'] : expressions) {
    const expression = resolveDateMath(given, catalog.now());
    if (wildcardSeen && expression.startsWith('-')) exclude(catalog, expression.slice(1), options, found);
    else if (expression.includes('*')) {
      wildcardSeen = true;
      const meets = expandWildcard(catalog, expression, options, found);
      if (!meets && !options.allowNoIndices && !all) throw indexNotFound(expression);
    } else addNamed(catalog, expression, options, found);
  }
  const reached = [...found.values()].filter(({ index }) => isServed(index, options));
  if (reached.length === 0 && !options.allowNoIndices) throw nothingFound(expressions);
  return reached;
}

/** The whole cluster: no names, `_all` or `*`. */
function isAll(expressions: readonly string[]): boolean {
  return (
    expressions.length === 0 ||
    (expressions.length === 1 && (expressions[0] === '_all' || expressions[0] === '*'))
  );
}

export function hasWildcard(expressions: readonly string[]): boolean {
  return (
    isAll(expressions) || expressions.some((expression) => expression.includes('*') || expression === '_all')
  );
}

export function splitNames(expression: string | undefined): string[] {
  return expression === undefined ? [] : expression.split(',').filter((name) => name !== '');
}

/** Whether it meets any, of which some may have been found before. */
function expandWildcard<I extends NamedIndex>(
  catalog: IndexCatalog<I>,
  pattern: string,
  options: IndicesOptions,
  found: Map<string, Resolved<I>>,
): boolean {
  if (!options.expandOpen && !options.expandClosed) return false;
  let meets = false;
  const meet = (index: I, alias?: string): void => {
    meets = true;
    add(found, index, alias);
  };
  const matches = wildcardTest(pattern);
  for (const [name, members] of streamsFor(catalog, options)) {
    if (!matches(name)) continue;
    for (const index of members) if (expands(index, options)) meet(index);
  }
  const seesDots = options.expandHidden || pattern.startsWith('.');
  for (const index of catalog.all()) {
    if (!expands(index, options)) continue;
    const hidden = indexSetting(index.settings, 'index.hidden');
    if (
      matches(index.name) &&
      (!hidden || options.expandHidden || (seesDots && index.name.startsWith('.')))
    ) {
      meet(index);
    }
    if (options.refuseAliases === true) continue;
    for (const [alias, metadata] of Object.entries(index.aliases)) {
      if (matches(alias) && (metadata.isHidden !== true || options.expandHidden)) meet(index, alias);
    }
  }
  return meets;
}

function expands(index: NamedIndex, options: IndicesOptions): boolean {
  return index.state === 'open' ? options.expandOpen : options.expandClosed;
}

const none: ReadonlyMap<string, never> = new Map<string, never>();

function streamsFor<I extends NamedIndex>(
  catalog: IndexCatalog<I>,
  options: IndicesOptions,
): ReadonlyMap<string, readonly I[]> {
  return options.withoutStreams === true ? none : (catalog.streams?.() ?? none);
}

function addNamed<I extends NamedIndex>(
  catalog: IndexCatalog<I>,
  name: string,
  options: IndicesOptions,
  found: Map<string, Resolved<I>>,
): void {
  const index = catalog.get(name);
  if (index !== undefined) {
    add(found, index, undefined);
    return;
  }
  const stream = streamsFor(catalog, options).get(name);
  if (stream !== undefined) {
    for (const member of stream) add(found, member, undefined);
    return;
  }
  const behind = catalog.behind(name);
  for (const member of behind) catalog.require(member.name);
  if (behind.length === 0) {
    catalog.require(name);
    if (name.startsWith('_')) throw invalidName(name);
    if (options.ignoreUnavailable) return;
    throw indexNotFound(name);
  }
  if (options.refuseAliases === true) {
    if (options.ignoreUnavailable) return;
    throw aliasRefused(name);
  }
  for (const member of behind) add(found, member, name);
}

/** Whether the call, which may be for open indices alone, is for this one. Throws ApiError where it has to be. */
function isServed(index: NamedIndex, options: IndicesOptions): boolean {
  const { forbidClosed, ignoreUnavailable, expandOpen, expandClosed, expandHidden } = options;
  if (index.state === 'open' || !forbidClosed) return true;
  if (ignoreUnavailable) return false;
  if (!expandClosed || expandOpen || expandHidden) throw indexClosed(index);
  const reason = 'To expand [CLOSE] wildcard, please set forbid_closed_indices to `false`';
  throw apiError('illegal_argument_exception', reason);
}

function add<I extends NamedIndex>(
  found: Map<string, Resolved<I>>,
  index: I,
  alias: string | undefined,
): void {
  const entry = found.get(index.name) ?? { index, direct: false, aliases: new Set<string>() };
  found.set(index.name, entry);
  if (alias === undefined) entry.direct = true;
  else entry.aliases.add(alias);
}

function exclude<I extends NamedIndex>(
  catalog: IndexCatalog<I>,
  expression: string,
  options: IndicesOptions,
  found: Map<string, Resolved<I>>,
): void {
  if (!expression.includes('*')) {
    excludeNamed(catalog, expression, options, found);
    return;
  }
  const matches = wildcardTest(expression);
  for (const [name, entry] of found) {
    if (matches(name) || [...entry.aliases].some(matches)) found.delete(name);
  }
}

/** An alias takes only that away which was reached by it alone. */
function excludeNamed<I extends NamedIndex>(
  catalog: IndexCatalog<I>,
  name: string,
  options: IndicesOptions,
  found: Map<string, Resolved<I>>,
): void {
  if (!options.ignoreUnavailable && catalog.mayName(name) && catalog.get(name) === undefined) {
    if (catalog.behind(name).length === 0) throw indexNotFound(name);
    if (options.refuseAliases === true) throw aliasRefused(name);
  }
  found.delete(name);
  for (const [index, entry] of found) {
    if (entry.aliases.delete(name) && !entry.direct && entry.aliases.size === 0) found.delete(index);
  }
}

/** Those of the indices that have the alias. */
export function indicesOfAlias<I extends NamedIndex>(indices: Iterable<I>, alias: string): I[] {
  const found: I[] = [];
  for (const index of indices) if (Object.hasOwn(index.aliases, alias)) found.push(index);
  return found;
}

/** The one index that a write to `name` goes to; undefined: nothing of that name, it may be created. */
export function writeIndex<I extends NamedIndex>(catalog: IndexCatalog<I>, name: string): I | undefined {
  const index = catalog.get(name);
  if (index !== undefined) return index;
  const stream = catalog.streams?.().get(name);
  if (stream !== undefined) return stream.at(-1);
  const behind = catalog.behind(name);
  if (behind.length === 0) {
    catalog.require(name);
    return undefined;
  }
  const [only] = behind;
  const lone = behind.length === 1 && only!.aliases[name]!.isWriteIndex !== false ? only : undefined;
  const written = behind.find((member) => member.aliases[name]!.isWriteIndex === true) ?? lone;
  if (written !== undefined) {
    catalog.require(written.name);
    return written;
  }
  throw apiError(
    'illegal_argument_exception',
    `no write index is defined for alias [${name}]. The write index may be explicitly disabled using is_write_index=false or the alias points to multiple indices without one being designated as a write index`,
  );
}

/** The one index that a read of a document by id looks in. */
export function readIndex<I extends NamedIndex>(catalog: IndexCatalog<I>, name: string): I {
  const index = catalog.get(name);
  if (index !== undefined) return index;
  const behind = catalog.behind(name);
  for (const member of behind) catalog.require(member.name);
  if (behind.length === 1) return behind[0]!;
  if (behind.length === 0) {
    catalog.require(name);
    throw indexNotFound(name, 'index_expression');
  }
  const names = behind.map((member) => member.name).join(', ');
  throw apiError(
    'illegal_argument_exception',
    `alias [${name}] has more than one index associated with it [${names}], can't execute a single index op`,
  );
}

/** Throws ApiError where the name, or an index behind it as an alias, is closed to the caller. */
export function requireName<I extends NamedIndex>(catalog: IndexCatalog<I>, name: string): void {
  catalog.require(name);
  for (const member of catalog.behind(name)) catalog.require(member.name);
}

export function indexNotFound(
  name: string,
  resource: 'index_or_alias' | 'index_expression' = 'index_or_alias',
): ApiError {
  return apiError('index_not_found_exception', `no such index [${name}]`, {
    index: name,
    'resource.id': name,
    'resource.type': resource,
    index_uuid: '_na_',
  });
}

/** None of these names has an index. */
function nothingFound(expressions: readonly string[]): ApiError {
  const isEverything = expressions.length === 0 || (expressions.length === 1 && expressions[0] === '_all');
  if (!isEverything) return indexNotFound(expressions.join(','), 'index_expression');
  const { error } = indexNotFound('_all', 'index_expression');
  return new ApiError({ ...error, reason: `${error.reason} and no indices exist` });
}

export function aliasRefused(name: string): ApiError {
  return apiError(
    'illegal_argument_exception',
    `The provided expression [${name}] matches an alias, specify the corresponding concrete indices instead.`,
  );
}

function invalidName(name: string): ApiError {
  return apiError('invalid_index_name_exception', `Invalid index name [${name}], must not start with '_'.`, {
    index: name,
    index_uuid: '_na_',
  });
}

export function indexClosed(index: NamedIndex): ApiError {
  return apiError('index_closed_exception', 'closed', { index: index.name, index_uuid: index.uuid });
}
