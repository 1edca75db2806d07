import { ApiError, apiError, isObject } from '@sextant/contract';
import type { AliasMetadata } from '@sextant/engine';
import { causeOf } from '../error-body.ts';
import { parseAlias } from './alias-metadata.ts';

export interface AliasAction {
  readonly kind: 'add' | 'remove' | 'remove_index';
  readonly indices: readonly string[];
  readonly aliases: readonly string[];
  readonly metadata: AliasMetadata;
  /** Of a removal: false = nothing to remove is no error. */
  readonly mustExist: boolean | undefined;
}

const namingKeys: ReadonlySet<string> = new Set(['index', 'indices', 'alias', 'aliases', 'must_exist']);

/** `{"actions": [{"add": {…}}, {"remove": {…}}, {"remove_index": {…}}]}`. Throws ApiError. */
export function parseAliasActions(body: unknown): AliasAction[] {
  if (!isObject(body)) throw apiError('x_content_parse_exception', '[aliases] Expected START_OBJECT');
  for (const key of Object.keys(body)) {
    if (key !== 'actions') throw apiError('x_content_parse_exception', `[aliases] unknown field [${key}]`);
  }
  const list = body.actions;
  if (list !== undefined && !Array.isArray(list)) {
    throw apiError('x_content_parse_exception', "[aliases] actions doesn't support values of this type");
  }
  if (list === undefined || list.length === 0)
    throw apiError('illegal_argument_exception', 'No action specified');
  try {
    return list.map(parseAction);
  } catch (error) {
    throw new ApiError({
      type: 'x_content_parse_exception',
      reason: '[aliases] failed to parse field [actions]',
      causedBy: causeOf(error),
    });
  }
}

function parseAction(item: unknown): AliasAction {
  const [entry, ...others] = isObject(item) ? Object.entries(item) : [];
  if (entry === undefined || others.length > 0) {
    throw apiError(
      'illegal_argument_exception',
      'an action is an object with one of [add, remove, remove_index]',
    );
  }
  const [kind, body] = entry;
  if (kind !== 'add' && kind !== 'remove' && kind !== 'remove_index') {
    throw apiError('x_content_parse_exception', `[alias_action] unknown field [${kind}]`);
  }
  if (!isObject(body))
    throw apiError('x_content_parse_exception', `[alias_action] [${kind}] must be an object`);
  const indices = names(body, 'index', 'indices');
  if (indices.length === 0) {
    throw apiError('illegal_argument_exception', 'One of [index] or [indices] is required');
  }
  if (kind === 'remove_index') return { kind, indices, aliases: [], metadata: {}, mustExist: undefined };
  const aliases = names(body, 'alias', 'aliases');
  if (Array.isArray(body.aliases) && body.aliases.length === 0) {
    throw apiError('illegal_argument_exception', "[aliases] can't be empty");
  }
  if (aliases.length === 0) {
    throw apiError('illegal_argument_exception', 'One of [alias] or [aliases] is required');
  }
  const metadata = parseAlias(aliases.join(','), body, namingKeys);
  return { kind, indices, aliases, metadata, mustExist: readMustExist(body.must_exist) };
}

function readMustExist(value: unknown): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  return value === true || value === 'true';
}

/** One name or several, under the singular or the plural key. */
function names(body: Readonly<Record<string, unknown>>, one: string, many: string): string[] {
  const given = [body[one], body[many]].filter((value) => value !== undefined && value !== null).flat();
  return given.map(String).filter((name) => name !== '');
}
