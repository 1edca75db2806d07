import { apiError, dictionary, isObject, type Json, type JsonMap, wildcardTest } from '@sextant/contract';
import { type IndexMetadata, type MappedField, Mapping, parseWholeQuery, shownName } from '@sextant/engine';
import { blocksOf } from '../../../cluster/blocks.ts';
import { resolveIndices } from '../../../cluster/index-names.ts';
import { indicesOptions, metadataIndices } from '../../../cluster/indices-options.ts';
import type { BackendRequest } from '../../backend.ts';
import { catalogOf, type EmbeddedContext, type Handler, ok } from '../context.ts';
import { asSeen, visibleParts } from '../document/visible-documents.ts';
import { systemFields } from '../indices/system-fields.ts';
import { checkMembers } from '../read-errors.ts';
import { canMatch, type SearchOf } from './can-match.ts';
import { requestBudget } from './request-budget.ts';
import { readSearchBody } from './search-body.ts';

/** What can be done with one field in one index. */
interface Capability {
  readonly type: string;
  readonly searchable: boolean;
  readonly aggregatable: boolean;
  readonly meta: Readonly<Record<string, unknown>>;
}

type Capabilities = ReadonlyMap<string, Capability>;

/** What can be done with fields, over indices that may map them differently. */
export const fieldCaps: Handler<'field_caps'> = async (context, request) => {
  const body = await readSearchBody(request);
  checkMembers(body, ['fields', 'index_filter']);
  const fields = wantedFields(request.params.fields, body.fields);
  const filter = body.index_filter;
  // What cannot be read is told whatever there is.
  if (filter !== undefined) parseWholeQuery(filter);
  const indices = await indicesOf(context, request, filter as JsonMap | undefined);
  const tests = fields.map(wildcardTest);
  const byIndex = indices.map((index) => [index.name, capabilities(index, tests)] as const);
  const names = new Set(byIndex.flatMap(([, found]) => [...found.keys()]));
  const unmapped = request.params.include_unmapped === true;
  const entries = [...names].map((name) => [name, merged(name, byIndex, unmapped)] as const);
  return ok({ indices: indices.map(({ name }) => name), fields: Object.fromEntries(entries) });
};

/** Clients of Elasticsearch 8 and later name the fields in the body, all others in the address. */
function wantedFields(inAddress: readonly string[] | undefined, inBody: unknown): readonly string[] {
  if (inBody !== undefined && inAddress !== undefined) {
    throw apiError(
      'illegal_argument_exception',
      '[fields] can be in the address or in the body, not in both',
    );
  }
  const asked = inBody ?? inAddress ?? [];
  const given: unknown = typeof asked === 'string' ? [asked] : asked;
  if (!Array.isArray(given) || given.some((name) => typeof name !== 'string')) {
    throw apiError('parsing_exception', '[fields] must be a list of names');
  }
  if (given.length === 0) {
    throw apiError('illegal_argument_exception', "specified fields can't be null or empty");
  }
  return given as readonly string[];
}

async function indicesOf(
  context: EmbeddedContext,
  request: BackendRequest,
  filter: JsonMap | undefined,
): Promise<readonly IndexMetadata[]> {
  const names = request.indices;
  // Those that are closed or not to be read have no fields to tell of, whoever names them.
  const options = indicesOptions(request.params, metadataIndices);
  const found = resolveIndices(catalogOf(context, request), names, options)
    .filter(({ index }) => index.state === 'open' && blocksOf(index, 'read').length === 0)
    .map(({ index }) => asSeen(context, request, index));
  found.sort((a, b) => (a.name < b.name ? -1 : 1));
  if (filter === undefined) return found;
  const kept: IndexMetadata[] = [];
  const budget = requestBudget(context, request);
  const visible = visibleParts(context, request, found);
  const search: SearchOf = (options) => context.engine.search({ ...options, ...visible, budget });
  for (const index of found) if (await canMatch(search, index, filter)) kept.push(index);
  return kept;
}

function capabilities(index: IndexMetadata, tests: readonly ((name: string) => boolean)[]): Capabilities {
  const wanted = (name: string): boolean => tests.some((test) => test(name));
  const found = new Map<string, Capability>();
  // Before anything is mapped an index has not even these.
  const isMapped = Object.keys(index.mappings).length > 0;
  for (const [name, field] of isMapped ? Object.entries(systemFields) : []) {
    if (wanted(name)) found.set(name, { ...field, meta: {} });
  }
  const mapping = Mapping.create(index.mappings, index.settings);
  if (mapping.join !== undefined && wanted('_parent_join'))
    found.set('_parent_join', { type: 'parent_join', searchable: false, aggregatable: false, meta: {} });
  for (const field of mapping.matching('*')) {
    const name = shownName(field);
    if (!wanted(name)) continue;
    found.set(name, ofField(field));
    for (const path of field.shownAs === undefined ? parents(name) : []) {
      const object = mapping.object(path);
      if (object === undefined) continue;
      const type = object.nested === undefined ? 'object' : 'nested';
      found.set(path, { type, searchable: false, aggregatable: false, meta: {} });
    }
  }
  return found;
}

function ofField(field: MappedField): Capability {
  if (field.derived !== undefined)
    return { type: 'derived', searchable: false, aggregatable: true, meta: {} };
  const { meta } = field.definition;
  return {
    type: field.type,
    searchable: field.indexed && field.fieldType.noExists === undefined,
    aggregatable: field.docValues || field.fielddata !== undefined,
    meta: isObject(meta) ? meta : {},
  };
}

function* parents(path: string): Generator<string> {
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) yield path.slice(0, dot);
}

/** A field by type: which indices have it so, and where it cannot be searched or aggregated. */
function merged(
  name: string,
  byIndex: readonly (readonly [index: string, fields: Capabilities])[],
  withUnmapped: boolean,
): JsonMap {
  const types = new Map<string, [index: string, capability: Capability][]>();
  const missing: string[] = [];
  for (const [index, fields] of byIndex) {
    const capability = fields.get(name);
    if (capability === undefined) missing.push(index);
    else types.set(capability.type, [...(types.get(capability.type) ?? []), [index, capability]]);
  }
  const unmapped = withUnmapped ? missing : [];
  const split = types.size > 1 || unmapped.length > 0;
  const body: Record<string, Json> = dictionary();
  for (const [type, members] of types) body[type] = ofType(type, members, split);
  if (unmapped.length > 0) {
    body.unmapped = { type: 'unmapped', searchable: false, aggregatable: false, indices: unmapped };
  }
  return body;
}

function ofType(
  type: string,
  members: readonly (readonly [index: string, capability: Capability])[],
  split: boolean,
): JsonMap {
  const without = (key: 'searchable' | 'aggregatable'): string[] =>
    members.filter(([, capability]) => !capability[key]).map(([index]) => index);
  const notSearchable = without('searchable');
  const notAggregatable = without('aggregatable');
  const partly = (names: readonly string[]): boolean => names.length > 0 && names.length < members.length;
  const meta = mergedMeta(members.map(([, capability]) => capability.meta));
  return {
    type,
    searchable: notSearchable.length === 0,
    aggregatable: notAggregatable.length === 0,
    ...(split ? { indices: members.map(([index]) => index) } : {}),
    ...(partly(notSearchable) ? { non_searchable_indices: notSearchable } : {}),
    ...(partly(notAggregatable) ? { non_aggregatable_indices: notAggregatable } : {}),
    ...(Object.keys(meta).length === 0 ? {} : { meta }),
  };
}

function mergedMeta(metas: readonly Readonly<Record<string, unknown>>[]): JsonMap {
  const values = new Map<string, Set<string>>();
  for (const meta of metas) {
    for (const [key, value] of Object.entries(meta)) {
      values.set(key, (values.get(key) ?? new Set()).add(String(value)));
    }
  }
  return Object.fromEntries([...values].sort().map(([key, set]) => [key, [...set].sort()]));
}
