import { apiError } from '@sextant/contract';
import { isObject, type JsonObject } from '../../dsl/json-reader.ts';
import { readScript, type ScriptSpec } from '../../script/script-spec.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { ScriptedMetricAggregator } from '../metrics/scripted-metric.ts';
import { type FieldParser, readFields } from '../parse/field-parsers.ts';
import type { ScriptedMetricSpec } from '../specs/scripted-metric.ts';

/** A figure that scripts make of the documents. */
export const scriptedMetric: AggregationType<ScriptedMetricSpec> = {
  name: 'scripted_metric',
  // What lies in it is left out of the answer, as OpenSearch does.
  holds: true,
  gives: 'buckets',
  needsScores: ({ map }) => map.source.includes('_score'),
  parse: parseScriptedMetric,
  create: (node, shard) => new ScriptedMetricAggregator(node, shard),
};

function parseScriptedMetric(_name: string, body: JsonObject): ScriptedMetricSpec {
  const found = new Map<string, ScriptSpec>();
  let params: JsonObject = {};
  const field = (name: string): FieldParser => ({
    tokens: ['START_OBJECT', 'VALUE_STRING'],
    read: (value) => {
      found.set(name, readScript(value));
    },
  });
  readFields('scripted_metric', body, {
    init_script: field('init'),
    map_script: field('map'),
    combine_script: field('combine'),
    reduce_script: field('reduce'),
    params: {
      tokens: ['START_OBJECT'],
      read: (value) => {
        if (isObject(value)) params = value;
      },
    },
  });
  const script = (name: string): ScriptSpec | null => found.get(name) ?? null;
  const map = script('map');
  if (map === null) throw apiError('illegal_argument_exception', 'Required [map_script]');
  const [init, combine, reduce] = ['init', 'combine', 'reduce'].map(script) as [
    ScriptSpec | null,
    ScriptSpec | null,
    ScriptSpec | null,
  ];
  return Object.freeze({ init, map, combine, reduce, params });
}
