import type { JsonMap } from '@sextant/contract';
import { contextsOfExpressions } from '@sextant/engine';

/** How a script of a context is called, or what it may ask for, in Java's words. */
interface Method {
  readonly name: string;
  readonly returns: string;
  readonly params: readonly (readonly [type: string, name: string])[];
}

const map = 'java.util.Map';
const object = 'java.lang.Object';
const number = 'java.lang.Number';
const text = 'java.lang.String';
const token = 'org.opensearch.analysis.common.AnalysisPredicateScript$Token';
const interval = 'org.opensearch.index.query.IntervalFilterScript$Interval';
const explanation = 'org.opensearch.script.ScoreScript$ExplanationHolder';
const similarity = 'org.opensearch.index.similarity.ScriptedSimilarity';

const execute = (returns: string, ...params: Method['params']): Method => ({
  name: 'execute',
  returns,
  params,
});
const getter = (name: string, returns: string): Method => ({ name, returns, params: [] });

const params = getter('getParams', map);
const doc = getter('getDoc', map);
const score = getter('get_score', 'double');
const ofTerm = [
  [`${similarity}$Query`, 'query'],
  [`${similarity}$Field`, 'field'],
  [`${similarity}$Term`, 'term'],
] as const;

/** Where a script may be used: what it is given there, and answers. By name, methods in OpenSearch's order. */
export const scriptContexts: ReadonlyMap<string, readonly Method[]> = new Map([
  ['aggregation_selector', [execute('boolean'), params]],
  ['aggs', [execute(object), doc, params, getter('get_score', number), getter('get_value', object)]],
  ['aggs_combine', [execute(object), params, getter('getState', map)]],
  ['aggs_init', [execute('void'), params, getter('getState', object)]],
  ['aggs_map', [execute('void'), doc, params, getter('getState', map), score]],
  ['aggs_reduce', [execute(object), params, getter('getStates', 'java.util.List')]],
  ['analysis', [execute('boolean', [token, 'token'])]],
  ['bucket_aggregation', [execute(number), params]],
  ['context_aware_grouping', [execute(text, [map, 'ctx'])]],
  ['derived_field', [execute('void'), doc, getter('getEmittedValues', 'java.util.List'), params]],
  ['field', [execute(object), doc, params]],
  ['filter', [execute('boolean'), doc, params]],
  ['ingest', [execute('void', [map, 'ctx']), params]],
  ['interval', [execute('boolean', [interval, 'interval'])]],
  ['moving-function', [execute('double', [map, 'params'], ['double[]', 'values'])]],
  ['number_sort', [execute('double'), doc, params, score]],
  ['painless_test', [execute(object), params]],
  ['processor_conditional', [execute('boolean', [map, 'ctx']), params]],
  ['score', [execute('double', [explanation, 'explanation']), doc, params, score]],
  ['script_heuristic', [execute('double', [map, 'params'])]],
  ['search', [execute('void', [map, 'ctx']), params]],
  ['similarity', [execute('double', ['double', 'weight'], ...ofTerm, [`${similarity}$Doc`, 'doc'])]],
  ['similarity_weight', [execute('double', ...ofTerm)]],
  ['string_sort', [execute(text), doc, params, score]],
  ['template', [execute(text), params]],
  ['terms_set', [execute(number), doc, params]],
  ['update', [execute('void'), getter('getCtx', map), params]],
]);

/** In which contexts scripts of a language are run here. */
const runIn: readonly (readonly [language: string, contexts: readonly string[]])[] = [
  ['expression', contextsOfExpressions],
  ['mustache', ['template']],
  [
    'painless',
    [
      'aggregation_selector',
      'aggs',
      'aggs_combine',
      'aggs_init',
      'aggs_map',
      'aggs_reduce',
      'bucket_aggregation',
      'field',
      'filter',
      'ingest',
      'interval',
      'moving-function',
      'number_sort',
      'painless_test',
      'processor_conditional',
      'score',
      'script_heuristic',
      'search',
      'string_sort',
      'terms_set',
      'update',
    ],
  ],
];

/** `GET /_script_context` */
export function contextsBody(): JsonMap {
  const shown = ({ name, returns, params: given }: Method): JsonMap => ({
    name,
    return_type: returns,
    params: given.map(([type, named]) => ({ type, name: named })),
  });
  return { contexts: [...scriptContexts].map(([name, methods]) => ({ name, methods: methods.map(shown) })) };
}

/** `GET /_script_language` */
export function languagesBody(): JsonMap {
  return {
    types_allowed: ['inline', 'stored'],
    language_contexts: runIn.map(([language, contexts]) => ({ language, contexts: [...contexts] })),
  };
}
