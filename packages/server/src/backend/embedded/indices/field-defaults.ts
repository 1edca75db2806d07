import { Double, dictionary, isObject, type Json, type JsonMap, table } from '@sextant/contract';

const boost = new Double(1);

const keyword: JsonMap = {
  index: true,
  doc_values: true,
  store: false,
  null_value: null,
  eager_global_ordinals: false,
  ignore_above: 2_147_483_647,
  index_options: 'docs',
  norms: false,
  similarity: null,
  normalizer: 'default',
  split_queries_on_whitespace: false,
  boost,
  meta: {},
};

const number: JsonMap = {
  index: true,
  doc_values: true,
  store: false,
  ignore_malformed: false,
  coerce: true,
  null_value: null,
  meta: {},
};

const text: JsonMap = {
  boost,
  index: true,
  store: false,
  meta: {},
  index_options: 'positions',
  term_vector: 'no',
  norms: true,
  analyzer: 'default',
  similarity: null,
  eager_global_ordinals: false,
  position_increment_gap: -1,
  fielddata: false,
  fielddata_frequency_filter: { min: new Double(0), max: new Double(2_147_483_647), min_segment_size: 0 },
  index_prefixes: null,
  index_phrases: false,
};

/** Parameters of mappings that nobody set, as OpenSearch prints them. */
const byType: Readonly<Record<string, JsonMap>> = table({
  text,
  keyword,
  boolean: { meta: {}, boost, doc_values: true, index: true, null_value: null, store: false },
  ip: { index: true, doc_values: true, store: false, ignore_malformed: false, null_value: null, meta: {} },
  date: {
    index: true,
    doc_values: true,
    store: false,
    format: 'strict_date_optional_time||epoch_millis',
    locale: '',
    null_value: null,
    ignore_malformed: false,
    boost,
    meta: {},
  },
});

/** The definition of a field with the parameters that it leaves at their defaults, in its multi-fields too. */
export function withDefaults(definition: JsonMap): JsonMap {
  const type = String(definition.type);
  const defaults = Object.hasOwn(byType, type) ? byType[type]! : number;
  const { fields } = definition;
  const complete: Record<string, Json | undefined> = dictionary({ type, ...defaults, ...definition });
  if (isObject(fields)) {
    complete.fields = Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, withDefaults(field as JsonMap)]),
    );
  }
  if (type === 'text') {
    complete.search_analyzer ??= complete.analyzer;
    complete.search_quote_analyzer ??= complete.search_analyzer;
  }
  return complete;
}
