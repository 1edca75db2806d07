import type { Log } from '@sextant/base';
import { ApiError, apiError, dictionary, matchesWildcard } from '@sextant/contract';
import { checkSettingCount, type FlatSettings, type SettingsUpdate } from '../flat-settings.ts';
import { type ClusterRows, type ClusterSettingName, clusterSettings } from './cluster-rows.ts';
import { keepAliveRules } from './keep-alive-rule.ts';
import { checkRemoteClusters } from './remote-cluster-settings.ts';
import type { SettingRow, ValueOf } from './setting-row.ts';
import type { SettingText } from './setting-type.ts';
import { SettingLines } from './settings-log.ts';
import { type SettingRule, watermarkRule } from './watermark-rule.ts';

/** Where the persistent settings are kept. */
export interface SettingsStore {
  /** What was kept last; called once. */
  load(): FlatSettings;
  /** Durable before it returns. Throws ApiError, and keeps what it had, where that cannot be. */
  save(persistent: FlatSettings): void;
}

export interface ClusterSettingsState {
  readonly persistent: FlatSettings;
  readonly transient: FlatSettings;
}

type Kind = keyof ClusterSettingsState;

/** A setting that has another value than before; undefined: it had, or has, none. */
interface SettingChange<T> {
  /** In full, where a group is listened to. */
  readonly name: string;
  readonly before: T | undefined;
  readonly after: T | undefined;
}

interface Parts {
  readonly store: SettingsStore;
  /** The text that the file of the start gives a setting, or its default there. */
  readonly ofStart: (name: string) => SettingText | undefined;
  /** What it gives that only the cluster has a setting for. */
  readonly startNames?: readonly string[];
  readonly log: Log;
}

interface Listener {
  readonly pattern: string;
  readonly tell: (change: SettingChange<unknown>) => void;
}

const archived = 'archived.';
const rules: readonly SettingRule[] = [watermarkRule, ...keepAliveRules];

/**
 * The settings of the cluster as they are now. `transient` goes before `persistent`, which outlives a restart, and both
 * go before the file of the start. What an earlier version has kept and this one does not know is `archived.` and can
 * only be removed.
 */
export class ClusterSettings {
  readonly #parts: Parts;
  readonly #listeners = new Set<Listener>();
  /** Values as they were read last; emptied by every update. */
  readonly #read = new Map<string, unknown>();
  #state: ClusterSettingsState;
  #flat: FlatSettings;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#state = { persistent: archive(parts.store.load(), parts.log), transient: dictionary() };
    this.#flat = this.#flatOf(this.#state);
  }

  get state(): ClusterSettingsState {
    return this.#state;
  }

  /** All that is set, wherever: in the file of the start, for good, or until the next start. */
  get flat(): FlatSettings {
    return this.#flat;
  }

  #flatOf({ persistent, transient }: ClusterSettingsState): FlatSettings {
    const { startNames = [], ofStart } = this.#parts;
    const given = startNames.map((name) => [name, ofStart(name) ?? ''] as const);
    return { ...Object.fromEntries(given), ...persistent, ...transient };
  }

  /** The present value, read. */
  get<Name extends ClusterSettingName>(name: Name): ValueOf<ClusterRows[Name]> {
    let value = this.#read.get(name);
    if (value === undefined) {
      value = clusterSettings.find(name)!.type.read(this.text(name) ?? '', name);
      this.#read.set(name, value);
    }
    return value as ValueOf<ClusterRows[Name]>;
  }

  /** The present value as it was written; undefined only in groups. */
  text(name: string): SettingText | undefined {
    return this.#textIn(this.#state, name);
  }

  #textIn({ transient, persistent }: ClusterSettingsState, name: string): SettingText | undefined {
    const given = transient[name] ?? persistent[name] ?? this.#parts.ofStart(name);
    return given ?? clusterSettings.find(name)?.default;
  }

  /**
   * Calls `listener` at once with the present value (in a group: with each that is set), and then after every update
   * that changes it, when that is durable. What it throws is logged and changes nothing. The answer ends it.
   */
  onChange<Name extends ClusterSettingName>(
    name: Name,
    listener: (change: SettingChange<ValueOf<ClusterRows[Name]>>) => void,
  ): () => void {
    const entry: Listener = { pattern: name, tell: listener as Listener['tell'] };
    this.#listeners.add(entry);
    const present = name.includes('*') ? Object.keys(this.flat) : [name];
    for (const set of present) {
      if (matchesWildcard(name, set)) this.#tell(entry, set, undefined, this.text(set));
    }
    return () => this.#listeners.delete(entry);
  }

  /**
   * Carries an update out, durable before it returns, and tells who listens. null removes, also by a name that ends in
   * `*`. Throws ApiError where a name or value is refused: then nothing has changed.
   */
  update(given: Readonly<Record<Kind, SettingsUpdate>>): Readonly<Record<Kind, SettingsUpdate>> {
    const before = this.#state;
    const update = {
      persistent: expanded(given.persistent, before.persistent),
      transient: expanded(given.transient, before.transient),
    };
    checkUpdate(update.transient, 'transient');
    checkUpdate(update.persistent, 'persistent');
    const next = {
      persistent: merged(before.persistent, update.persistent),
      transient: merged(before.transient, update.transient),
    };
    for (const kind of ['persistent', 'transient'] as const) checkGrowth(before[kind], next[kind]);
    const names = [...new Set([...Object.keys(update.persistent), ...Object.keys(update.transient)])];
    const flat = this.#flatOf(next);
    checkTogether(flat, names, (name) => this.#textIn(next, name));
    if (Object.keys(update.persistent).length > 0) this.#parts.store.save(next.persistent);
    this.#state = next;
    this.#flat = flat;
    this.#read.clear();
    const lines = new SettingLines(this.#parts.log, 'cluster.settings');
    for (const name of names) this.#changed(name, this.#textIn(before, name), this.text(name), lines);
    return update;
  }

  #changed(
    name: string,
    before: SettingText | undefined,
    after: SettingText | undefined,
    lines: SettingLines,
  ): void {
    if (String(before) === String(after)) return;
    lines.changed(name, before, after);
    for (const entry of this.#listeners) {
      if (matchesWildcard(entry.pattern, name)) this.#tell(entry, name, before, after);
    }
  }

  #tell(
    { tell }: Listener,
    name: string,
    before: SettingText | undefined,
    after: SettingText | undefined,
  ): void {
    const { type } = clusterSettings.find(name)!;
    const read = (text: SettingText | undefined) => (text === undefined ? undefined : type.read(text, name));
    try {
      tell({ name, before: read(before), after: read(after) });
    } catch (error) {
      this.#parts.log.log('error', 'cluster.settings', `a change of [${name}] was not taken in`, { error });
    }
  }
}

/** Throws ApiError where values do not go together, of which some are new. `flat`: all that is set. */
export function checkTogether(
  flat: FlatSettings,
  names: readonly string[],
  textOf: (name: string) => SettingText | undefined,
): void {
  checkRemoteClusters(flat, names);
  for (const rule of rules) {
    if (!rule.names.some((name) => names.includes(name))) continue;
    const values = rule.names.map((name) => {
      const { type, default: usual } = clusterSettings.find(name)!;
      const text = textOf(name) ?? usual ?? '';
      return { name, text: String(text), value: type.read(text, name) };
    });
    rule.check(values);
  }
}

/** A removal by wildcard reaches what is set; it never is an error. */
function expanded(update: SettingsUpdate, present: FlatSettings): SettingsUpdate {
  const result: SettingsUpdate = dictionary();
  for (const [name, value] of Object.entries(update)) {
    if (value !== null || !name.endsWith('*')) result[name] = value;
    else for (const set of Object.keys(present)) if (matchesWildcard(name, set)) result[set] = null;
  }
  return result;
}

function checkUpdate(update: SettingsUpdate, kind: Kind): void {
  for (const [name, value] of Object.entries(update)) {
    if (value === null && name.startsWith(archived)) continue;
    const row = clusterSettings.find(name);
    if (row === undefined) throw apiError('settings_exception', `${kind} setting [${name}], not recognized`);
    if (row.update !== 'dynamic') {
      throw apiError('settings_exception', `${kind} setting [${name}], not dynamically updateable`);
    }
    if (value !== null) row.type.read(value, name);
  }
}

/** Throws ApiError where there would be too many; fewer than before are always taken. */
function checkGrowth(before: FlatSettings, after: FlatSettings): void {
  const count = Object.keys(after).length;
  if (count > Object.keys(before).length) checkSettingCount(count);
}

function merged(before: FlatSettings, update: SettingsUpdate): FlatSettings {
  const after = dictionary(before);
  for (const [name, value] of Object.entries(update)) {
    if (value === null) delete after[name];
    else after[name] = value;
  }
  return after;
}

function archive(kept: FlatSettings, log: Log): FlatSettings {
  const known = dictionary<SettingText>();
  for (const [name, text] of Object.entries(kept)) {
    const usable = name.startsWith(archived) || isUsable(clusterSettings.find(name), name, text);
    if (!usable) log.log('warn', 'cluster.settings', 'a kept setting is not understood', { setting: name });
    known[usable ? name : archived + name] = text;
  }
  return known;
}

function isUsable(row: SettingRow | undefined, name: string, text: SettingText): boolean {
  if (row === undefined || row.update !== 'dynamic') return false;
  try {
    row.type.read(text, name);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
