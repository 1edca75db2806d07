import { apiError } from '@sextant/contract';

const forbidden = /[ "*\\<|,>/?]/;
const forbiddenText = 'must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?]';

/** Throws ApiError `invalid_index_name_exception` where a new index may not be called so. */
export function checkIndexName(name: string): void {
  const problem = nameProblem(name) ?? (name !== name.toLowerCase() ? 'must be lowercase' : undefined);
  if (problem === undefined) return;
  throw apiError('invalid_index_name_exception', `Invalid index name [${name}], ${problem}`, {
    index: name,
    index_uuid: '_na_',
  });
}

/** What keeps a name from being that of an index, an alias or a data stream. */
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'must not be empty';
  if (forbidden.test(name)) return forbiddenText;
  if (name.includes('#')) return "must not contain '#'";
  if (name.includes(':')) return "must not contain ':'";
  if (/^[_\-+]/.test(name)) return "must not start with '_', '-', or '+'";
  const length = new TextEncoder().encode(name).length;
  if (length > 255) return `index name is too long, (${length} > 255)`;
  if (name === '.' || name === '..') return "must not be '.' or '..'";
  return undefined;
}

/**
 * Throws ApiError where an alias may not be called so; `indexUuid`: an index of this name, if there is one.
 */
export function checkAliasName(alias: string, indexUuid: string | undefined): void {
  if (indexUuid !== undefined) {
    throw apiError(
      'invalid_alias_name_exception',
      `Invalid alias name [${alias}], an index exists with the same name as the alias`,
      { index: alias, index_uuid: indexUuid },
    );
  }
  const problem = nameProblem(alias);
  if (problem !== undefined) {
    throw apiError('invalid_alias_name_exception', `Invalid alias name [${alias}]: ${problem}`);
  }
}
