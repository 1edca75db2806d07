import { ApiError, apiError, isObject } from '@sextant/contract';
import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { type DerivedDefinitions, parseDerived } from '../mapping/derived/derived-definition.ts';
import { DerivedFields } from '../mapping/derived/derived-fields.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { SAMPLE } from '../query/derived/infer-type.ts';
import { withDefinitions } from './derived-mapping.ts';
import type { SearchRequest } from './search-request.ts';
import type { SearchSetup } from './search-setup.ts';
import type { ShardTarget } from './shard-target.ts';
import { visibleShards } from './visible-shards.ts';

type Derives = Pick<SearchRequest, 'derived'>;

const NONE: DerivedDefinitions = new Map();

/** The shards as the search has them: what the caller may see of them, with the fields that scripts make of it. */
export function* searchedShards(setup: Omit<SearchSetup, 'windows'>): Steps<readonly ShardTarget[]> {
  return withDerived(yield* visibleShards(setup), setup);
}

/**
 * The shards with the fields that the search derives beside those of their mappings. Where it may derive none they are not mapped. A
 * shard whose definitions cannot be read stays as it is: see `checkDerived`.
 */
function withDerived(
  shards: readonly ShardTarget[],
  { request, options, budget }: Pick<SearchSetup, 'request' | 'options' | 'budget'>,
): readonly ShardTarget[] {
  const { byRule = false } = options;
  return shards.map((shard) => {
    const own = shard.mapping.settings.derived ?? NONE;
    if (own.size === 0 && request.derived === null) return shard;
    if (!byRule && !mayDerive(shard, budget))
      return { ...shard, mapping: shard.mapping.withDerived(new DerivedFields()) };
    const all = new Map([...own, ...definitionsOf(request, shard.mapping)]);
    return {
      ...shard,
      mapping: withDefinitions(shard, all, budget, byRule ? Number.POSITIVE_INFINITY : SAMPLE),
    };
  });
}

function mayDerive({ metadata }: ShardTarget, budget: WorkBudget): boolean {
  return !budget.refusesDerived && String(metadata.settings[INDEX_SETTING] ?? true) !== 'false';
}

const INDEX_SETTING = 'index.query.derived_field.enabled';

/** Fields that documents have keep their names. */
function definitionsOf({ derived }: Derives, mapping: Mapping): DerivedDefinitions {
  if (derived === null) return NONE;
  const given = parsed(derived);
  const keepsNames = [...given.keys()].every((name) => mapping.mapper(name) === undefined);
  return keepsNames ? given : new Map([...given].filter(([name]) => mapping.mapper(name) === undefined));
}

function parsed(derived: NonNullable<SearchRequest['derived']>): DerivedDefinitions {
  try {
    return readDefinitions(derived);
  } catch {
    return NONE;
  }
}

/** What was read of the `derived` of a search, or why it could not be: it is the same for all shards. */
const known = new WeakMap<object, DerivedDefinitions | ApiError>();

/** Throws ApiError. */
function readDefinitions(derived: NonNullable<SearchRequest['derived']>): DerivedDefinitions {
  let read = known.get(derived);
  if (read === undefined) {
    try {
      read = parseDerived(withoutDots(derived));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      read = error;
    }
    known.set(derived, read);
  }
  if (read instanceof ApiError) throw read;
  return read;
}

/** No query finds a field with a dot in its name, as in OpenSearch. */
function withoutDots(derived: unknown): unknown {
  if (!isObject(derived)) return derived;
  return Object.fromEntries(Object.entries(derived).filter(([name]) => !name.includes('.')));
}

/** Throws ApiError where the shard can derive no fields, or not those. */
export function checkDerived({ derived }: Derives, shard: ShardTarget, budget: WorkBudget): void {
  if (derived === null || Object.keys(derived).length === 0) return;
  const refused = (why: string): Error =>
    apiError('exception', `[derived field] queries cannot be executed when ${why} is set to false.`);
  if (!mayDerive(shard, budget)) throw refused(`'${INDEX_SETTING}' or 'search.derived_field.enabled'`);
  if (budget.refusesExpensive) throw refused("'search.allow_expensive_queries'");
  readDefinitions(derived);
}
