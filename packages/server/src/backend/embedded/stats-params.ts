import { apiError, unrecognized } from '@sextant/contract';
import type { BackendRequest } from '../backend.ts';
import type { StatsSection } from './stats-sections.ts';

/** Parameters of statistics calls that say more about some sections, which need not be asked for. */
const readWith: readonly (readonly [name: string, sections: readonly StatsSection[]])[] = [
  ['completion_fields', ['completion']],
  ['fielddata_fields', ['fielddata']],
  ['fields', ['completion', 'fielddata']],
  ['groups', ['search']],
  ['include_segment_file_sizes', ['segments']],
  ['include_unloaded_segments', ['segments']],
];

/** Throws ApiError for parameters that nothing of what is asked for reads; those of `always` are read in any case. */
export function refuseUnreadParams(
  { askedPath, params }: Pick<BackendRequest, 'askedPath' | 'params'>,
  sections: ReadonlySet<StatsSection>,
  always: readonly string[] = [],
): void {
  const unread = readWith.filter(
    ([name, readers]) =>
      params[name] !== undefined && !always.includes(name) && !readers.some((each) => sections.has(each)),
  );
  if (unread.length === 0) return;
  throw unrecognized(
    askedPath,
    'parameter',
    unread.map(([name]) => name),
    [],
  );
}

/** Throws ApiError where `_all` stands beside other metrics. */
export function refuseAllBesideOthers(
  { askedPath }: Pick<BackendRequest, 'askedPath'>,
  asked: readonly string[],
  what: 'metrics' | 'index metrics' = 'metrics',
): void {
  if (asked.length < 2 || !asked.includes('_all')) return;
  const reason = `request [${askedPath}] contains _all and individual ${what} [${asked.join(',')}]`;
  throw apiError('illegal_argument_exception', reason);
}
