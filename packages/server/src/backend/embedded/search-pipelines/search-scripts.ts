import { ApiError } from '@sextant/contract';
import {
  hashMapOrder,
  locatedError,
  readScript,
  type ScriptHost,
  SearchRequestScript,
} from '@sextant/engine';
import type { ClusterMetadata } from '../../../cluster/metadata/cluster-metadata.ts';
import type { Value } from '../ingest/java-values.ts';
import { type Config, ofProcessor } from '../ingest/processor-config.ts';
import { withStoredScripts } from '../scripts/resolve-scripts.ts';
import type { SearchScripts } from './search-pipeline.ts';

const properties = ['id', 'source', 'inline', 'lang', 'params', 'options'];

/** Scripts that were used last stay compiled. */
const COMPILED_MAX = 32;

/** Scripts in Painless, and those that are kept by a name. */
export function searchScripts(metadata: ClusterMetadata, host: ScriptHost): SearchScripts {
  const kept = new Map<string, SearchRequestScript>();
  const compiled = (given: unknown): SearchRequestScript => {
    const { script } = withStoredScripts({ metadata }, { script: given });
    const text = JSON.stringify(script);
    const found = kept.get(text) ?? new SearchRequestScript(readAtPlace(script), host);
    kept.delete(text);
    kept.set(text, found);
    const [oldest] = kept.keys();
    if (kept.size > COMPILED_MAX) kept.delete(oldest!);
    return found;
  };
  return {
    processor: (config) => {
      const script = scriptOf(config);
      const isStored = Object.hasOwn(script, 'id');
      let own: SearchRequestScript;
      try {
        own = compiled(script);
      } catch (error) {
        const isTold = error instanceof ApiError && error.error.type === 'script_exception';
        throw isTold ? ofProcessor(error, config.owner) : error;
      }
      return ({ body, params }, { attributes, allowance }) => {
        const runs = isStored ? compiled(script) : own;
        return { params, body: runs.changed(body, attributes, allowance) };
      };
    },
  };
}

function scriptOf(config: Config): Record<string, Value> {
  const given = properties.map((name) => [name, config.take(name)] as const);
  const present = given.filter((entry): entry is [string, Value] => entry[1] !== undefined);
  const values = new Map(present);
  return Object.fromEntries(hashMapOrder([...values.keys()]).map((name) => [name, values.get(name)!]));
}

/** Throws ApiError that tells the place in the script's own JSON. */
function readAtPlace(script: unknown) {
  try {
    return readScript(script);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw locatedError(error, Buffer.from(JSON.stringify(script)), readScript);
  }
}
