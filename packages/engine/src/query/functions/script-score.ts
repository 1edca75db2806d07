import { ApiError } from '@sextant/contract';
import { type JsonObject, parsingError } from '../../dsl/json-reader.ts';
import { membersOf } from '../../dsl/read-place.ts';
import { javaDouble } from '../../mapping/java-text.ts';
import { scriptValue } from '../../script/json-values.ts';
import { searchScript } from '../../script/make-search-script.ts';
import { readScript, type ScriptSpec } from '../../script/script-spec.ts';
import { type SearchScript, searchContexts } from '../../script/search-script.ts';
import { textOf } from '../../script/values.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import { documentError } from '../document-error.ts';
import { type Explanation, matched } from '../explanation.ts';
import { shardError } from '../field-support.ts';
import type { QueryContext } from '../weight.ts';
import {
  nameOrNothing,
  type ScoreFunction,
  type SegmentFunction,
  type ShardFunction,
} from './score-function.ts';

/** `{"script_score":{"script":{"source":"_score * doc['likes'].value"}}}` */
export function parseScriptFunction(body: JsonObject): ScoreFunction {
  let script: ScriptSpec | null = null;
  for (const [name, value] of membersOf(body)) {
    if (name !== 'script') throw parsingError(`script_score query does not support [${name}]`);
    script = readScript(value);
  }
  if (script === null) throw parsingError("script_score requires 'script' field");
  const spec = script;
  return { bind: (context) => bindScript(spec, context) };
}

function bindScript(spec: ScriptSpec, context: QueryContext): ShardFunction {
  const script = compiled(spec, context);
  const of =
    (segment: SegmentReader): SegmentFunction =>
    (docs, length, scores, out) => {
      script.setSegment(segment);
      const said = script.runBlock?.(docs, length, scores, null) ?? null;
      for (let i = 0; i < length; i++) {
        const value = said === null ? (script.run(docs[i]!, scores[i]!) as number) : said[i]!;
        if (value < 0) {
          const shown = javaDouble(value);
          const reason = `script score function must not produce negative scores, but got: [${shown}]`;
          throw documentError('illegal_argument_exception', reason);
        }
        out[i] = value;
      }
    };
  return {
    asks: script.runBlock === undefined,
    of,
    explain: ({ value, inner, name }) => explainScript(spec, value, inner, nameOrNothing(name)),
  };
}

/** `inner`: why the document has the score that the script is given; undefined where it asks for none. */
export function explainScript(
  spec: ScriptSpec,
  value: number,
  inner: Explanation | undefined,
  named = '',
): Explanation {
  const details = inner === undefined ? [] : [matched(inner.value, '_score: ', [inner])];
  return matched(value, `script score function${named}, computed with script:"${scriptText(spec)}"`, details);
}

/** As OpenSearch prints scripts. */
function scriptText({ source, stored, lang, params }: ScriptSpec): string {
  const given = textOf(scriptValue(params));
  return stored
    ? `Script{type=stored, lang='null', idOrCode='${source}', options=null, params=${given}}`
    : `Script{type=inline, lang='${lang}', idOrCode='${source}', options={}, params=${given}}`;
}

function compiled(spec: ScriptSpec, context: QueryContext): SearchScript {
  const { mapping, searcher, budget } = context;
  try {
    return searchScript(spec, searchContexts.score, { mapping, searcher, budget });
  } catch (error) {
    if (!(error instanceof ApiError) || error.error.type !== 'script_exception') throw error;
    const { error: outer } = shardError(context, 'script_score: the script could not be loaded');
    throw new ApiError({ ...outer, causedBy: error.error });
  }
}
