import { ApiError } from '@sextant/contract';
import { type JsonObject, parsingError } from '../../dsl/json-reader.ts';
import { javaDouble } from '../../mapping/java-text.ts';
import { readScript, type ScriptSpec } from '../../script/script-spec.ts';
import { SearchScript, searchContexts } from '../../script/search-script.ts';
import { documentError } from '../document-error.ts';
import { shardError } from '../field-support.ts';
import type { QueryContext } from '../weight.ts';
import type { ScoreFunction, ShardFunction } from './score-function.ts';

/** `{"script_score":{"script":{"source":"_score * doc['likes'].value"}}}` */
export function parseScriptFunction(body: JsonObject): ScoreFunction {
  let script: ScriptSpec | null = null;
  for (const [name, value] of Object.entries(body)) {
    if (name !== 'script') throw parsingError(`script_score query does not support [${name}]`);
    script = readScript(value);
  }
  if (script === null) throw parsingError("script_score requires 'script' field");
  const spec = script;
  return { bind: (context) => bindScript(spec, context) };
}

function bindScript(spec: ScriptSpec, context: QueryContext): ShardFunction {
  const script = compiled(spec, context);
  return (segment) => (docs, length, scores, out) => {
    script.setSegment(segment);
    const { liveDocs } = segment;
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      const isLive = liveDocs === null || (liveDocs[doc >>> 5]! & (1 << (doc & 31))) !== 0;
      const value = isLive ? (script.run(doc, scores[i]!) as number) : 0;
      if (value < 0) {
        const shown = javaDouble(value);
        const reason = `script score function must not produce negative scores, but got: [${shown}]`;
        throw documentError('illegal_argument_exception', reason);
      }
      out[i] = value;
    }
  };
}

function compiled(spec: ScriptSpec, context: QueryContext): SearchScript {
  const { mapping, searcher, budget } = context;
  try {
    return new SearchScript(spec, searchContexts.score, { mapping, searcher, budget });
  } catch (error) {
    if (!(error instanceof ApiError) || error.error.type !== 'script_exception') throw error;
    const { error: outer } = shardError(context, 'script_score: the script could not be loaded');
    throw new ApiError({ ...outer, causedBy: error.error });
  }
}
