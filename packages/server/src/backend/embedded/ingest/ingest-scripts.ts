import { apiError } from '@sextant/contract';
import type { IngestDocument } from './ingest-document.ts';
import type { Value } from './java-values.ts';
import type { Run } from './processor.ts';

/** How scripts of pipelines are compiled. Both throw ApiError where a script cannot be. */
export interface ScriptEntry {
  readonly condition: (script: Value) => (document: IngestDocument) => boolean;
  readonly processor: (script: Value) => Run;
}

function refuse(): never {
  throw apiError('illegal_argument_exception', 'pipelines with scripts are not supported yet');
}

export const noScripts: ScriptEntry = { condition: refuse, processor: refuse };
