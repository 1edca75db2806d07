import { type ApiError, apiError } from '@sextant/contract';
import type { AliasMetadata } from '@sextant/engine';

/** An index, or one that will be there, and what it says of an alias. */
export interface AliasMember {
  readonly index: string;
  readonly metadata: Pick<AliasMetadata, 'isHidden'>;
}

/** What is wrong with an alias that is hidden on some of its indices alone. `shows`: whether an index may be named. */
export function unlikeHidden(
  alias: string,
  members: readonly AliasMember[],
  shows: (index: string) => boolean,
): ApiError | undefined {
  const namesOf = (isHidden: boolean): string[] =>
    members.filter(({ metadata }) => (metadata.isHidden === true) === isHidden).map(({ index }) => index);
  const [hidden, others] = [namesOf(true), namesOf(false)];
  if (hidden.length === 0 || others.length === 0) return undefined;
  const shown = (names: readonly string[]): string => names.filter(shows).join(',');
  return apiError(
    'illegal_state_exception',
    `alias [${alias}] has is_hidden set to true on indices [${shown(hidden)}] but does not have is_hidden set to true on indices [${shown(others)}]; alias must have the same is_hidden setting on all indices`,
  );
}
