import { type ApiError, apiError } from '@sextant/contract';
import type { AliasMetadata } from '@sextant/engine';

/** What is wrong with an alias that is hidden on some of its indices alone; names as they may be shown. */
export function unlikeHidden(
  alias: string,
  members: readonly (readonly [index: string, metadata: AliasMetadata])[],
): ApiError | undefined {
  const namesOf = (isHidden: boolean): string[] =>
    members.filter(([, metadata]) => (metadata.isHidden === true) === isHidden).map(([name]) => name);
  const [hidden, others] = [namesOf(true), namesOf(false)];
  if (hidden.length === 0 || others.length === 0) return undefined;
  return apiError(
    'illegal_state_exception',
    `alias [${alias}] has is_hidden set to true on indices [${hidden.join(',')}] but does not have is_hidden set to true on indices [${others.join(',')}]; alias must have the same is_hidden setting on all indices`,
  );
}
