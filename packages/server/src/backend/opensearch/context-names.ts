import { apiError } from '@sextant/contract';
import { openIndices } from '../../cluster/indices-options.ts';
import type { Access } from '../access.ts';
import { isUnreadable, StreamReader } from '../stream-bytes.ts';
import { isSystemIndex } from '../system-index.ts';
import { contextSealOf, idWithin } from './context-seal.ts';
import { exclusion, isPattern, type NameResolver } from './upstream-names.ts';

const searchAction = 'indices:data/read/search';

function read<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

/** What a scroll was asked of, as its id says at its end; undefined where it does not. */
export function namesOfScroll(id: string): readonly string[] | undefined {
  return read(() => {
    const reader = new StreamReader(id);
    if (reader.text() !== 'include_context_uuid') return undefined;
    reader.text();
    for (let left = reader.int(); left > 0; left--) {
      reader.text();
      reader.long();
      reader.text();
    }
    if (reader.int() !== 1) return undefined;
    const names: string[] = [];
    for (let left = reader.int(); left > 0; left--) names.push(reader.text());
    return names;
  });
}

/** The indices of a point in time, as its id says; undefined where it is none. */
export function namesOfPointInTime(id: string): readonly string[] | undefined {
  return read(() => {
    const reader = new StreamReader(id);
    reader.int();
    const names = new Set<string>();
    for (let left = reader.int(); left > 0; left--) {
      names.add(reader.text());
      reader.text();
      reader.int();
      reader.text();
      if (reader.int() === 1) reader.text();
      reader.long();
      reader.text();
    }
    return [...names];
  });
}

/**
 * Ids of the cluster's are the caller's word: what they lead to is judged as if it were named. Throws ApiError where the caller
 * may not search it, and where an id does not say what it leads to.
 */
export class ContextGuard {
  readonly #access: Access;
  readonly #resolver: NameResolver;

  constructor(access: Access, resolver: NameResolver) {
    this.#access = access;
    this.#resolver = resolver;
  }

  async scroll(id: string): Promise<void> {
    const names = namesOfScroll(id);
    if (names === undefined) throw apiError('illegal_argument_exception', 'Cannot parse scroll id');
    await this.#judge(names);
  }

  /** The cluster's id. */
  async pointInTime(given: string): Promise<string> {
    const id = idWithin(given);
    const names = namesOfPointInTime(id);
    if (names === undefined || names.length === 0) {
      throw apiError('illegal_argument_exception', `invalid id: [${given}]`);
    }
    await this.#judge(names);
    return contextSealOf(this.#access)?.openedPointInTime(given) ?? id;
  }

  /** Whether a point in time in a list is shown to the caller. */
  shows(id: string): boolean {
    const names = namesOfPointInTime(id) ?? [];
    return names.length > 0 && names.every((name) => this.#access.allows(searchAction, name));
  }

  /** Of what ends, or lists, the contexts of everybody. */
  everybody(action: string): void {
    if (this.#access.everywhere(action)) return;
    throw apiError('security_exception', `no permissions for [${action}] on the contexts of everybody`);
  }

  async #judge(names: readonly string[]): Promise<void> {
    const left = names.filter((name) => name !== exclusion);
    const isNarrowed = left.length < names.length;
    const reaches = left.some((name) => isSystemIndex(name) || (isPattern(name) && !isNarrowed));
    const isOpen = this.#access.everywhere(searchAction);
    if (reaches || left.length === 0 || (!isOpen && left.some(isPattern))) {
      throw apiError('security_exception', 'the id leads to indices that are closed to the caller');
    }
    if (!isOpen) await this.#resolver.many(left, { options: openIndices }, searchAction, {});
  }
}
