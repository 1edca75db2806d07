import { apiError, indexNameProblem, nameProblem } from '@sextant/contract';

/** Throws ApiError `invalid_index_name_exception` where a new index may not be called so. */
export function checkIndexName(name: string): void {
  const problem = indexNameProblem(name);
  if (problem === undefined) return;
  throw apiError('invalid_index_name_exception', `Invalid index name [${name}], ${problem}`, {
    index: name,
    index_uuid: '_na_',
  });
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
