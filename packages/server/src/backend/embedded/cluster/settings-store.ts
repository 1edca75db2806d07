import { type Disk, DiskError, readFramedOrExplain, replaceFramed } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import type { FlatSettings } from '../../../cluster/flat-settings.ts';
import type { SettingsStore } from '../../../cluster/settings/cluster-settings.ts';

const format = { magic: 'SXCS', version: 1 } as const;
const fileName = 'cluster-settings.json';
const remedy = 'restore it, or remove it and the persistent cluster settings are gone';

/** The persistent cluster settings as a file of the data folder. */
export function settingsFile(disk: Disk, directory: string): SettingsStore {
  return {
    load: () => {
      const kept = readFramedOrExplain(disk, directory, fileName, format, remedy);
      return (kept ?? {}) as FlatSettings;
    },
    save: (persistent) => {
      try {
        replaceFramed(disk, directory, fileName, format, persistent);
      } catch (error) {
        if (!(error instanceof DiskError)) throw error;
        const reason = `cannot write the cluster settings: ${error.message}`;
        throw new ApiError({ type: 'illegal_state_exception', reason }, { cause: error });
      }
    },
  };
}
