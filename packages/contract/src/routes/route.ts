export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';

/** Same word everywhere: family here = folder in server/rest = feature in the UI = heading in the documentation. */
export type Family =
  | 'account'
  | 'cat'
  | 'cluster'
  | 'document'
  | 'indices'
  | 'ingest'
  | 'nodes'
  | 'search'
  | 'security'
  | 'service'
  | 'tasks';

export type ParamType = 'boolean' | 'bytes' | 'enum' | 'int' | 'list' | 'long' | 'number' | 'string' | 'time';

export interface ParamSpec {
  readonly type: ParamType;
  readonly summary: string;
  /** The allowed words of an `enum`. */
  readonly values?: readonly string[];
  /** As written in a URL; for documentation and completion. */
  readonly default?: string;
  /** Of a `list`: an empty one is taken at its word; else it is as if it were not given. */
  readonly takesEmpty?: true;
  /** The parameter without which this one is none. */
  readonly beside?: string;
}

/** OpenSearch's action name, e.g. `indices:data/read/search`; or who may call without one. */
export type Privilege =
  | `indices:${string}`
  | `cluster:${string}`
  | `restapi:${string}`
  | 'public'
  | 'authenticated';

/**
 * One endpoint. The table of these rows is the contract: router, parameter validation, 405, privilege check,
 * OpenAPI document, console completion and docs/compatibility.md derive from it.
 */
export interface Route {
  /** Unique; the name of the REST API specification where it has one (`indices.create`). */
  readonly name: string;
  readonly methods: readonly Method[];
  /** Patterns such as `/{index}/_doc/{id}`; braces name a path parameter. */
  readonly paths: readonly string[];
  /** Those of the paths that list what there is, of which nobody may ask whether it exists. */
  readonly withoutHead?: readonly string[];
  readonly params: Readonly<Record<string, ParamSpec>>;
  readonly body: 'none' | 'optional' | 'required';
  readonly bodyFormat?: 'json' | 'ndjson';
  /**
   * What OpenSearch looks at only after it has read the body, so that of a broken body and a wrong parameter it tells the
   * body: parameters that it does not know, or these and wrong values too.
   */
  readonly bodyFirst?: 'unknown parameters' | 'parameters';
  /**
   * How long a body may be. `small`: 16 KiB, for what anybody may send; `documents`: http.max_content_length.
   * Absent: http.max_structured_content_length, because the thread that serves everybody reads it as a whole.
   */
  readonly bodyLimit?: 'small' | 'documents';
  readonly privilege: Privilege;
  /** What it shows or changes may concern any index: the privilege is needed on all of them. */
  readonly everywhere?: true;
  /**
   * `changes`: something is different afterwards, whatever the method: a page of another site may not call it unless
   * CORS allows that.
   */
  readonly effect: 'reads' | 'changes';
  readonly family: Family;
  /** `backend`: the search backend behind the port; `service`: the service itself, alike over both backends. */
  readonly answeredBy: 'service' | 'backend';
  /** Its work can be ended early: by `_tasks/_cancel`, or by a caller who goes away; or by the former alone. */
  readonly cancellable?: true | 'by task';
  readonly summary: string;
}

/** The methods that one path of a route takes. */
export function methodsAt({ methods, withoutHead }: Route, path: string): readonly Method[] {
  return withoutHead?.includes(path) === true ? methods.filter((method) => method !== 'HEAD') : methods;
}

/** Accepted by every route beside its own parameters. */
export const commonParams = {
  error_trace: { type: 'boolean', summary: 'add the stack trace to errors', default: 'false' },
  filter_path: { type: 'list', summary: 'keep only these paths of the answer' },
  format: { type: 'string', summary: 'json, yaml, cbor (cat: also text)' },
  human: { type: 'boolean', summary: 'add readable forms of sizes and times', default: 'false' },
  pretty: { type: 'boolean', summary: 'indent the answer', default: 'false' },
  source: { type: 'string', summary: 'the body, where a client cannot send one' },
  source_content_type: { type: 'string', summary: 'content type of `source`' },
} as const satisfies Record<string, ParamSpec>;
