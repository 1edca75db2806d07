import { ApiError, apiError, boxedJson, dictionary, nameProblem } from '@sextant/contract';
import { FOLLOWER_SETTING, type IndexMetadata, type MetadataChange } from '@sextant/engine';
import { type FlatSettings, type SettingsUpdate, withoutNulls } from '../../../cluster/flat-settings.ts';
import { indexSettings } from '../../../cluster/settings/index-rows.ts';
import { checkMergeLimits } from '../../../cluster/settings/merge-limits.ts';
import { validateNewSettings, validateSettingValues } from '../../../cluster/settings-validation.ts';
import { isSystemIndex } from '../../system-index.ts';
import type { EmbeddedContext } from '../context.ts';
import { changeWithAliases, isBeingMade } from '../indices/names-being-made.ts';
import { streamIndices } from '../streams/data-stream.ts';
import type { LeaderMetadata } from './leader-index.ts';

/** What a follower decides for itself. */
const own: ReadonlySet<string> = new Set([
  // Needs a setting that a follower is not made with.
  'index.bulk.adaptive_shard_selection.enabled',
  'index.routing.allocation.enable',
  'index.routing.rebalance.enable',
  'index.soft_deletes.retention_lease.period',
  'index.write.wait_for_active_shards',
  'index.plugins.replication.translog.retention_lease.pruning.enabled',
  'index.replication.translog.retention_lease.pruning.enabled',
]);

function isTaken(name: string): boolean {
  if (own.has(name) || name.startsWith('index.blocks.')) return false;
  const update = indexSettings.find(name)?.update;
  return update === 'dynamic' || update === 'static';
}

/** Settings that a follower may have instead of its leader's. Throws ApiError. */
export function checkOverrides(settings: FlatSettings): void {
  validateNewSettings({ ...settings });
  const fixed = Object.keys(settings).find((name) => indexSettings.find(name)?.update === 'final');
  if (fixed === undefined) return;
  throw apiError('illegal_argument_exception', `cannot modify setting [${fixed}] on restore`);
}

/** What is taken of a leader is checked as what a caller gives: it may be of another version, or lie. Throws ApiError. */
function checkTaken(
  taken: FlatSettings,
  { name: leader, whole }: { readonly name: string; readonly whole: FlatSettings },
): void {
  try {
    for (const [name, value] of Object.entries<unknown>(taken)) {
      const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
      if (texts.every((text) => typeof text === 'string')) continue;
      throw apiError(
        'illegal_argument_exception',
        `the value of setting [${name}] is neither text nor a list`,
      );
    }
    validateSettingValues(taken);
    checkMergeLimits(whole);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reason = `settings of leader index [${leader}] cannot be taken: ${error.error.reason}`;
    throw apiError('illegal_argument_exception', reason);
  }
}

/** The settings of a new follower. Throws ApiError where one of its leader cannot be taken. */
export function followerSettings(
  leader: LeaderMetadata,
  follower: string,
  overrides: FlatSettings,
): FlatSettings {
  const taken = Object.entries(leader.settings).filter(([name]) => {
    return isTaken(name) || indexSettings.find(name)?.update === 'final' || name === 'index.version.created';
  });
  const settings = { ...Object.fromEntries(taken), ...overrides };
  checkTaken(settings, { name: leader.name, whole: settings });
  return dictionary({
    ...settings,
    'index.provided_name': follower,
    [FOLLOWER_SETTING]: leader.name,
  });
}

type NamesHere = Pick<EmbeddedContext, 'engine' | 'metadata'>;

/** Aliases of a follower are never written to. Those whose names no alias can have here, or something else has, are left out. */
export function followerAliases(
  { engine, metadata }: NamesHere,
  { aliases }: LeaderMetadata,
): IndexMetadata['aliases'] {
  const streams = streamIndices(engine, metadata);
  const isFree = (name: string): boolean =>
    nameProblem(name) === undefined &&
    !isSystemIndex(name) &&
    !streams.has(name) &&
    engine.index(name) === undefined &&
    !isBeingMade(engine, name);
  const entries = Object.entries(aliases)
    .filter(([name]) => isFree(name))
    .map(([name, alias]) => [name, alias.isWriteIndex === true ? { ...alias, isWriteIndex: false } : alias]);
  return dictionary(Object.fromEntries(entries) as IndexMetadata['aliases']);
}

function settingsDifference(
  index: IndexMetadata,
  leader: LeaderMetadata,
  overrides: FlatSettings,
): SettingsUpdate {
  const wanted: FlatSettings = { ...leader.settings, ...overrides };
  const update: SettingsUpdate = dictionary();
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(index.settings)])) {
    if (!isTaken(name)) continue;
    const [now, then] = [index.settings[name], wanted[name]];
    if (JSON.stringify(now) !== JSON.stringify(then)) update[name] = then ?? null;
  }
  return update;
}

interface Sync {
  readonly leader: LeaderMetadata;
  readonly overrides: FlatSettings;
  /** Where a setting asks for it, the index is closed for a moment; else such settings wait. */
  readonly mayClose: boolean;
}

/**
 * Makes settings, mapping and aliases those of the leader; false: another time something of them may be taken that now is not. Rejects
 * with ApiError where one of them cannot be taken.
 */
export async function syncMetadata(
  context: NamesHere,
  name: string,
  { leader, overrides, mayClose }: Sync,
): Promise<boolean> {
  const { engine } = context;
  const index = engine.index(name);
  if (index === undefined) return false;
  const settings = settingsDifference(index, leader, overrides);
  const whole = withoutNulls({ ...index.settings, ...settings });
  checkTaken(withoutNulls(settings), { name: leader.name, whole });
  const fixed = Object.keys(settings).filter((each) => indexSettings.find(each)?.update === 'static');
  if (!mayClose) for (const each of fixed) delete settings[each];
  const aliases = followerAliases(context, leader);
  const change: MetadataChange = {
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    ...(boxedJson.write(index.mappings) === boxedJson.write(leader.mappings)
      ? {}
      : { mapping: leader.mappings }),
    ...(boxedJson.write(index.aliases) === boxedJson.write(aliases) ? {} : { aliases }),
  };
  const closes = mayClose && fixed.length > 0 && index.state === 'open';
  if (closes) await engine.closeIndex(name);
  try {
    if (Object.keys(change).length > 0) await changeWithAliases(engine, new Map([[name, change]]));
  } finally {
    // Also where the last process ended while it was closed.
    if (engine.index(name)?.state === 'close') await engine.openIndex(name);
  }
  return Object.keys(aliases).length === Object.keys(leader.aliases).length;
}
