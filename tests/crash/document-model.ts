export type Source = Readonly<Record<string, unknown>>;

/** A document as an answer told it; `source` undefined = deleted, or never there. */
export interface Known {
  readonly source: Source | undefined;
  readonly version: number;
  readonly seqNo: number;
}

const NEVER: Known = { source: undefined, version: 0, seqNo: -1 };

/**
 * What a reader may find in one index: for each id the state that was acknowledged last, or, where the service
 * was killed before it answered, the state that the unanswered operation would have made. Each id has one
 * writer, so at most one operation of it is unanswered.
 */
export class DocumentModel {
  readonly #known = new Map<string, Known>();
  readonly #unanswered = new Map<string, Source | undefined>();
  acknowledgements = 0;
  /** Highest that was ever acknowledged or found. */
  maxSeqNo = -1;

  ids(): readonly string[] {
    return [...new Set([...this.#known.keys(), ...this.#unanswered.keys()])];
  }

  sourceOf(id: string): Source | undefined {
    return this.#known.get(id)?.source;
  }

  begin(id: string, outcome: Source | undefined): void {
    if (this.#unanswered.has(id)) throw new Error(`[${id}] has two writers`);
    this.#unanswered.set(id, outcome);
  }

  /** Throws where the answer goes back in history. */
  acknowledge(id: string, version: number, seqNo: number): void {
    const before = this.#known.get(id) ?? NEVER;
    if (seqNo <= before.seqNo) throw new Error(`[${id}] got seq_no ${seqNo} after ${before.seqNo}`);
    if (before.source !== undefined && version !== before.version + 1) {
      throw new Error(`[${id}] got version ${version} after ${before.version}`);
    }
    this.#known.set(id, { source: this.#unanswered.get(id), version, seqNo });
    this.#unanswered.delete(id);
    this.maxSeqNo = Math.max(this.maxSeqNo, seqNo);
    this.acknowledgements++;
  }

  /**
   * Compares with what was found after a restart, then takes it as known. Answers with what is wrong, one
   * sentence for each document.
   */
  settle(found: ReadonlyMap<string, Known>): readonly string[] {
    const problems: string[] = [];
    for (const id of this.ids()) {
      const problem = this.#settleOne(id, found.get(id));
      if (problem !== undefined) problems.push(problem);
    }
    for (const id of found.keys()) if (!this.#known.has(id)) problems.push(`[${id}] was never written`);
    return problems;
  }

  #settleOne(id: string, found: Known | undefined): string | undefined {
    const known = this.#known.get(id) ?? NEVER;
    const pending = this.#unanswered.has(id);
    const outcome = this.#unanswered.get(id);
    this.#unanswered.delete(id);
    const source = found?.source;
    const unchanged =
      same(source, known.source) &&
      (found === undefined || (found.version === known.version && found.seqNo === known.seqNo));
    const done =
      pending &&
      same(source, outcome) &&
      (found === undefined ||
        (found.seqNo > known.seqNo && (known.source === undefined || found.version === known.version + 1)));
    this.#known.set(id, found ?? { ...known, source: undefined });
    if (found !== undefined) this.maxSeqNo = Math.max(this.maxSeqNo, found.seqNo);
    if (unchanged || done) return undefined;
    const awaited = pending ? `, unanswered ${JSON.stringify(outcome) ?? 'delete'}` : '';
    return `[${id}] acknowledged ${JSON.stringify(known)}${awaited}, found ${JSON.stringify(found) ?? 'nothing'}`;
  }
}

function same(a: Source | undefined, b: Source | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
