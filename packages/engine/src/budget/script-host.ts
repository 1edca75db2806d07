import type { Clock, Random } from '@sextant/base';

/** What scripts are told of time and chance. */
export interface ScriptHost {
  readonly clock: Pick<Clock, 'now' | 'nanos'>;
  readonly random: Random;
}
