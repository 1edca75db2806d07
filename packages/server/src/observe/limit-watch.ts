import type { Log } from '@sextant/base';
import type { MappingFigures } from '@sextant/base/node';

/** Of what the system allows; beyond it, it is told. */
const TOLD_SHARE = 0.9;

export interface LimitWatchParts {
  readonly log: Log;
  readonly mappings: () => MappingFigures;
  readonly files: () => { readonly openFiles: number; readonly maxFiles: number };
}

/** Tells, once, that files cannot be mapped any more, and, until it is better, that few more can be opened. */
export class LimitWatch {
  readonly #parts: LimitWatchParts;
  #mappingsTold = false;
  #filesTold = false;

  constructor(parts: LimitWatchParts) {
    this.#parts = parts;
  }

  /** To be called again and again. */
  look(): void {
    const { log, mappings, files } = this.#parts;
    const { count, max, refused } = mappings();
    if (refused > 0 && !this.#mappingsTold) {
      log.log('warn', 'service', MAPPINGS_TEXT, { mapped: count, mappingsMax: max, refused });
    }
    this.#mappingsTold = refused > 0;
    const { openFiles, maxFiles } = files();
    const isMany = maxFiles > 0 && openFiles > maxFiles * TOLD_SHARE;
    if (isMany && !this.#filesTold) log.log('warn', 'service', FILES_TEXT, { openFiles, maxFiles });
    this.#filesTold = isMany;
  }
}

const MAPPINGS_TEXT =
  'segment files are read into memory, because no more can be mapped; raise vm.max_map_count, or hold fewer indices';
const FILES_TEXT = 'nearly as many files are open as this process may open; raise the limit (ulimit -n)';
