import type { Log } from '@sextant/base';
import { matchesWildcard } from '@sextant/contract';
import type { FlatSettings } from '../flat-settings.ts';
import { type IndexRows, indexSettings } from './index-rows.ts';
import type { ValueOf } from './setting-row.ts';
import type { SettingText } from './setting-type.ts';

/** What is known of an index whose settings may change. */
interface SettingsOf {
  readonly name: string;
  readonly uuid: string;
  /** Flat, those that are set. */
  readonly settings: FlatSettings;
  /** Another one for every other state of the settings. */
  readonly settingsVersion: number;
}

/** A setting of an index that has another value than before; undefined: there was no index, or there is none. */
interface IndexSettingChange<T> {
  readonly index: { readonly name: string; readonly uuid: string };
  /** In full, where a group is listened to. */
  readonly name: string;
  /** The index was there before and is there still. */
  readonly isUpdate: boolean;
  readonly before: T | undefined;
  readonly after: T | undefined;
  /** The two as they were written. */
  readonly texts: readonly [before: SettingText | undefined, after: SettingText | undefined];
}

/** A row of the table; or every setting that some index has set, whose values are what their types make of them. */
type Listened = keyof IndexRows | 'index.*';
type Heard<Name extends Listened> = Name extends keyof IndexRows ? ValueOf<IndexRows[Name]> : unknown;

interface Listener {
  readonly pattern: string;
  readonly tell: (change: IndexSettingChange<unknown>) => void;
}

/** Tells who listens what changes in the settings of all indices. It is told itself by the backend that holds them. */
export class IndexSettingChanges {
  readonly #log: Log;
  readonly #indices = new Map<string, SettingsOf>();
  readonly #listeners = new Set<Listener>();

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * Calls `listener` at once with the present value in each index (its own, or the default of the row; in a group: those
   * that are set), and then whenever one is another, comes with a new index or goes with one that is deleted. What it
   * throws is logged and changes nothing. The answer ends it.
   */
  onChange<Name extends Listened>(
    name: Name,
    listener: (change: IndexSettingChange<Heard<Name>>) => void,
  ): () => void {
    const entry: Listener = { pattern: name, tell: listener as Listener['tell'] };
    this.#listeners.add(entry);
    for (const index of this.#indices.values()) this.#compare(entry, undefined, index);
    return () => this.#listeners.delete(entry);
  }

  /** An index as it is now, when that is durable; undefined: it is deleted. */
  update(name: string, after: SettingsOf | undefined): void {
    const before = this.#indices.get(name);
    if (after === undefined) this.#indices.delete(name);
    else this.#indices.set(name, after);
    const isSame = before?.uuid === after?.uuid && before?.settingsVersion === after?.settingsVersion;
    if (!isSame) for (const entry of this.#listeners) this.#compare(entry, before, after);
  }

  #compare(entry: Listener, before: SettingsOf | undefined, after: SettingsOf | undefined): void {
    const present = after ?? before;
    if (present === undefined) return;
    const index = { name: present.name, uuid: present.uuid };
    const isUpdate = before !== undefined && after !== undefined;
    for (const name of namesOf(entry.pattern, before, after)) {
      const texts = [textOf(before, name), textOf(after, name)] as const;
      if (String(texts[0]) !== String(texts[1])) this.#tell(entry, { index, name, isUpdate, texts });
    }
  }

  #tell({ tell }: Listener, change: Omit<IndexSettingChange<unknown>, 'before' | 'after'>): void {
    const { index, name, texts } = change;
    const { type } = indexSettings.find(name)!;
    try {
      const [before, after] = texts.map((text) => (text === undefined ? undefined : type.read(text, name)));
      tell({ ...change, before, after });
    } catch (error) {
      const fields = { index: index.name, error };
      this.#log.log('error', 'index.settings', `a change of [${name}] was not taken in`, fields);
    }
  }
}

function namesOf(pattern: string, ...indices: readonly (SettingsOf | undefined)[]): Iterable<string> {
  if (!pattern.includes('*')) return [pattern];
  const set = indices.flatMap((index) => Object.keys(index?.settings ?? {}));
  return new Set(set.filter((name) => matchesWildcard(pattern, name)));
}

function textOf(index: SettingsOf | undefined, name: string): SettingText | undefined {
  return index === undefined ? undefined : (index.settings[name] ?? indexSettings.find(name)?.default);
}
