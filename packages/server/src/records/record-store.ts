import type { Clock, Log } from '@sextant/base';
import { apiError, type JsonMap, parseNamed } from '@sextant/contract';
import type { RecordChanges } from './record-changes.ts';
import type { DocumentVersion, RecordDocument, RecordDocuments, RecordSource } from './record-documents.ts';
import { RecordFault, type RecordKind, type RecordNotice, type Stored } from './record-kind.ts';

export interface RecordStoreParts<T> {
  readonly kind: RecordKind<T>;
  readonly documents: RecordDocuments;
  readonly changes: RecordChanges;
  readonly clock: Clock;
  readonly log: Log;
}

const reportedMax = 1000;
/** How long the mark of a removed record tells others of it; with the time until the sweep. */
const removedKeptMs = 7 * 86_400_000;

/**
 * Records of one kind. What is read is checked: a record that cannot be read is told in the log by its id and left out
 * of lists, and breaks nothing else.
 */
export class RecordStore<T> {
  readonly kind: RecordKind<T>;
  readonly #parts: RecordStoreParts<T>;
  readonly #reported = new Set<string>();

  constructor(parts: RecordStoreParts<T>) {
    this.kind = parts.kind;
    this.#parts = parts;
  }

  /** Undefined where there is a record with this id. */
  async create(id: string, value: T): Promise<Stored<T> | undefined> {
    const { documents } = this.#parts;
    const docId = this.#docId(id);
    const source = this.#source(docId, value);
    const made = await documents.put(docId, source, 'create');
    if (made !== undefined) return this.#wrote(id, value, made);
    const there = await documents.get(docId);
    // What was removed leaves a mark for a while, so that other instances hear of it.
    if (there?.source.removed !== true) return undefined;
    const again = await documents.put(docId, source, there);
    return again === undefined ? undefined : this.#wrote(id, value, again);
  }

  /** Over whatever is there, be it unreadable or removed. Undefined where it changes at the same time. */
  async put(id: string, value: T): Promise<Stored<T> | undefined> {
    const { documents } = this.#parts;
    const docId = this.#docId(id);
    const there = await documents.get(docId);
    const made = await documents.put(docId, this.#source(docId, value), there ?? 'create');
    return made === undefined ? undefined : this.#wrote(id, value, made);
  }

  /** Undefined where there is none. Throws ApiError for a record that cannot be read. */
  async read(id: string): Promise<Stored<T> | undefined> {
    const document = await this.#parts.documents.get(this.#docId(id));
    if (document === undefined || document.source.removed === true) return undefined;
    const stored = this.#stored(document);
    if (stored !== undefined) return stored;
    throw apiError('status_exception', `the record [${document.docId}] cannot be read; the log says why`);
  }

  /** Undefined where the record changed since `before` was read. */
  async replace(before: Stored<T>, value: T): Promise<Stored<T> | undefined> {
    const docId = this.#docId(before.id);
    const written = await this.#parts.documents.put(docId, this.#source(docId, value), before);
    return written === undefined ? undefined : this.#wrote(before.id, value, written);
  }

  /** False where the record changed since `before` was read. */
  async remove(before: Stored<T>): Promise<boolean> {
    const { documents, changes, clock } = this.#parts;
    const docId = this.#docId(before.id);
    const source = { id: docId, kind: this.kind.name, removed: true, expires: clock.now() + removedKeptMs };
    const written = await documents.put(docId, source, before);
    if (written === undefined) return false;
    changes.wrote({ docId, source, ...written });
    return true;
  }

  /** All records that can be read, by id. */
  async list(): Promise<Stored<T>[]> {
    const found: Stored<T>[] = [];
    for await (const page of this.pages()) found.push(...page);
    return found;
  }

  /** As `list`, for kinds that should not be held in memory at once. */
  async *pages(...filter: readonly JsonMap[]): AsyncGenerator<Stored<T>[]> {
    const ofKind: JsonMap = { term: { kind: this.kind.name } };
    const removed: JsonMap = { term: { removed: true } };
    for await (const page of this.#parts.documents.pages([ofKind, ...filter], [removed])) {
      yield page.map((document) => this.#stored(document)).filter((stored) => stored !== undefined);
    }
  }

  /** All records with this value of a key. */
  async find(key: string, value: string): Promise<Stored<T>[]> {
    const found: Stored<T>[] = [];
    for await (const page of this.pages({ term: { keys: `${key}=${value}` } })) found.push(...page);
    return found;
  }

  /**
   * Tells changes: those of this process before its write resolves, those of other instances within the time that
   * `RecordChanges` states. The returned function ends it.
   */
  subscribe(listener: (notice: RecordNotice<T>) => void): () => void {
    return this.#parts.changes.subscribe(this.kind.name, (documents) => {
      if (documents === 'all') listener('all');
      else listener(documents.map((document) => this.#change(document)));
    });
  }

  #change(document: RecordDocument): { id: string; seqNo: number; stored: Stored<T> | undefined } {
    const stored = document.source.removed === true ? undefined : this.#stored(document);
    return { id: document.docId.slice(this.kind.name.length + 1), seqNo: document.seqNo, stored };
  }

  #wrote(id: string, value: T, version: DocumentVersion): Stored<T> {
    const docId = this.#docId(id);
    this.#parts.changes.wrote({ docId, source: this.#source(docId, value), ...version });
    return { id, value, ...version };
  }

  #stored(document: RecordDocument): Stored<T> | undefined {
    const { docId, source, seqNo, primaryTerm } = document;
    try {
      if (typeof source.record !== 'string') throw new RecordFault('has no content');
      const value = this.kind.parse(parseJson(source.record));
      return { id: docId.slice(this.kind.name.length + 1), value, seqNo, primaryTerm };
    } catch (error) {
      if (!(error instanceof RecordFault)) throw error;
      this.#report(document, error.message);
      return undefined;
    }
  }

  #report({ docId, seqNo }: RecordDocument, problem: string): void {
    const what = `${docId} ${seqNo}`;
    if (this.#reported.has(what) || this.#reported.size >= reportedMax) return;
    this.#reported.add(what);
    this.#parts.log.log('error', 'records', 'a record cannot be read and is left out', {
      id: docId,
      problem,
    });
  }

  #source(docId: string, value: T): RecordSource {
    const { name, keys, expires } = this.kind;
    const found = Object.entries(keys?.(value) ?? {}).map(([key, text]) => `${key}=${text}`);
    const end = expires?.(value);
    const record = JSON.stringify(value);
    return { id: docId, kind: name, keys: found, ...(end === undefined ? {} : { expires: end }), record };
  }

  #docId(id: string): string {
    return `${this.kind.name}:${id}`;
  }
}

function parseJson(text: string): unknown {
  try {
    return parseNamed(text);
  } catch {
    throw new RecordFault('is no JSON');
  }
}
