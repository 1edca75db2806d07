import { apiError } from '@sextant/contract';
import { createdVersion } from '../indices/new-index.ts';
import type { LeaderMetadata } from './leader-index.ts';

/** Throws ApiError where the index was made, or brought up, by a later version than this one: it may have what is not known here. */
export function checkLeaderVersion({ name, settings }: LeaderMetadata): void {
  const here = createdVersion;
  for (const [setting, verb] of [
    ['index.version.created', 'is on'],
    ['index.version.upgraded', 'is upgraded with'],
  ] as const) {
    const id = Number(settings[setting] ?? here.id);
    if (id <= Number(here.id)) continue;
    const reason = `Leader index[${name}] ${verb} higher version [${versionText(id)}] than follower [${here.text}]`;
    throw apiError('illegal_argument_exception', reason);
  }
}

/** Two digits each of major, minor, revision and build, over a mark that sets it apart from Elasticsearch's. */
function versionText(id: number): string {
  const digits = id ^ 0x0800_0000;
  return [digits / 1_000_000, (digits / 10_000) % 100, (digits / 100) % 100].map(Math.floor).join('.');
}
