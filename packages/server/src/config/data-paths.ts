import { resolve, sep } from 'node:path';
import { ConfigError, type Settings } from './settings.ts';

/** The folders of `path.data`, the first of which holds the metadata. Throws ConfigError where two are one, or one lies in another. */
export function dataPaths(settings: Settings): readonly [home: string, ...further: string[]] {
  const [home, ...further] = settings.get('path.data').map((path) => resolve(path));
  if (home === undefined) throw new ConfigError('path.data: at least one folder is needed');
  const all: readonly [string, ...string[]] = [home, ...further];
  for (const [at, path] of all.entries()) {
    for (const other of all.slice(at + 1)) {
      if (path === other) throw new ConfigError(`path.data: [${path}] is named twice`);
      if (other.startsWith(path + sep)) throw new ConfigError(`path.data: [${other}] lies in [${path}]`);
      if (path.startsWith(other + sep)) throw new ConfigError(`path.data: [${path}] lies in [${other}]`);
    }
  }
  return all;
}

/** The first of `dataPaths`: what the service keeps beside shards is there. */
export function homePath(settings: Settings): string {
  return dataPaths(settings)[0];
}
