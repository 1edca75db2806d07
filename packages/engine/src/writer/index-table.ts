import { type ApiError, apiError } from '@sextant/contract';
import type { IndexWriter } from './index-writer.ts';

/** The indices of one writer, by name and by uuid. */
export class IndexTable {
  readonly #byName = new Map<string, IndexWriter>();
  readonly #byUuid = new Map<string, IndexWriter>();

  all(): Iterable<IndexWriter> {
    return this.#byName.values();
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  find(name: string): IndexWriter | undefined {
    return this.#byName.get(name);
  }

  findByUuid(uuid: string): IndexWriter | undefined {
    return this.#byUuid.get(uuid);
  }

  /** Throws ApiError index_not_found_exception. */
  get(name: string): IndexWriter {
    const index = this.#byName.get(name);
    if (index === undefined) throw indexNotFound(name);
    return index;
  }

  /** Throws ApiError index_not_found_exception, index_closed_exception. */
  getOpen(name: string): IndexWriter {
    const index = this.get(name);
    if (index.metadata.state === 'close') throw index.closedError();
    return index;
  }

  add(index: IndexWriter): void {
    this.#byName.set(index.name, index);
    this.#byUuid.set(index.uuid, index);
  }

  remove(index: IndexWriter): void {
    this.#byName.delete(index.name);
    this.#byUuid.delete(index.uuid);
  }

  clear(): void {
    this.#byName.clear();
    this.#byUuid.clear();
  }
}

export function indexNotFound(name: string): ApiError {
  return apiError('index_not_found_exception', `no such index [${name}]`, {
    'resource.type': 'index_or_alias',
    'resource.id': name,
    index: name,
    index_uuid: '_na_',
  });
}
