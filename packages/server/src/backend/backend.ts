import type { Json, JsonMap, Method, NumberReading, Route } from '@sextant/contract';
import type { Task } from '../tasks/task.ts';
import type { RemoteHandler } from '../transport/remote-clusters.ts';
import type { Access } from './access.ts';
import type { RightsByName } from './rights-by-name.ts';

/** Which family of clients asks; decides the rim of an answer alone (identity, extra keys). */
export interface Dialect {
  readonly family: 'elasticsearch' | 'opensearch' | 'native';
  /** Major version of the interface that the client speaks. */
  readonly major: number;
  /** Document answers carry `_type` (clients of Elasticsearch 7). */
  readonly documentType: boolean;
  /** Keys and columns that OpenSearch alone has are shown: off for clients that named themselves Elasticsearch's. */
  readonly openSearchKeys: boolean;
}

/** A value of the query string, typed by the route's row. A list is never empty strings. */
export type ParamValue = string | number | boolean | readonly string[];

/**
 * A request as all below the rim read it: the row, and what it says of parameters. There is no text of path or
 * query to be read another way, so a request can be made by the service as well as by a socket.
 */
export interface BackendRequest {
  readonly route: Route;
  readonly method: Method;
  /** Decoded values of the pattern's braces; names of indices are better read from `indices`. */
  readonly pathParams: Readonly<Record<string, string>>;
  /** Checked against the row; times in milliseconds, booleans as such. Absent = not given. */
  readonly params: Readonly<Record<string, ParamValue>>;
  /**
   * What path and parameters name, date math worked out: names and patterns, or the one name of a row that
   * takes one. None of it is an index of the service itself. Empty = nothing is named.
   */
  readonly indices: readonly string[];
  /** The path as asked, still encoded: for the texts of errors and for nothing else. */
  readonly askedPath: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: RequestBody;
  readonly dialect: Dialect;
  /** What the caller may reach. */
  readonly access: Access;
  /** Adds a `Warning: 299` header to the answer. */
  readonly warn: (text: string) => void;
  /** The request as work under way. */
  readonly task: Task;
  /** Aborted when the caller has gone, or its task is cancelled. */
  readonly signal: AbortSignal;
}

/** The body as it came, decompressed, within `http.max_content_length`; read at most once. */
export interface RequestBody {
  readonly contentType: 'json' | 'ndjson' | 'yaml' | 'cbor' | 'none';
  /** Nothing was sent. */
  readonly empty: boolean;
  /** They belong to who asks, who may give their memory away. */
  bytes(): Promise<Buffer>;
  /** As it arrives, for passing on. */
  stream(): NodeJS.ReadableStream;
  /** The parsed object in any of the formats; undefined when empty. Throws ApiError for broken or wrong input. */
  json(numbers?: NumberReading): Promise<unknown>;
  /** The bytes of the JSON that was parsed, until the answer is out; undefined where none was. */
  parsedBytes(): Uint8Array | undefined;
  /** The same, with each number as the text that was written: `3.0` is not `3`. In formats other than JSON as `json`. */
  jsonAsWritten(): Promise<unknown>;
}

export type BackendResponse = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
} & (
  | { readonly kind: 'json'; readonly body: Json }
  /** Ready UTF-8 JSON; only where filter_path, pretty and format were honoured or are absent (see `plain`). */
  | { readonly kind: 'bytes'; readonly contentType: string; readonly body: Uint8Array }
  | { readonly kind: 'text'; readonly body: string }
  | { readonly kind: 'table'; readonly table: CatTable }
  /** Passed through from a cluster that rendered it already. */
  | {
      readonly kind: 'stream';
      readonly contentType: string | undefined;
      readonly body: NodeJS.ReadableStream;
    }
  | { readonly kind: 'empty' }
);

/** A cat answer before `h`, `s`, `v`, units and format are applied. */
export interface CatTable {
  readonly columns: readonly CatColumn[];
  readonly rows: readonly CatRow[];
  /** Of a table that comes in pages. */
  readonly page?: CatPage;
}

interface CatPage {
  /** What the rows stand under where the answer is no text. */
  readonly rowsName: string;
  /** Where the next page begins; null after the last one. */
  readonly nextToken: string | null;
}

/** The cell of a column, worked out when it is asked for: of some hundred columns few are shown. Undefined = empty. */
export type CatRow = (column: string) => CatCell | undefined;

export interface CatColumn {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly right?: boolean;
  /** Shown without `h`. */
  readonly shown: boolean;
  /** Has a `pri.` twin (parameter `pri`). */
  readonly primaryTwin?: boolean;
}

/** Sizes and times stay numbers until the units of the request are known. */
export type CatCell =
  | string
  | number
  | null
  | { readonly bytes: number }
  | { readonly millis: number }
  | { readonly count: number };

/** State of the backend for readiness, logs and the interface. */
export interface BackendStatus {
  readonly kind: 'embedded' | 'opensearch';
  readonly ready: boolean;
  /** One sentence: what is wrong and what to do. */
  readonly problem?: string;
}

/** Names for `GET /`. */
export interface BackendIdentity {
  readonly clusterName: string;
  /** 22 characters, as in `GET /`; the same after every restart. */
  readonly clusterUuid: string;
  readonly nodeName: string;
  /** Where the backend knows the node that answers. */
  readonly nodeId?: string;
}

/** The port. Nothing above it may know which implementation answers. */
export interface Backend {
  /** Actions in which it leaves out what is hidden from the caller; absent: all in which that can be. */
  readonly heeded?: ReadonlySet<string>;
  /** `rights`: where security is on, what users and roles may by name. */
  start(rights?: RightsByName): Promise<void>;
  status(): BackendStatus;
  /** Known after `start`; a cluster that cannot be asked throws ApiError. */
  identity(): Promise<BackendIdentity>;
  /** Answers every route whose row says `backend`. Throws ApiError. */
  handle(request: BackendRequest): Promise<BackendResponse>;
  /** What other clusters may call, by action, after `start`. Absent: the handshake alone is answered. */
  remoteHandlers?(): ReadonlyMap<string, RemoteHandler>;
  stop(): Promise<void>;
}

/** A request that the service itself makes (accounts); passes no privilege check. */
export type InternalCall = (call: {
  readonly method: Method;
  readonly path: string;
  readonly query?: string;
  readonly body?: JsonMap | string;
}) => Promise<{ readonly status: number; readonly body: unknown }>;
