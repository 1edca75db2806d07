import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { parseAliasActions } from './alias-actions.ts';

/** The reasons from the outermost error to the innermost, and what is called the root. */
function refusal(body: unknown): { readonly chain: readonly string[]; readonly root: string } {
  try {
    parseAliasActions(body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const chain: string[] = [];
    for (
      let cause = error.error as typeof error.error | undefined;
      cause !== undefined;
      cause = cause.causedBy
    )
      chain.push(`${cause.type}: ${cause.reason}`);
    return { chain, root: (error.error.rootCause?.[0] ?? error.error).reason };
  }
  throw new Error('it was taken');
}

const action = (kind: string, body: unknown): unknown => ({ actions: [{ [kind]: body }] });
const parse = 'x_content_parse_exception: ';
const illegal = 'illegal_argument_exception: ';

test('actions name indices and aliases by one name or by several', () => {
  const [added, removed, gone] = parseAliasActions({
    actions: [
      { add: { index: 'i', aliases: ['a', 'b'], routing: 5, is_write_index: 'true' } },
      { remove: { indices: 'i', alias: 'c', must_exist: false } },
      { remove_index: { indices: ['j', 'k'] } },
    ],
  });
  const metadata = { indexRouting: '5', searchRouting: '5', isWriteIndex: true };
  expect(added).toMatchObject({ kind: 'add', indices: ['i'], aliases: ['a', 'b'], metadata });
  expect(removed).toMatchObject({ kind: 'remove', indices: ['i'], aliases: ['c'], mustExist: false });
  expect(gone).toMatchObject({ kind: 'remove_index', indices: ['j', 'k'], aliases: [] });
});

test('an index is not removed by an action that names an alias, or anything else that it does not know', () => {
  const outer = [`${parse}[aliases] failed to parse field [actions]`];
  const inner = `${parse}[alias_action] failed to parse field [remove_index]`;
  expect(refusal(action('remove_index', { index: 'i', alias: 'a' }))).toEqual({
    chain: [
      ...outer,
      inner,
      `${parse}[remove_index] failed to parse field [alias]`,
      `${illegal}[alias] is unsupported for [REMOVE_INDEX]`,
    ],
    root: '[remove_index] failed to parse field [alias]',
  });
  expect(refusal(action('remove_index', { index: 'i', must_exist: true })).chain).toEqual([
    ...outer,
    inner,
    `${parse}[remove_index] unknown field [must_exist]`,
  ]);
});

test.each([
  [action('add', { index: 'i', alias: 'a', must_exist: true }), '[add] unknown field [must_exist]'],
  [action('remove', { index: 'i', alias: 'a', filter: {} }), '[remove] unknown field [filter]'],
  [action('add', { index: 5, alias: 'a' }), "[add] index doesn't support values of type: VALUE_NUMBER"],
  [action('add', { index: ['i'], alias: 'a' }), "[add] index doesn't support values of type: START_ARRAY"],
  [
    action('add', { index: 'i', alias: 'a', filter: 'x' }),
    "[add] filter doesn't support values of type: VALUE_STRING",
  ],
  [action('add', []), "[alias_action] add doesn't support values of type: START_ARRAY"],
  [action('nope', {}), '[alias_action] unknown field [nope]'],
  [{ actions: {} }, "[aliases] actions doesn't support values of type: START_OBJECT"],
  [{ nope: [] }, '[aliases] unknown field [nope]'],
  [[], '[aliases] Expected START_OBJECT but was: START_ARRAY'],
  [{ actions: [] }, 'No action specified'],
  [
    { actions: [{ add: { index: 'i', alias: 'a' }, remove: { index: 'i', alias: 'b' } }] },
    'Failed to build [alias_action] after last required field arrived',
  ],
])('%j is refused, with the innermost fault of its form as the root', (body, root) => {
  expect(refusal(body).root).toBe(root);
});

test.each([
  [{ index: 'i', indices: ['j'], alias: 'a' }, 'Only one of [index] and [indices] is supported'],
  [{ index: 'i', alias: '' }, "[alias] can't be empty string"],
  [{ index: 'i', aliases: [] }, "[aliases] can't be empty"],
  [{ index: 'i', aliases: ['', 'a'] }, "[aliases] can't contain empty string"],
  [{ alias: 'a' }, 'One of [index] or [indices] is required'],
  [{ index: 'i' }, 'One of [alias] or [aliases] is required'],
])('%j is refused: %s', (body, reason) => {
  expect(refusal(action('add', body)).chain.at(-1)).toBe(illegal + reason);
});

test('a filter that cannot be read is no fault of the form', () => {
  expect(refusal(action('add', { index: 'i', alias: 'a', filter: { nope: {} } })).chain[0]).toBe(
    `${illegal}failed to parse filter for alias [a]`,
  );
});

test('one action names more indices and aliases than a function takes arguments', () => {
  const names = Array.from({ length: 150_000 }, (_, n) => `n${n}`);
  const [added] = parseAliasActions(action('add', { indices: names, aliases: names }));
  expect([added!.indices.length, added!.aliases.length]).toEqual([150_000, 150_000]);
});
