import type { JsonMap } from './wire/json.ts';

export interface ErrorRow {
  readonly status: number;
  /** When a caller meets it, for docs/errors.md. */
  readonly when: string;
}

/** Every error type a caller can meet. docs/errors.md is kept equal to it by a test. */
export const errorTable = {
  action_request_validation_exception: { status: 400, when: 'a request lacks something mandatory' },
  aggregation_execution_exception: {
    status: 500,
    when: 'an aggregation does not fit the field or its sub-aggregations',
  },
  aggregation_initialization_exception: {
    status: 500,
    when: 'a metric aggregation is given sub-aggregations',
  },
  aliases_not_found_exception: { status: 404, when: 'an alias to be removed does not exist' },
  arithmetic_exception: { status: 500, when: 'a script divides a whole number by 0' },
  array_index_out_of_bounds_exception: {
    status: 500,
    when: 'a value below 0 is given to percentiles by `hdr`, or a script names a place that an array has not',
  },
  backend_account_exception: {
    status: 502,
    when: "the OpenSearch cluster behind the service refuses the service's own account: correct `opensearch.username`, `opensearch.password` or its rights there",
  },
  bad_parameter_exception: { status: 400, when: 'the query string of the address cannot be decoded' },
  circuit_breaking_exception: { status: 429, when: 'answering would take more memory than the limit allows' },
  class_cast_exception: { status: 500, when: 'a value of a body is of another kind than its place takes' },
  class_not_found_exception: { status: 400, when: 'no stemmer has this name' },
  cluster_block_exception: { status: 403, when: 'a block on the index or the cluster forbids the call' },
  concurrent_modification_exception: { status: 500, when: 'a script changes what it goes through' },
  connection_closed_exception: { status: 500, when: 'the other service of a reindex ends the connection' },
  connect_transport_exception: {
    status: 503,
    when: 'the OpenSearch cluster behind the service (503) or a remote cluster (500) cannot be reached; retry after a pause',
  },
  content_too_long_exception: {
    status: 400,
    when: 'the other service of a reindex answers with more than 100 MiB: ask for fewer documents by `size`',
  },
  content_type_header_exception: { status: 400, when: 'the Content-Type header cannot be read' },
  corrupt_index_exception: { status: 500, when: 'a file of an index is damaged; run `sextant check`' },
  date_time_exception: { status: 400, when: 'what a text says is no date, or a script takes it for one' },
  date_time_parse_exception: { status: 400, when: 'a text does not fit any format of a date field' },
  document_missing_exception: { status: 404, when: 'an update names a document that does not exist' },
  failed_node_exception: { status: 500, when: 'a node could not do its part; `caused_by` says why' },
  empty_stack_exception: {
    status: 500,
    when: 'a script throws it, or a grok expression takes too many steps',
  },
  exception: { status: 500, when: 'a fault of the service itself; its log has the details' },
  document_source_missing_exception: {
    status: 400,
    when: 'an update names a document whose `_source` is not kept',
  },
  general_script_exception: { status: 500, when: 'an expression is given a text' },
  http_host_connect_exception: { status: 500, when: 'the other service of a reindex cannot be reached' },
  illegal_argument_exception: { status: 400, when: 'a parameter or value is not allowed' },
  illegal_format_conversion_exception: { status: 400, when: 'a script formats a value as what it is not' },
  illegal_format_precision_exception: {
    status: 400,
    when: 'a script formats a whole number with a precision',
  },
  illegal_format_width_exception: {
    status: 400,
    when: 'a format of a script is wider than a million characters',
  },
  invocation_target_exception: {
    status: 500,
    when: 'only ever a cause: bounds of a histogram that do not go together',
  },
  illegal_state_exception: { status: 500, when: 'the service is not in a state to do this' },
  fail_processor_exception: {
    status: 500,
    when: 'a pipeline says by its `fail` processor that a document fails',
  },
  primary_missing_action_exception: {
    status: 500,
    when: 'over a cluster: what needs the primary shards of an index found some of them nowhere',
  },
  decommissioning_failed_exception: { status: 400, when: 'a zone that is not there is to be removed' },
  find_match: { status: 500, when: 'a text does not fit the pattern of a `dissect` processor' },
  key_parse: { status: 500, when: 'a key in the pattern of a `dissect` processor cannot be read' },
  index_closed_exception: { status: 400, when: 'the index is closed' },
  index_create_block_exception: { status: 403, when: 'cluster.blocks.create_index is set' },
  index_not_found_exception: { status: 404, when: 'no such index' },
  index_out_of_bounds_exception: {
    status: 500,
    when: 'a replacement names a group that its expression lacks',
  },
  index_template_missing_exception: { status: 404, when: 'no template has this name' },
  input_coercion_exception: { status: 400, when: 'a number of a document is out of the range of its field' },
  invalid_alias_name_exception: { status: 400, when: 'an alias name is not allowed' },
  invalid_index_name_exception: { status: 400, when: 'an index name is not allowed' },
  invalid_index_template_exception: { status: 400, when: 'a template is not sound' },
  json_e_o_f_exception: { status: 400, when: 'a JSON body ends too early' },
  json_generation_exception: { status: 500, when: 'a template gives nothing where JSON should stand' },
  json_parse_exception: { status: 400, when: 'a JSON body is broken' },
  lexer_no_viable_alt_exception: { status: 500, when: 'a script has a character that means nothing there' },
  mapper_exception: { status: 500, when: 'a parameter of an object mapping cannot be changed' },
  mapper_parsing_exception: { status: 400, when: 'a mapping or a document does not fit' },
  not_x_content_exception: { status: 400, when: 'a document is not a JSON object' },
  missing_format_argument_exception: { status: 400, when: 'a format of a script has too few values' },
  mustache_exception: { status: 500, when: 'a template of a search cannot be read or filled in' },
  mustache_not_found_exception: { status: 500, when: 'a template of a search names another template' },
  named_object_not_found_exception: { status: 400, when: 'no query or aggregation has this name' },
  max_bytes_length_exceeded_exception: { status: 400, when: 'a term is longer than 32,766 bytes' },
  negative_array_size_exception: {
    status: 500,
    when: 'a script throws it, or a grok expression takes too many steps',
  },
  no_such_element_exception: { status: 500, when: 'a script takes an element where there is none' },
  no_such_remote_cluster_exception: {
    status: 404,
    when: 'no remote cluster is configured under this alias',
  },
  no_such_node_exception: { status: 500, when: 'a task is to be cancelled on a node that is not there' },
  no_shard_available_action_exception: { status: 503, when: 'no copy of the shard can be searched' },
  null_pointer_exception: { status: 500, when: 'a template of a search joins a list with an empty element' },
  no_viable_alt_exception: { status: 500, when: 'the text of a script cannot be read on from a place' },
  number_format_exception: { status: 400, when: 'a number cannot be read' },
  painless_error: { status: 500, when: 'a loop of a script goes round more than a million times' },
  parse_exception: { status: 400, when: 'a body cannot be read' },
  pattern_parse: { status: 500, when: 'the pattern of a `dissect` processor cannot be read' },
  parsing_exception: { status: 400, when: 'a query or aggregation cannot be read' },
  pattern_syntax_exception: {
    status: 400,
    when: 'a regular expression cannot be read, or needs backreferences or lookaround',
  },
  query_phase_execution_exception: {
    status: 500,
    when: 'a search ran out of time and its caller wants no partial results',
  },
  query_validation_exception: { status: 400, when: 'options of a query do not go together' },
  query_shard_exception: { status: 400, when: 'a query does not fit the mapping of an index' },
  retention_lease_already_exists_exception: {
    status: 400,
    when: 'a follower asks for history to be kept under a name that is taken',
  },
  retention_lease_invalid_retaining_seq_no_exception: {
    status: 400,
    when: 'a follower asks for older history than it has let go of',
  },
  retention_lease_not_found_exception: { status: 404, when: 'history is no longer kept for the follower' },
  receive_timeout_transport_exception: { status: 500, when: 'a remote cluster did not answer in time' },
  rejected_execution_exception: { status: 429, when: 'too much work is waiting; retry after a pause' },
  replication_exception: { status: 500, when: 'an index cannot follow its leader; `caused_by` says why' },
  resource_already_exists_exception: { status: 400, when: 'the index exists already' },
  resource_not_found_exception: { status: 404, when: 'the thing named does not exist' },
  script_exception: { status: 400, when: 'a script or a template of a search cannot be read or fails' },
  runtime_exception: { status: 500, when: 'a script throws it, or a grok expression takes too many steps' },
  search_context_missing_exception: {
    status: 404,
    when: 'a scroll or point in time has ended, or never was',
  },
  search_exception: { status: 500, when: 'a search asks for things that do not go together' },
  routing_missing_exception: { status: 400, when: 'the mapping requires a routing and none is given' },
  search_phase_execution_exception: {
    status: 500,
    when: "a search failed on a shard; the status is the cause's",
  },
  search_request_map_processing_exception: {
    status: 500,
    when: 'a script of a search pipeline asks a search for what it cannot see',
  },
  security_exception: {
    status: 403,
    when: 'not authenticated (401), not allowed (403), too many attempts (429), or who asks cannot be checked now (503)',
  },
  settings_exception: { status: 400, when: 'a setting is unknown, private or fixed' },
  stack_overflow_error: { status: 500, when: 'functions of a script call each other without end' },
  response_exception: { status: 500, when: 'the other service of a reindex answered with an error' },
  socket_timeout_exception: { status: 500, when: 'the other service of a reindex is silent for too long' },
  status_exception: { status: 500, when: 'the backend answered with something unexpected' },
  string_index_out_of_bounds_exception: { status: 500, when: 'a script names a place that a text has not' },
  strict_dynamic_mapping_exception: {
    status: 400,
    when: 'a document has an unmapped field and the mapping is strict',
  },
  task_cancelled_exception: { status: 500, when: 'the request was cancelled before it was done' },
  timeout_exception: {
    status: 500,
    when: 'a wait took longer than its limit (500), or a body came too slowly (408)',
  },
  stream_constraints_exception: {
    status: 400,
    when: 'a JSON body is nested deeper than 1,000 levels, or a name in a document is longer than 16,383 characters',
  },
  shard_not_found_exception: { status: 404, when: 'an index has no shard of this number' },
  token_mgr_error: {
    status: 500,
    when: 'the text of a `query_string` has a character that means nothing there',
  },
  too_long_http_content_exception: {
    status: 413,
    when: 'a body is longer than its call takes; the reason names the limit',
  },
  too_many_buckets_exception: {
    status: 503,
    when: 'an aggregation makes more buckets than search.max_buckets',
  },
  too_many_clauses: { status: 500, when: 'a query has more than 1,024 clauses' },
  too_many_nested_clauses: { status: 500, when: 'a query is made of more than 1,024 terms' },
  translog_corrupted_exception: {
    status: 500,
    when: 'a file of the write-ahead log of a shard is damaged; run `sextant check`',
  },
  unavailable_shards_exception: { status: 503, when: 'shards needed for the call are not active' },
  unknown_format_conversion_exception: { status: 400, when: 'a format of a script cannot be read' },
  unknown_host_exception: { status: 400, when: 'a text or its bytes are no address' },
  unsupported_operation_exception: { status: 500, when: 'the call asks for something that is not there' },
  unsupported_temporal_type_exception: { status: 500, when: 'a script asks a date for what it has not' },
  unsupported_weighted_routing_state_exception: {
    status: 409,
    when: 'weights of zones are of another version than the one named',
  },
  validation_exception: { status: 400, when: 'a limit of the cluster would be passed' },
  version_conflict_engine_exception: {
    status: 409,
    when: 'the document changed meanwhile, or exists already',
  },
  wrong_method_type_exception: {
    status: 500,
    when: 'a script takes the value of a field as what it is not',
  },
  x_content_parse_exception: { status: 400, when: 'a body has a field that is unknown or of the wrong type' },
  zone_rules_exception: { status: 400, when: 'no time zone has this name' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorType = keyof typeof errorTable;

/**
 * An error as it stands in an answer: also inside bulk items, shard failures and across threads (plain data).
 */
export interface ErrorCause {
  readonly type: ErrorType;
  readonly reason: string;
  /**
   * Further keys of the wire form, in order, between `reason` and `caused_by` (`index`, `index_uuid`, `line`,
   * …).
   */
  readonly details?: JsonMap;
  readonly causedBy?: ErrorCause;
  /** Where it differs from the error itself. */
  readonly rootCause?: readonly ErrorCause[];
  /** Where it differs from the table. */
  readonly status?: number;
}

/** An operating error: thrown anywhere, rendered as the error envelope at the rim. */
export class ApiError extends Error {
  readonly error: ErrorCause;
  constructor(error: ErrorCause, options?: ErrorOptions) {
    super(`${error.type}: ${error.reason}`, options);
    this.name = 'ApiError';
    this.error = error;
  }
  get status(): number {
    return this.error.status ?? errorTable[this.error.type].status;
  }
}

/** Short for the common case. */
export function apiError(type: ErrorType, reason: string, details?: JsonMap): ApiError {
  return new ApiError(details === undefined ? { type, reason } : { type, reason, details });
}
