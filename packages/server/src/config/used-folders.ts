import type { Disk } from '@sextant/base';
import { ConfigError } from './settings.ts';

/**
 * Throws ConfigError where one of the data folders is not there, or the first is none that a service has used: what is done to another
 * folder by mistake looks as if it had been done.
 */
export function requireUsed(
  disk: Pick<Disk, 'exists'>,
  [home, ...further]: readonly [string, ...string[]],
): void {
  const advice = 'name the data folders that the service was started with';
  for (const folder of [home, ...further]) {
    if (!disk.exists(folder)) throw new ConfigError(`There is no folder ${folder}; ${advice}`);
  }
  if (!disk.exists(`${home}/indices`)) {
    throw new ConfigError(`The folder ${home} is not the data folder of a service; ${advice}`);
  }
}
