import { type Disk, readFramedOrExplain, writeFramed } from '@sextant/base';
import { dictionary } from '@sextant/contract';
import { clusterSetting } from '../../../cluster/cluster-settings.ts';
import type { FlatSettings, SettingsUpdate } from '../../../cluster/flat-settings.ts';

const format = { magic: 'SXCS', version: 1 } as const;
const fileName = 'cluster-settings.json';

export interface ClusterSettingsState {
  readonly persistent: FlatSettings;
  readonly transient: FlatSettings;
}

/** Cluster settings in the data folder: `persistent` outlives a restart, `transient` goes before it and is gone with it. */
export class ClusterSettingsStore {
  readonly #disk: Disk;
  readonly #directory: string;
  #state: ClusterSettingsState;

  constructor(disk: Disk, directory: string) {
    this.#disk = disk;
    this.#directory = directory;
    const remedy = 'restore it, or remove it and the persistent cluster settings are gone';
    const kept = readFramedOrExplain(disk, directory, fileName, format, remedy) as FlatSettings | undefined;
    this.#state = { persistent: kept ?? {}, transient: {} };
  }

  get state(): ClusterSettingsState {
    return this.#state;
  }

  /** The value that counts, without the default; undefined where nobody set it. */
  value(name: string): string | undefined {
    const value = this.#state.transient[name] ?? this.#state.persistent[name];
    return typeof value === 'string' ? value : undefined;
  }

  fallback(name: string): string | undefined {
    return clusterSetting(name)?.fallback;
  }

  /** null removes. Durable before it returns. */
  update(persistent: SettingsUpdate, transient: SettingsUpdate): void {
    const next = {
      persistent: merged(this.#state.persistent, persistent),
      transient: merged(this.#state.transient, transient),
    };
    if (Object.keys(persistent).length > 0) {
      writeFramed(this.#disk, this.#directory, fileName, format, next.persistent);
    }
    this.#state = next;
  }
}

function merged(before: FlatSettings, update: SettingsUpdate): FlatSettings {
  const after: Record<string, string | readonly string[]> = dictionary({ ...before });
  for (const [name, value] of Object.entries(update)) {
    if (value === null) delete after[name];
    else after[name] = value;
  }
  return after;
}
