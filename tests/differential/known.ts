import type { Difference } from './compare.ts';
import type { Step } from './scenario.ts';

/** A difference that is meant, or accepted for a reason. Everything else is a failure. */
interface KnownDifference {
  readonly reason: string;
  /** Matched with `METHOD /path`. */
  readonly request?: RegExp;
  readonly body?: RegExp;
  /** Where in the answer; absent = the whole of it. */
  readonly at?: RegExp;
  readonly theirs?: RegExp;
  readonly ours?: RegExp;
}

const positions: readonly KnownDifference[] = [
  {
    reason: 'what comes after broken JSON is not looked at before the JSON is refused',
    request: /^POST \/h\/_search/,
    body: /^(?:\{"a":"|\/\/ comment|null|\{"query":\{"match_all":\{\}\}\}\{)/,
  },
];

const grammar: readonly KnownDifference[] = [
  {
    reason:
      'an error of the grammar of query_string says where it is and what stands there, not all that could',
    at: /reason$/,
    theirs: /Was expecting one of/,
    ours: /Encountered/,
  },
  {
    reason:
      'an error of the grammar of query_string says where it is and what stands there, not all that could',
    at: /reason$/,
    theirs: /Lexical error at/,
    ours: /Lexical error at/,
  },
  {
    reason: 'OpenSearch calls an error of its tokenizer token_mgr_error',
    at: /type$/,
    theirs: /^"token_mgr_error"$/,
    ours: /^"parse_exception"$/,
  },
];

const scripts: readonly KnownDifference[] = [
  {
    reason: 'the stack of a script that fails has no lines of Java',
    at: /script_stack\[\d+\]$/,
    theirs: /^"(?:java\.base\/|org\.opensearch\.)/,
  },
  {
    reason: 'what Java says of a null that it meets names the call in Java',
    at: /reason$/,
    theirs: /^"Cannot invoke \\"/,
    ours: /^"Cannot invoke \\"/,
  },
];

const ofOpenSearch: readonly KnownDifference[] = [
  {
    reason: 'OpenSearch speaks of the index [null] where a document of a data stream is named by its id',
    request: /^GET \/ds-a\/_doc\/1/,
  },
  {
    reason: 'an index that is not made has no UUID to be told',
    request: /^PUT \/x$/,
    body: /"ds-a"/,
    at: /reason$/,
    theirs: /alias of \[x\/<uuid>\]/,
  },
  {
    reason: 'the item of an operation that a data stream refuses names the data stream',
    request: /^POST \/_bulk/,
    body: /"ds-a"/,
    at: /^items\[1\]\.index\._index$/,
  },
  {
    reason: 'OpenSearch gives a document with several values in several slices; here each is in one',
    body: /"slice":\{"field":"s"/,
    at: /^hits\./,
  },
  {
    reason: 'OpenSearch names a second rule beside the first that refuses a setting',
    at: /^error\.suppressed$/,
    ours: /^\(absent\)$/,
  },
  {
    reason: 'OpenSearch takes the hits of shards that have gone out of the total of a scroll that goes on',
    request: /^POST \/_search\/scroll$/,
    body: /"\$\(a\)"/,
    at: /^hits\.total\.value$/,
    theirs: /^9$/,
  },
  {
    reason:
      'OpenSearch looks which shards can match before it searches a point in time; here that is one phase',
    at: /^error\.phase$/,
    theirs: /^"can_match"$/,
  },
  {
    reason: 'OpenSearch says where its reader of scroll ids stopped',
    request: /\/_search\/scroll/,
    at: /^error\.caused_by$/,
    theirs: /e_o_f_exception|Illegal base64|Input byte/,
    ours: /^\(absent\)$/,
  },
  {
    reason: 'OpenSearch warns of each kind of deprecation once, and every answer here does',
    at: /^header\.warning$/,
    theirs: /^\(none\)$/,
  },
  {
    reason:
      'deprecations inside queries, scripts, analyzers, formats of dates and dynamic templates are not told',
    at: /^header\.warning$/,
    theirs:
      /cutoff_frequency|\[min_children\]|\[common\]|when a \[seed\] is set|\[ordered\] used|tokenizer name|Camel case format|dynamic template|system indices|_field_names field|Accessing variable/,
    ours: /^\(none\)$/,
  },
  {
    reason: 'OpenSearch does not tell which rule of synonyms is at fault',
    at: /^error\.(?:suppressed\[\d+\]\.caused_by\.)?caused_by$/,
    theirs: /^\(absent\)$/,
    ours: /Invalid synonym rule/,
  },
  {
    reason: 'OpenSearch explains the clauses of dis_max in the order of hashes that change with each start',
    at: /explanation.*\.details\[\d+\]/,
    body: /"(?:dis_max|multi_match)"/,
  },
  {
    reason: 'OpenSearch calls a search ended early when an aggregation was answered from term statistics',
    at: /^terminated_early$/,
    body: /"agg/,
    theirs: /^true$/,
  },
  {
    reason: 'OpenSearch counts `exists` on a text by its statistics, without documents whose text is empty',
    body: /"exists":\{"field":"title"\}/,
    at: /^hits\.total/,
  },
  {
    reason: 'OpenSearch leaves documents without the field out of a match_all that is sorted by a number',
    body: /^\{"query":\{"match_all":\{\}\},"sort":"rank"\}$/,
  },
  {
    reason: 'OpenSearch works out distances by tables: the last of fifteen digits may be another',
    body: /"_geo_distance"/,
    at: /\.sort\[\d+\]$/,
    theirs: /^\d+\.\d{8,}$/,
    ours: /^\d+\.\d{8,}$/,
  },
  { reason: 'OpenSearch answers 500 for a null in search_after', body: /"search_after":\[null\]/ },
  { reason: 'OpenSearch answers 500 for mappings that are a list', body: /^\{"mappings":\[\]\}$/ },
  {
    reason: 'OpenSearch takes a negative terminate_after for one that is reached',
    body: /^\{"terminate_after":-1\}$/,
  },
  { reason: 'OpenSearch has an error without a reason for this value', body: /"track_total_hits":-2/ },
  {
    reason: 'OpenSearch takes an action line that lacks its last brace, or has more after the action',
    request: /_bulk/,
    body: /^(?:\{"index":\{"_id":"d1"\}\n|\{"index":\{"_id":"d1"\},"x":1\}\n)/,
  },
  {
    reason: 'OpenSearch reports the time of ingest pipelines, of which there are none here',
    at: /^ingest_took$/,
  },
  { reason: 'OpenSearch suggests no name that it reads only when it is given', request: /sice=3/ },
  { reason: 'OpenSearch orders by hash maps', at: /^aggregations\..*\(order\)$|^aggregations\.\(order\)$/ },
  {
    reason: 'OpenSearch orders by hash maps',
    request: /^GET \/two\/|_stats|_settings|_cat$|mapping\/field/,
    at: /\(order\)|reason$|^text/,
  },
  {
    reason: 'OpenSearch orders by hash maps',
    at: /fields\.\(order\)$|defaults\.\(order\)$|^_source\.\(order\)$/,
  },
  {
    reason: 'OpenSearch writes a filtered source anew; here numbers stay as they were sent',
    request: /_source/,
    at: /^_source\./,
  },
  {
    reason: 'OpenSearch fails to highlight plainly what a range over numbers is part of',
    body: /"range": \{"n".*"type": "plain"/,
  },
  {
    reason:
      'OpenSearch counts the words of a range over keywords twice where it highlights other fields by it',
    body: /^\{"query": \{"range": \{"k".*"require_field_match": false/,
    at: /highlight\.t/,
  },
];

const ofHighlights: readonly KnownDifference[] = [
  {
    reason:
      'beside a match_phrase_prefix OpenSearch overlooks what intervals, function_score and script_score look for',
    body: /match_phrase_prefix.*(?:intervals|n_score|t_score)|(?:intervals|n_score|t_score).*match_phrase_prefix/,
    at: /highlight/,
  },
  {
    reason: 'OpenSearch overlooks a script_score among optional clauses where it highlights plainly',
    body: /"script_score".*"type":"plain"/,
    at: /highlight/,
  },
  {
    reason:
      'words of a pattern are looked for in the text and not in the index, by the highlighter of term vectors too',
    body: /"(?:wildcard|regexp|fuzzy)".*"type":"fvh".*"require_field_match":false/,
    at: /highlight/,
  },
  {
    reason: 'OpenSearch tries the pattern of a fuzzy query on the words of other fields',
    body: /"fuzzy".*"require_field_match":false/,
    at: /highlight/,
  },
  {
    reason: 'where plain fragments end beside a phrase depends on all places of its words',
    body: /"(?:match_phrase|match_phrase_prefix|query_string|simple_query_string)".*"type":"plain"/,
    at: /highlight/,
  },
];

const limits: readonly KnownDifference[] = [
  {
    reason: 'matrix_stats over no documents has figures of 0 in OpenSearch, or breaks down',
    body: /"matrix_stats"/,
    at: /fields$/,
    theirs: /"count":0/,
    ours: /^\(absent\)$/,
  },
  {
    reason: 'columns hold doubles: whole numbers beyond 2^53 lose digits',
    body: /"big"|"fields":\["\*"\]/,
    at: /^hits/,
  },
  {
    reason: 'not served; refused by its name',
    body: /cutoff_frequency|cross_fields|phrase_prefix|bool_prefix|scoring_boolean|"_name"|"path":"brand"|"nested"|indices_boost|num_partitions|"script"|multi_terms|"explain":true/,
    ours: /not supported|does not support|unknown field|unknown aggregation|absent|400|illegal_argument|parsing|"error"|Failed to parse rewrite/i,
  },
  {
    reason: 'metadata fields have no columns to aggregate',
    body: /"field":"_(?:id|index)"/,
    at: /^aggregations/,
  },
  {
    reason: 'an update that cannot be read fails alone, not the bulk request around it',
    request: /_bulk/,
    body: /^\{"update":\{"_id":"e2"\}\}/,
  },
  { reason: 'versions below zero are told from absent ones by validation only', body: /"version":-2/ },
  { reason: 'the query text of the URL is read by a grammar of its own', request: /q=rank:x/ },
];

const ofTheRim: readonly KnownDifference[] = [
  { reason: 'there is no row for DELETE / (OpenSearch has one that only fails)', request: /^[A-Z]+ \/$/ },
  {
    reason: 'calls do not cross clusters here, and the error says so',
    request: /^GET \/(?:h:x|a:h)\/_search$/,
  },
  { reason: 'empty parts of a path do not count', request: /\/\/.*_search$/ },
  { reason: 'deflate is not offered for answers', at: /content-encoding/, theirs: /^deflate$/ },
  { reason: '`source` and its type are parameters of every row', request: /source_content_type/ },
  { reason: 'a path is named as it was sent, with its percent signs', request: /<h-/, at: /^error$/ },
  { reason: 'parts of the path are not taken from the query', request: /_search\?index=h$/ },
];

const ofTheCluster: readonly KnownDifference[] = [
  {
    reason: 'refreshes and flushes without changes are counted otherwise',
    request: /_stats/,
    at: /\.(?:refresh|flush|warmer|merges|segments|query_cache|translog)\./,
  },
  { reason: 'OpenSearch orders by hash maps', request: /_cluster\/stats/, at: /\(order\)$/ },
  { reason: 'segments count from their first flush', request: /_cat\/segments/, at: /^text/ },
  { reason: 'the times of cluster tasks differ', request: /_cluster\/health/, at: /number_of_pending_tasks/ },
  {
    reason: 'figures of features that are not there',
    request: /_stats|_cluster\/stats|_nodes/,
    ours: /^\(absent\)$/,
  },
  { reason: 'keys that clients of Elasticsearch need', request: /_cluster\/stats/, theirs: /^\(absent\)$/ },
  { reason: 'one node has no history of elections', at: /^metadata\.cluster_/ },
  {
    reason: 'the nodes were given other attributes',
    request: /_cluster\/(?:allocation|reroute|state)|_nodes/,
    at: /attributes\.(?:testattr|shard_indexing_pressure_enabled)$/,
    ours: /^\(absent\)$/,
  },
  {
    reason: 'a moment of its own',
    request: /_cluster\/(?:allocation|reroute|state)/,
    at: /unassigned_info\.at$/,
  },
  {
    reason: 'metadata fields of features that are not there',
    request: /_mapping\/field\/(?:\*|t\?)/,
    ours: /^\(absent\)$/,
  },
];

const otherWords: readonly KnownDifference[] = [
  {
    reason: 'the error is the same, what wraps it differs',
    body: /"boost":-1|Nowhere\/X|"collect_mode":"odd"|"extended_bounds":\{"min":5,"max":1\}|"format":"bad\[|"alias":"x","f/,
    at: /^error/,
  },
  {
    reason: 'no index at all is told like any index that is missing',
    request: /^GET \/_all\/_doc/,
    at: /reason$/,
  },
  { reason: 'durations below zero are not told from unknown units', body: /"-2s"/, at: /reason$/ },
];

const forOlderClients: readonly KnownDifference[] = [
  {
    reason: 'old spellings stay accepted for old clients',
    request: /_source_exclude=|lang=painless|include_type_name/,
  },
  { reason: 'old spellings stay accepted for old clients', body: /"_type":"_doc"/ },
  {
    reason: 'queries and mappings are not gone through for the old names of members of scripts',
    at: /^header\.warning$/,
    theirs: /Deprecated field \[(?:inline|stored)\] used/,
    ours: /^\(none\)$/,
  },
  { reason: 'an empty value means that none was given', request: /_update\/asup\?_source$/, at: /^get$/ },
];

const ofCopies: readonly KnownDifference[] = [
  {
    reason: 'a setting that a request takes back is not shown',
    request: /^GET \/rs-two,/,
    at: /refresh_interval$/,
    theirs: /^null$/,
  },
];

const known = [
  ...positions,
  ...grammar,
  ...scripts,
  ...ofOpenSearch,
  ...ofHighlights,
  ...limits,
  ...ofTheRim,
  ...ofTheCluster,
  ...otherWords,
  ...forOlderClients,
  ...ofCopies,
];

/** The reason why this difference is no failure; undefined where it is one. */
export function reasonFor(step: Step, difference: Difference): string | undefined {
  const request = `${step.method} ${step.path}`;
  return known.find(
    (one) =>
      (one.request?.test(request) ?? true) &&
      (one.body?.test(step.body ?? '') ?? true) &&
      (one.at?.test(difference.at) ?? true) &&
      (one.theirs?.test(difference.theirs) ?? true) &&
      (one.ours?.test(difference.ours) ?? true),
  )?.reason;
}
