import type { WriteBatch } from '@sextant/engine';

/** A document that is written, or with null deleted. */
export interface PlainWrite {
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>> | null;
}

export function batchOf(index: string, writes: readonly PlainWrite[]): WriteBatch {
  const encoder = new TextEncoder();
  const bodies = writes.map(({ body }) => encoder.encode(body === null ? '' : JSON.stringify(body)));
  const source = new Uint8Array(bodies.reduce((sum, body) => sum + body.length, 0));
  const ends = new Int32Array(bodies.length);
  let at = 0;
  for (const [i, body] of bodies.entries()) {
    source.set(body, at);
    at += body.length;
    ends[i] = at;
  }
  const none = new Float64Array(writes.length).fill(-2);
  return {
    index,
    source,
    kinds: writes.map(({ body }) => (body === null ? 'delete' : 'index')),
    ids: writes.map(({ id }) => id),
    routings: writes.map(() => null),
    starts: ends.map((end, i) => end - bodies[i]!.length),
    ends,
    ifSeqNos: none,
    ifPrimaryTerms: none,
    versions: none,
    versionTypes: writes.map(() => 'internal'),
    retryOnConflict: null,
    refresh: 'false',
  };
}
