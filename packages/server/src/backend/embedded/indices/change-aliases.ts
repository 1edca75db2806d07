import { type ApiError, apiError, dictionary, isObject, wildcardTest } from '@sextant/contract';
import { type AliasMetadata, hashMapOrder, type IndexMetadata, type MetadataChange } from '@sextant/engine';
import { resolveIndices, splitNames } from '../../../cluster/index-names.ts';
import { changedIndices } from '../../../cluster/indices-options.ts';
import { checkAliasName } from '../../../cluster/name-rules.ts';
import { requireAliasRight } from '../../alias-right.ts';
import type { BackendRequest } from '../../backend.ts';
import { catalogOf, type EmbeddedContext, type Handler, ok } from '../context.ts';
import { validationFailed } from '../document/write-params.ts';
import { readPlaced } from '../read-errors.ts';
import { checkRequestBlocks } from '../request-blocks.ts';
import { dataStreams, streamOf } from '../streams/data-stream.ts';
import { type AliasAction, parseAliasActions } from './alias-actions.ts';
import { removeAndChange } from './alias-intent.ts';
import { AliasChanges, checkAliasCount } from './alias-limits.ts';
import { parseAlias } from './alias-metadata.ts';
import { changeInTurn } from './change-in-turn.ts';
import { type AliasMember, unlikeHidden } from './hidden-alias.ts';
import { isBeingMade, membersToBe, writersToBe } from './names-being-made.ts';
import { duplicate, severalWriters, shownTo } from './new-index.ts';

export const putAlias: Handler<'indices.put_alias' | 'indices.put_alias_by_body'> = async (
  context,
  request,
) => {
  const body: unknown = request.body.empty ? {} : await request.body.json('script-doubles');
  const given = isObject(body) ? body : {};
  const indices =
    given.index === undefined || given.index === null ? request.indices : splitNames(String(given.index));
  const alias = textOf(given.alias) ?? request.pathParams.name;
  const metadata = parseAlias(alias ?? '', given, new Set(['index', 'alias']));
  if (indices.length === 0) throw apiError('illegal_argument_exception', "[indices] can't be empty");
  if (alias === undefined || alias === '') throw validationFailed(['alias cannot be empty string']);
  await applyActions(context, request, [
    { kind: 'add', indices, aliases: [alias], metadata, mustExist: undefined },
  ]);
  return ok({ acknowledged: true });
};

function textOf(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : String(value);
}

export const deleteAlias: Handler<'indices.delete_alias'> = async (context, request) => {
  const indices = request.indices;
  const aliases = splitNames(request.pathParams.name);
  await applyActions(context, request, [
    { kind: 'remove', indices, aliases, metadata: {}, mustExist: undefined },
  ]);
  return ok({ acknowledged: true });
};

export const updateAliases: Handler<'indices.update_aliases'> = async (context, request) => {
  if (request.body.empty) throw apiError('parse_exception', 'request body is required');
  await applyActions(
    context,
    request,
    readPlaced(request, await request.body.json('script-doubles'), parseAliasActions),
  );
  return ok({ acknowledged: true });
};

type Aliases = Record<string, AliasMetadata>;

/** Works out all actions first, so that a mistake in one leaves everything as it was; then applies them. */
function applyActions(
  context: EmbeddedContext,
  request: BackendRequest,
  actions: readonly AliasAction[],
): Promise<void> {
  return changeInTurn(context.engine, () => applyNow(context, request, actions));
}

/** What actions change, worked out over what is there now. `unblocked`: an index that will be open to changes then. Throws ApiError. */
export function aliasChanges(
  context: EmbeddedContext,
  request: BackendRequest,
  actions: readonly AliasAction[],
  unblocked: string,
): ReadonlyMap<string, MetadataChange> {
  const plan = new AliasPlan(context, request, unblocked);
  for (const action of actions) plan.add(action);
  plan.check();
  return new Map([...plan.changes].map(([name, aliases]) => [name, { aliases }]));
}

async function applyNow(
  context: EmbeddedContext,
  request: BackendRequest,
  actions: readonly AliasAction[],
): Promise<void> {
  const plan = new AliasPlan(context, request);
  for (const action of actions) plan.add(action);
  plan.check();
  const removed = context.engine.indices().filter(({ name }) => plan.removedIndices.has(name));
  await removeAndChange(context, removed, plan.changes);
}

class AliasPlan {
  readonly changes = new Map<string, Aliases>();
  readonly removedIndices = new Set<string>();
  private readonly context: EmbeddedContext;
  private readonly request: BackendRequest;
  private readonly unblocked: string | undefined;
  private readonly named = new Set<string>();
  /** Names of the aliases that indices had, listed once. */
  private readonly before = new Map<string, readonly string[]>();
  private readonly counted = new AliasChanges();
  private isEmpty = true;
  /** What is to hold where all that is named is there: aliases may get the names of indices that go, wherever that is said. */
  private readonly checks: (() => void)[] = [];

  constructor(context: EmbeddedContext, request: BackendRequest, unblocked?: string) {
    this.context = context;
    this.request = request;
    this.unblocked = unblocked;
  }

  add(action: AliasAction): void {
    const isLeftOut = (name: string): boolean => action.kind === 'remove' && name.startsWith('-');
    requireAliasRight(
      this.request.access,
      action.aliases.filter((name) => !isLeftOut(name)),
    );
    const privilege = action.kind === 'remove_index' ? 'indices:admin/delete' : 'indices:admin/aliases';
    const catalog = catalogOf(this.context, this.request, privilege);
    const options = { ...changedIndices, withoutStreams: true, refuseAliases: true };
    const indices = resolveIndices(catalog, action.indices, options).map((entry) => entry.index);
    this.counted.add(indices, action.aliases);
    this.checkStreams(action, indices);
    const blockable = indices.filter(({ name }) => name !== this.unblocked);
    checkRequestBlocks(this.context, this.request, blockable, 'metadata_write', { named: true });
    const names = indices.map((index) => index.name);
    if (action.kind === 'remove_index') for (const name of names) this.removedIndices.add(name);
    else if (action.kind === 'add') this.addAliases(action, indices);
    else if (action.mustExist === false) this.removeNamed(action, indices);
    else this.removeAliases(action, indices);
    for (const alias of action.aliases) this.named.add(alias);
    if (action.kind !== 'remove' || action.mustExist === false) this.isEmpty = false;
  }

  /** Indices of data streams have no aliases, and are removed elsewhere. Throws ApiError. */
  private checkStreams({ indices: named }: AliasAction, indices: readonly IndexMetadata[]): void {
    const streams = indices.map(({ name }) => streamOf(this.context.metadata, name));
    const stream = streams.find((name) => name !== undefined);
    if (stream === undefined) return;
    const reason = `The provided expressions [${named.join(',')}] match a backing index belonging to data stream [${stream}]. Data streams and their backing indices don't support aliases.`;
    throw apiError('illegal_argument_exception', reason);
  }

  /** Throws ApiError where nothing of what is named is there, an index is removed as well as changed, or two indices would both be the write index of an alias. */
  check(): void {
    if (this.isEmpty && this.named.size > 0) throw missing(hashMapOrder([...this.named]));
    for (const check of this.checks) check();
    const { engine } = this.context;
    for (const [name, aliases] of this.changes) {
      const before = Object.keys(engine.index(name)?.aliases ?? {}).length;
      checkAliasCount(name, Object.keys(aliases).length, before);
    }
    const writers = new Map<string, Set<string>>();
    for (const index of engine.indices()) {
      if (this.removedIndices.has(index.name)) continue;
      for (const [alias, metadata] of Object.entries(this.changes.get(index.name) ?? index.aliases)) {
        if (metadata.isWriteIndex !== true) continue;
        const names = writers.get(alias) ?? new Set(writersToBe(engine, alias));
        writers.set(alias, names.add(index.name));
      }
    }
    for (const [alias, names] of writers) {
      if (names.size < 2) continue;
      throw severalWriters(alias, [...names].filter(shownTo(this.request)));
    }
    this.checkHidden();
  }

  /** Of what is changed here: an alias that was like that before is in nobody's way. */
  private checkHidden(): void {
    const { engine } = this.context;
    const members = new Map<string, AliasMember[]>();
    for (const [name, aliases] of this.changes) {
      const before = engine.index(name)?.aliases;
      for (const [alias, metadata] of Object.entries(aliases)) {
        const isNew = before === undefined || !Object.hasOwn(before, alias) || before[alias] !== metadata;
        if (isNew && !members.has(alias)) members.set(alias, [...membersToBe(engine, alias)]);
      }
    }
    if (members.size === 0) return;
    for (const index of engine.indices()) {
      if (this.removedIndices.has(index.name)) continue;
      for (const [alias, metadata] of Object.entries(this.changes.get(index.name) ?? index.aliases))
        members.get(alias)?.push({ index: index.name, metadata });
    }
    for (const [alias, all] of members) {
      const unlike = unlikeHidden(alias, all, shownTo(this.request));
      if (unlike !== undefined) throw unlike;
    }
  }

  /** A name by itself is not looked for among all: there may be many of both. */
  private namesLike({ name, aliases }: IndexMetadata, pattern: string): readonly string[] {
    if (pattern !== '_all' && !pattern.includes('*')) return Object.hasOwn(aliases, pattern) ? [pattern] : [];
    const all = this.before.get(name) ?? Object.keys(aliases);
    this.before.set(name, all);
    return pattern === '_all' ? all : all.filter(wildcardTest(pattern));
  }

  private aliasesOf(index: IndexMetadata): Aliases {
    const known = this.changes.get(index.name);
    if (known !== undefined) return known;
    this.checks.push(() => this.checkStays(index));
    const aliases = dictionary(index.aliases);
    this.changes.set(index.name, aliases);
    return aliases;
  }

  /** Throws ApiError where the index is removed as well. */
  private checkStays({ name }: IndexMetadata): void {
    if (!this.removedIndices.has(name)) return;
    const details = { index: name, index_uuid: '_na_' };
    throw apiError('index_not_found_exception', `no such index [${name}]`, details);
  }

  private addAliases(action: AliasAction, indices: readonly IndexMetadata[]): void {
    for (const alias of action.aliases) {
      for (const index of indices) {
        this.aliasesOf(index)[alias] = action.metadata;
        if (index === indices[0]) this.checks.push(() => this.checkName(alias, index));
      }
    }
  }

  /** Throws ApiError where the index can have no alias of the name. */
  private checkName(alias: string, { name, uuid }: IndexMetadata): void {
    const same = catalogOf(this.context, this.request).get(alias);
    const made = isBeingMade(this.context.engine, alias) ? '_na_' : undefined;
    checkAliasName(alias, same !== undefined && !this.removedIndices.has(alias) ? same.uuid : made);
    if (!this.context.metadata.entries(dataStreams).has(alias)) return;
    throw duplicate(`${alias} (alias of [${name}/${uuid}]) conflicts with data stream`);
  }

  /** Those that are there, also by an action before: where none need be, no name is a pattern. */
  private removeNamed({ aliases }: AliasAction, indices: readonly IndexMetadata[]): void {
    for (const index of indices) {
      const now = this.changes.get(index.name) ?? index.aliases;
      const found = aliases.filter((alias) => Object.hasOwn(now, alias));
      for (const alias of found) delete this.aliasesOf(index)[alias];
      if (found.length === 0) this.checks.push(() => this.checkStays(index));
    }
  }

  /** What is removed had been there before the request; a name or pattern after `-` leaves out what those before it have named. */
  private removeAliases(
    { aliases: patterns, mustExist }: AliasAction,
    indices: readonly IndexMetadata[],
  ): void {
    const unmet = new Set<string>();
    for (const index of indices) {
      const found = new Set<string>();
      for (const pattern of patterns) {
        if (!pattern.startsWith('-')) for (const alias of this.namesLike(index, pattern)) found.add(alias);
        else if (found.size > 0) for (const alias of namesAmong(found, pattern.slice(1))) found.delete(alias);
      }
      for (const alias of found) delete this.aliasesOf(index)[alias];
      if (found.size > 0) this.isEmpty = false;
      if (mustExist !== true) continue;
      // What is left out is missing as well, as in OpenSearch.
      for (const pattern of patterns) {
        if (namesAmong(found, pattern).length === 0) unmet.add(pattern);
      }
    }
    if (unmet.size > 0) throw missing([...unmet]);
  }
}

/** As `namesLike`, of those that were found, where `_all` is a name. */
function namesAmong(found: ReadonlySet<string>, pattern: string): readonly string[] {
  if (!pattern.includes('*')) return found.has(pattern) ? [pattern] : [];
  return [...found].filter(wildcardTest(pattern));
}

function missing(aliases: readonly string[]): ApiError {
  const [first, ...others] = aliases;
  return apiError('aliases_not_found_exception', `aliases [${aliases.join(', ')}] missing`, {
    'resource.id': others.length > 0 ? aliases : first,
    'resource.type': 'aliases',
  });
}
