/** Plain data that crosses between clusters: CBOR with byte strings. */
export type WireValue =
  | null
  | boolean
  | number
  | string
  | Uint8Array
  | readonly WireValue[]
  | { readonly [key: string]: WireValue | undefined };

/** Who of the other cluster asks. */
export interface RemoteCaller {
  readonly clusterName: string;
  readonly clusterUuid: string;
  /** User and role on this side in whose right the call is made; absent where security is off. */
  readonly user?: string;
  readonly role?: string;
  /** Whose certificate was shown, and of which authority; absent where security is off. */
  readonly certificate?: string;
  /** Aborted when the other side has gone or no longer waits. */
  readonly signal: AbortSignal;
}

/** Answers one action. What it throws as ApiError comes out of `RemoteClusters.call` with type, reason and status. */
export type RemoteHandler = (body: WireValue, caller: RemoteCaller) => Promise<WireValue>;

export interface RemoteCallOptions {
  readonly user?: string;
  readonly role?: string;
  readonly signal?: AbortSignal;
  /** Without an answer for so long the call ends with receive_timeout_transport_exception. */
  readonly timeoutMs?: number;
}

/** The clusters that settings name, as callers see them. */
export interface RemoteClusters {
  has(alias: string): boolean;
  /** UUID of the cluster that the alias leads to; undefined where it is not connected now. */
  clusterUuid(alias: string): string | undefined;
  /**
   * Throws ApiError: no_such_remote_cluster_exception (404), connect_transport_exception (500),
   * receive_timeout_transport_exception (500), and whatever the other side threw.
   */
  call(alias: string, action: string, body: WireValue, options?: RemoteCallOptions): Promise<WireValue>;
}
