/** One call that a program makes when it starts, as its sources say. */
export interface StartCall {
  /** `GET /_cluster/health` */
  readonly call: string;
  /** A text is sent as it is, as lines of JSON. */
  readonly body?: unknown;
  /** What the program goes on with; 200 where it is not given. */
  readonly status?: number;
  /** Paths within the answer, with `.` between keys, that the program reads: `*` is any one key. */
  readonly reads?: readonly string[];
  /** Values by path that decide how it goes on. */
  readonly wants?: Readonly<Record<string, unknown>>;
}

/** What a program does from its first call until it works. */
export interface Start {
  readonly name: string;
  /** As it calls itself, since answers may depend on it. */
  readonly userAgent: string;
  readonly calls: readonly StartCall[];
}
