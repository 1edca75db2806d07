import { isObject, type JsonObject, parsingError, requireBoost } from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { membersOf } from '../../dsl/read-place.ts';
import { searchScript } from '../../script/make-search-script.ts';
import { readScript, type ScriptSpec } from '../../script/script-spec.ts';
import { searchContexts } from '../../script/search-script.ts';
import { refuseExpensive } from '../expensive-queries.ts';
import type { QueryType } from '../query-type.ts';
import { ScriptWeight } from '../script-weight.ts';

interface ScriptNode extends QueryNode {
  readonly kind: 'script';
  readonly script: ScriptSpec;
}

/** `{"script":{"script":{"source":"doc['n'].value > params.least","params":{"least":3}}}}`: documents of which it says yes. */
export const script: QueryType<ScriptNode> = {
  name: 'script',
  ofField: false,
  parse: parseScriptQuery,
  weight: (node, context, boost) => {
    refuseExpensive('[script] queries', context);
    const { mapping, searcher, budget } = context;
    const script = searchScript(node.script, searchContexts.filter, {
      mapping,
      searcher,
      budget,
    });
    const score = context.needsScores === false ? 0 : boost;
    const { source } = node.script;
    return new ScriptWeight(context, { script, source, key: JSON.stringify(node.script), score });
  },
};

function parseScriptQuery(body: JsonObject): ScriptNode {
  let spec: ScriptSpec | null = null;
  let boost = 1;
  for (const [name, value] of membersOf(body)) {
    if (name === 'script' && !Array.isArray(value)) spec = readScript(value);
    else if (name === 'boost') boost = requireBoost(value);
    else if (isObject(value)) throw parsingError(`[script] query does not support [${name}]`);
    else if (Array.isArray(value) && name === 'script') {
      throw parsingError(
        '[script] query does not support an array of scripts. Use a bool query with a clause per script instead.',
      );
    } else throw parsingError(`[script] query does not support [${name}]`);
  }
  if (spec === null) throw parsingError('script must be provided with a [script] filter');
  return Object.freeze({ kind: 'script', script: spec, boost });
}
