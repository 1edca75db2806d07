/** An operation with its place in history given: replay, and replication from another cluster. */
export interface HistoryOperation {
  readonly kind: 'index' | 'delete' | 'noop';
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly version: number;
  readonly id: string;
  readonly routing: string | null;
  readonly source: Uint8Array | null;
}
