import { refusedToPart } from '../../../patterns/partly-seen.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../exact-json.ts';
import { each, members, objectOf, type Rewriting, unknown } from './rewriting.ts';

type Rewrite = (body: JsonObject, to: Rewriting) => JsonValue;

/** Parameters that any query has. */
const common = ['boost', '_name'];

/** Fields are keys; beside them stand `params`. */
function keyed(params: readonly string[] = [], forbidden: readonly string[] = []): Rewrite {
  const known = new Set([...common, ...params]);
  return (body, to) => {
    to.without(body, to.hidesFields ? forbidden : []);
    const names = Object.keys(body);
    const renamed = names.map((name) => {
      const isParam = names.length > 1 && known.has(name) && !isJsonObject(body[name]);
      return [isParam ? to.param(name) : to.field(name), body[name]] as const;
    });
    return Object.fromEntries(renamed);
  };
}

/** Members that are rewritten, and those that stay as they are; others are refused. */
function shaped(
  kind: string,
  rewritten: Readonly<Record<string, (value: JsonValue, to: Rewriting) => JsonValue>>,
  kept: readonly string[] = [],
): Rewrite {
  const plain = new Set([...common, ...kept]);
  return (body, to) =>
    members(body, (name, value) => {
      if (Object.hasOwn(rewritten, name)) return rewritten[name]!(value, to);
      if (plain.has(name)) return value;
      throw unknown(`parameter of [${kind}]`, name);
    });
}

const queries = (value: JsonValue, to: Rewriting): JsonValue => each(value, (one) => rewriteQuery(one, to));
const fields = (value: JsonValue, to: Rewriting): JsonValue => each(value, (one) => to.boosted(one));
const field = (value: JsonValue, to: Rewriting): JsonValue => to.field(value);

/** A script of a query may be asked about documents before the guard is, and would tell of them by failing. */
function scripted(value: JsonValue, to: Rewriting): JsonValue {
  if (to.hidesDocuments) throw refusedToPart('script');
  to.script();
  return value;
}

const decays = ['gauss', 'linear', 'exp'] as const;

function functions(value: JsonValue, to: Rewriting): JsonValue {
  return each(value, (one) => scoring(objectOf(one, 'functions'), to));
}

const scoreFunction: Readonly<Record<string, (value: JsonValue, to: Rewriting) => JsonValue>> = {
  filter: queries,
  query: queries,
  functions,
  script_score: scripted,
  random_score: (value, to) =>
    shaped('random_score', { field }, ['seed'])(objectOf(value, 'random_score'), to),
  field_value_factor: (value, to) =>
    shaped('field_value_factor', { field }, ['factor', 'modifier', 'missing'])(
      objectOf(value, 'field_value_factor'),
      to,
    ),
  ...Object.fromEntries(
    decays.map((name) => [
      name,
      (value: JsonValue, to: Rewriting) => keyed(['multi_value_mode'])(objectOf(value, name), to),
    ]),
  ),
};
const scoring = shaped('function_score', scoreFunction, [
  'weight',
  'score_mode',
  'boost_mode',
  'max_boost',
  'min_score',
]);

/** What they join is looked for among all documents of the shard. */
function joining(kind: string, params: readonly string[]): Rewrite {
  const rewrite = shaped(
    kind,
    {
      query: (value, to) => ({ bool: { must: [rewriteQuery(value, to)], filter: [to.guard] } }),
      inner_hits: (value, to) => to.hits(objectOf(value, 'inner_hits'), to),
    },
    params,
  );
  return (body, to) => {
    if (to.hidesFields) throw refusedToPart(kind);
    return rewrite(body, to);
  };
}

/** Without a pivot, scores are made of all documents. */
const rankFeature = shaped('rank_feature', { field }, ['saturation', 'log', 'sigmoid', 'linear']);

const matching = [
  'analyzer',
  'query',
  'type',
  'operator',
  'minimum_should_match',
  'fuzziness',
  'prefix_length',
  'max_expansions',
  'fuzzy_rewrite',
  'rewrite',
  'fuzzy_transpositions',
  'lenient',
  'zero_terms_query',
  'auto_generate_synonyms_phrase_query',
  'slop',
  'tie_breaker',
  'cutoff_frequency',
];
const simple = [
  'query',
  'analyzer',
  'analyze_wildcard',
  'default_operator',
  'flags',
  'fuzzy_max_expansions',
  'fuzzy_prefix_length',
  'fuzzy_transpositions',
  'lenient',
  'minimum_should_match',
  'quote_field_suffix',
  'auto_generate_synonyms_phrase_query',
];

/** Where no fields are named, all are meant. */
function needsFields(kind: string, rewrite: Rewrite): Rewrite {
  return (body, to) => {
    if (to.hidesFields && body.fields === undefined) throw refusedToPart(`${kind} without fields`);
    if (to.hidesFields && body.quote_field_suffix !== undefined) throw refusedToPart('quote_field_suffix');
    return rewrite(body, to);
  };
}

const nested = shaped(
  'nested',
  {
    path: (value, to) => to.path(value),
    query: queries,
    inner_hits: (value, to) => to.hits(objectOf(value, 'inner_hits'), to),
  },
  ['score_mode', 'ignore_unmapped'],
);

const byName = new Map<string, Rewrite>([
  ['nested', nested],
  ...['term', 'match', 'match_phrase', 'match_phrase_prefix', 'match_bool_prefix', 'prefix', 'wildcard'].map(
    (name) => [name, keyed()] as const,
  ),
  ...['regexp', 'fuzzy', 'range', 'span_term'].map((name) => [name, keyed()] as const),
  ['terms', keyed(['value_type'])],
  [
    'intervals',
    (body, to) => {
      to.without(body, to.hidesDocuments ? ['script'] : []);
      return keyed([], ['use_field', 'script'])(body, to);
    },
  ],
  [
    'terms_set',
    (body, to) => {
      to.without(body, to.hidesDocuments || to.hidesFields ? ['minimum_should_match_script'] : []);
      to.without(body, to.hidesFields ? ['minimum_should_match_field'] : []);
      return keyed()(body, to);
    },
  ],
  ['geo_distance', keyed(['distance', 'distance_type', 'validation_method', 'ignore_unmapped'])],
  ['geo_bounding_box', keyed(['type', 'validation_method', 'ignore_unmapped'])],
  ['geo_polygon', keyed(['validation_method', 'ignore_unmapped'])],
  ['geo_shape', keyed(['ignore_unmapped'], ['indexed_shape'])],
  ['match_all', shaped('match_all', {})],
  ['match_none', shaped('match_none', {})],
  ['ids', shaped('ids', {}, ['values'])],
  ['exists', shaped('exists', { field: (value, to) => to.existing(value) })],
  ['distance_feature', shaped('distance_feature', { field }, ['origin', 'pivot'])],
  [
    'rank_feature',
    (body, to) => {
      const { saturation } = body;
      const isFree = body.log !== undefined || body.sigmoid !== undefined || body.linear !== undefined;
      const hasPivot = isJsonObject(saturation) && saturation.pivot !== undefined;
      if (to.hidesDocuments && !isFree && !hasPivot) throw refusedToPart('rank_feature without a pivot');
      return rankFeature(body, to);
    },
  ],
  [
    'bool',
    shaped('bool', { must: queries, should: queries, filter: queries, must_not: queries }, [
      'minimum_should_match',
      'adjust_pure_negative',
    ]),
  ],
  ['constant_score', shaped('constant_score', { filter: queries })],
  ['dis_max', shaped('dis_max', { queries }, ['tie_breaker'])],
  ['boosting', shaped('boosting', { positive: queries, negative: queries }, ['negative_boost'])],
  ['function_score', scoring],
  ['script_score', shaped('script_score', { query: queries, script: scripted }, ['min_score'])],
  ['script', shaped('script', { script: scripted })],
  ['multi_match', needsFields('multi_match', shaped('multi_match', { fields }, matching))],
  [
    'simple_query_string',
    needsFields('simple_query_string', shaped('simple_query_string', { fields }, simple)),
  ],
  [
    'query_string',
    (body, to) => {
      // Its text names fields of its own.
      if (to.hidesFields) throw refusedToPart('query_string');
      return body;
    },
  ],
  [
    'has_child',
    joining('has_child', ['type', 'score_mode', 'min_children', 'max_children', 'ignore_unmapped']),
  ],
  ['has_parent', joining('has_parent', ['parent_type', 'score', 'ignore_unmapped'])],
]);

/** The query as it may be asked. Throws ApiError for what is not known to heed what is hidden. */
export function rewriteQuery(query: JsonValue, to: Rewriting): JsonValue {
  return members(objectOf(query, 'query'), (name, body) => {
    const rewrite = byName.get(name);
    if (rewrite === undefined) throw unknown('query', name);
    return rewrite(objectOf(body, name), to);
  });
}
