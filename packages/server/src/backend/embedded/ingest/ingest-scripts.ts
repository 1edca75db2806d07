import { ApiError, isObject } from '@sextant/contract';
import { IngestScript, readScript, type ScriptHost } from '@sextant/engine';
import type { ClusterMetadata } from '../../../cluster/metadata/cluster-metadata.ts';
import { withStoredScripts } from '../scripts/resolve-scripts.ts';
import type { IngestDocument } from './ingest-document.ts';
import { parseValue, type Value, type Values } from './java-values.ts';
import type { Run } from './processor.ts';

/** How scripts of pipelines are compiled. Both throw ApiError where a script cannot be. */
export interface ScriptEntry {
  readonly condition: (script: Value) => (document: IngestDocument) => boolean;
  readonly processor: (script: Value) => Run;
}

/** Scripts in Painless, and those that are kept by a name. */
export function ingestScripts(metadata: ClusterMetadata, host: ScriptHost): ScriptEntry {
  const compiled = (script: Value, context: 'ingest' | 'condition'): IngestScript => {
    let lang: string | null = null;
    try {
      const spec = readScript(withStoredScripts({ metadata }, { script }).script);
      lang = spec.lang;
      return new IngestScript(spec, context, host);
    } catch (error) {
      // That no expression can be one is told before there is a processor.
      throw lang === 'expression' ? error : wrapped(error);
    }
  };
  return {
    condition: (script) => {
      const own = compiled(script, 'condition');
      return (document) => own.holds(document.fields);
    },
    processor: (script) => {
      const own = compiled(script, 'ingest');
      return (document) => {
        const changed = parseValue(JSON.stringify(own.changed(document.fields)));
        if (isObject(changed)) document.replace(changed as Values);
        return undefined;
      };
    },
  };
}

/** As a processor that cannot be made tells what Java's own exceptions say. */
function wrapped(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.error.type !== 'illegal_argument_exception') return error;
  const reason = `java.lang.IllegalArgumentException: ${error.error.reason}`;
  return new ApiError({ type: 'exception', reason, causedBy: error.error });
}
