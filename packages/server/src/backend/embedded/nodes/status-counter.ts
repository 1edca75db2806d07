import { ApiError, type JsonMap } from '@sextant/contract';

interface Counts {
  success: number;
  user: number;
  system: number;
}

const documentRows: ReadonlySet<string> = new Set(['index', 'index_auto_id', 'create', 'update', 'delete']);
const searchRows: ReadonlySet<string> = new Set(['search', 'count']);

/** How writes of documents and searches ended since the start, by whose fault: the caller's below 500. */
export class StatusCounter {
  readonly #documents: Counts = { success: 0, user: 0, system: 0 };
  readonly #searches: Counts = { success: 0, user: 0, system: 0 };

  /** Of one operation on a document, also in a bulk. */
  document(status: number): void {
    count(this.#documents, status);
  }

  search(status: number): void {
    count(this.#searches, status);
  }

  /** Counts the answer of a row where it is a single write or a search. */
  watch<T extends { readonly status: number }>(row: string, answer: Promise<T>): Promise<T> {
    const counts = this.#of(row);
    return counts === undefined ? answer : counted(counts, answer);
  }

  body(): JsonMap {
    return { doc_status: shown(this.#documents), search_response_status: shown(this.#searches) };
  }

  #of(row: string): Counts | undefined {
    if (documentRows.has(row)) return this.#documents;
    return searchRows.has(row) ? this.#searches : undefined;
  }
}

async function counted<T extends { readonly status: number }>(
  counts: Counts,
  answer: Promise<T>,
): Promise<T> {
  try {
    const given = await answer;
    count(counts, given.status);
    return given;
  } catch (error) {
    count(counts, error instanceof ApiError ? error.status : 500);
    throw error;
  }
}

function count(counts: Counts, status: number): void {
  if (status < 400) counts.success++;
  else if (status < 500) counts.user++;
  else counts.system++;
}

function shown({ success, user, system }: Counts): JsonMap {
  return { success, user_error: user, system_failure: system };
}
