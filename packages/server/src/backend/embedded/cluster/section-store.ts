import { type Disk, DiskError, readFramedOrExplain, replaceFramed } from '@sextant/base';
import { ApiError, boxedJson } from '@sextant/contract';
import type { KeptSections, SectionStore } from '../../../cluster/metadata/cluster-metadata.ts';

const format = { magic: 'SXCM', version: 1, json: boxedJson } as const;
const fileName = 'cluster-metadata.json';
const remedy =
  'restore it, or remove it and templates, data streams, pipelines, stored scripts and replications are gone';

/** The sections of the cluster's metadata as a file of the data folder. */
export function sectionFile(disk: Disk, directory: string): SectionStore {
  return {
    load: () => {
      const kept = readFramedOrExplain(disk, directory, fileName, format, remedy);
      return (kept ?? {}) as KeptSections;
    },
    save: (sections) => {
      try {
        replaceFramed(disk, directory, fileName, format, sections);
      } catch (error) {
        if (!(error instanceof DiskError)) throw error;
        const reason = `cannot write the metadata of the cluster: ${error.message}`;
        throw new ApiError({ type: 'illegal_state_exception', reason }, { cause: error });
      }
    },
  };
}
