import { ApiError, apiError, isObject } from '@sextant/contract';
import {
  type AliasMetadata,
  booleanField,
  type FieldParser,
  type FieldParsers,
  readFields,
  textField,
  tokenOf,
} from '@sextant/engine';
import { parseAlias } from './alias-metadata.ts';

type Kind = 'add' | 'remove' | 'remove_index';

export interface AliasAction {
  readonly kind: Kind;
  readonly indices: readonly string[];
  readonly aliases: readonly string[];
  readonly metadata: AliasMetadata;
  /** Of a removal: true = each name must be that of something; false = nothing to remove is no error; undefined = unless it is all there is to do. */
  readonly mustExist: boolean | undefined;
}

/** What a body says; an alias is not yet what it says of it. */
interface Draft {
  readonly kind: Kind;
  readonly indices: string[];
  readonly aliases: string[];
  readonly alias: Record<string, unknown>;
  mustExist: boolean | undefined;
}

/** `{"actions": [{"add": {…}}, {"remove": {…}}, {"remove_index": {…}}]}`. Throws ApiError. */
export function parseAliasActions(body: unknown): AliasAction[] {
  requireObject('aliases', body);
  const drafts: Draft[] = [];
  const read = (list: unknown): void => {
    for (const item of list as readonly unknown[]) drafts.push(readItem(item));
  };
  readFields('aliases', body, { actions: { tokens: ['START_ARRAY'], read } });
  if (drafts.length === 0) throw illegal('No action specified');
  return drafts.map(({ kind, indices, aliases, alias, mustExist }) => {
    return { kind, indices, aliases, metadata: parseAlias(aliases.join(','), alias), mustExist };
  });
}

function readItem(item: unknown): Draft {
  requireObject('alias_action', item);
  const drafts: Draft[] = [];
  const action = (kind: Kind): FieldParser => ({
    tokens: ['START_OBJECT'],
    read: (body) => void drafts.push(readAction(kind, body as Readonly<Record<string, unknown>>)),
  });
  readFields('alias_action', item, {
    add: action('add'),
    remove: action('remove'),
    remove_index: action('remove_index'),
  });
  const [draft, ...others] = drafts;
  if (draft === undefined) throw illegal('an action is one of [add, remove, remove_index]');
  if (others.length > 0) throw tooMany();
  if (draft.indices.length === 0) throw illegal('One of [index] or [indices] is required');
  if (draft.aliases.length === 0 && draft.kind !== 'remove_index') {
    throw illegal('One of [alias] or [aliases] is required');
  }
  return draft;
}

function readAction(kind: Kind, body: Readonly<Record<string, unknown>>): Draft {
  const draft: Draft = { kind, indices: [], aliases: [], alias: {}, mustExist: undefined };
  const kept = (name: string): FieldParser => ({
    tokens: name === 'filter' ? ['START_OBJECT'] : ['VALUE_STRING', 'VALUE_NUMBER'],
    read: (value) => {
      draft.alias[name] = value;
    },
  });
  const flag = (name: string): FieldParser =>
    booleanField((value) => {
      draft.alias[name] = value;
    });
  const common: FieldParsers = {
    ...namesFields('index', 'indices', draft.indices),
    ...namesFields('alias', 'aliases', draft.aliases, kind === 'remove_index'),
  };
  const mustExist = booleanField((value) => {
    draft.mustExist = value;
  });
  const ofAlias = Object.fromEntries([
    ...keptNames.map((name) => [name, kept(name)] as const),
    ...flagNames.map((name) => [name, flag(name)] as const),
  ]);
  const further: ReadonlyMap<Kind, FieldParsers> = new Map([
    ['add', ofAlias],
    ['remove', { must_exist: mustExist }],
  ]);
  readFields(kind, body, { ...common, ...further.get(kind) });
  return draft;
}

const keptNames = [
  'filter',
  'routing',
  'index_routing',
  'indexRouting',
  'index-routing',
  'search_routing',
  'searchRouting',
  'search-routing',
];

const flagNames = ['is_write_index', 'is_hidden'];

/** One name, or several under the plural; `isForbidden`: this action takes neither. */
function namesFields(one: string, many: string, found: string[], isForbidden = false): FieldParsers {
  const check = (key: string, list: readonly string[]): void => {
    if (isForbidden) throw illegal(`[${key}] is unsupported for [REMOVE_INDEX]`);
    if (found.length > 0) throw illegal(`Only one of [${one}] and [${many}] is supported`);
    for (const name of list) found.push(name);
  };
  const single = textField((name) => {
    if (name === '') throw illegal(`[${one}] can't be empty string`);
    check(one, [name]);
  });
  const read = (value: unknown): void => {
    const list = [value].flat().map(String);
    if (list.length === 0) throw illegal(`[${many}] can't be empty`);
    if (list.includes('')) throw illegal(`[${many}] can't contain empty string`);
    check(many, list);
  };
  return { [one]: single, [many]: { tokens: ['VALUE_STRING', 'START_ARRAY'], read } };
}

function requireObject(parser: string, value: unknown): asserts value is Readonly<Record<string, unknown>> {
  if (isObject(value)) return;
  const reason = `[${parser}] Expected START_OBJECT but was: ${tokenOf(value)}`;
  throw apiError('x_content_parse_exception', reason);
}

function illegal(reason: string): ApiError {
  return apiError('illegal_argument_exception', reason);
}

function tooMany(): ApiError {
  const { error: causedBy } = illegal('Too many operations declared on operation entry');
  const reason = 'Failed to build [alias_action] after last required field arrived';
  return new ApiError({ type: 'x_content_parse_exception', reason, causedBy });
}
