/** What a line is about: each kind has files of its own. */
export type LogKind = 'server' | 'deprecation' | 'index_search_slowlog' | 'index_indexing_slowlog' | 'audit';

/** One line of a log, before it is written in any form. */
export interface LogRecord {
  readonly kind: LogKind;
  /** As a JSON line names it; the kind where absent. */
  readonly type?: string;
  /** When it was, in milliseconds since 1970; when it is written where absent. */
  readonly at?: number;
  /** `INFO`, `DEPRECATION`, … */
  readonly level: string;
  /** A dotted logger name. */
  readonly component: string;
  /** The logger of a plain line is not padded. */
  readonly isNarrow?: boolean;
  /** Empty where fields say all: a JSON line has none then. */
  readonly message: string;
  /** Follows the message in a plain line, as it stands here. */
  readonly tail?: string;
  /** Follows the message in a JSON line; what is undefined or empty is left out. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly error?: unknown;
}

/** Where the lines come from. */
export interface LogPlace {
  readonly clusterName: string;
  readonly nodeName: string;
  /** Known once the backend is ready. */
  readonly clusterUuid?: string | undefined;
  readonly nodeId?: string | undefined;
}

/** Takes lines and never makes their writer wait, whatever the disk does. */
export interface LogSink {
  write(record: LogRecord): void;
  /** Writes out what was taken; nothing is taken any more. */
  close(): Promise<void>;
}
