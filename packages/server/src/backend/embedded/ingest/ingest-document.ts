import { ApiError, apiError, setOwn } from '@sextant/contract';
import type { VersionType } from '../document/write-params.ts';
import { className, copyOf, equalValues, isList, isValues, type Value, type Values } from './java-values.ts';

/** What a write says of a document beside its source. */
export interface DocumentHead {
  readonly index: string;
  readonly id: string | null;
  readonly routing?: string | undefined;
  readonly version?: number | undefined;
  readonly versionType?: VersionType | undefined;
  readonly ifSeqNo?: number | undefined;
  readonly ifPrimaryTerm?: number | undefined;
}

/** Names that stand beside the fields of a document, and are none. */
export const metadataNames: ReadonlySet<string> = new Set([
  '_index',
  '_id',
  '_routing',
  '_version',
  '_version_type',
  '_if_seq_no',
  '_if_primary_term',
]);

/** What a pipeline may make of one document, in characters: as much as the largest body. */
const CHARACTERS_MAX = 100 * 1024 * 1024;

/** Steps of processors for one document, which nobody waits beside: a second or two. */
const WORK_MAX = 20_000_000;

/** So many values are compared while a processor takes a step. */
const COMPARISONS_PER_STEP = 10;
/** As deep as a document may be nested when it comes in. */
const PATH_PARTS_MAX = 1000;

/**
 * A document on its way through pipelines: its source and metadata in one object (`_index`, `_id`, …), and what is known
 * of the way itself under `_ingest`. Paths are names with dots between them; a number is the place in a list. Errors are
 * those of OpenSearch's IngestDocument, word by word.
 */
export class IngestDocument {
  readonly fields: Values;
  readonly ingest: Values;
  /** Pipelines that it is in, the innermost last. */
  readonly #inside: string[] = [];
  #made = 0;
  #work = 0;

  constructor(head: DocumentHead, source: Values, timestamp: string) {
    this.fields = { _index: head.index };
    this.#setHead('_id', head.id);
    this.#setHead('_routing', head.routing);
    this.#setHead('_version', head.version);
    this.#setHead('_version_type', head.versionType);
    this.#setHead('_if_seq_no', head.ifSeqNo);
    this.#setHead('_if_primary_term', head.ifPrimaryTerm);
    for (const [key, value] of Object.entries(source)) setOwn(this.fields, key, value);
    this.ingest = { timestamp };
  }

  #setHead(name: string, value: string | number | null | undefined): void {
    if (value !== undefined && value !== null) setOwn<Value>(this.fields, name, value);
  }

  /** Fields and metadata anew. */
  replace(fields: Values): void {
    for (const name of Object.keys(this.fields)) delete this.fields[name];
    for (const [name, value] of Object.entries(fields)) setOwn(this.fields, name, value);
  }

  /** Everything but the metadata. */
  source(): Values {
    const source: Values = {};
    for (const [key, value] of Object.entries(this.fields)) {
      if (!metadataNames.has(key)) setOwn(source, key, value);
    }
    return source;
  }

  /** Throws ApiError where the pipelines would make too much of one document. */
  charge(characters: number): void {
    this.#made += characters;
    if (this.#made <= CHARACTERS_MAX) return;
    throw apiError(
      'illegal_argument_exception',
      `the pipeline makes more than [${CHARACTERS_MAX}] characters of one document`,
    );
  }

  /** Throws ApiError where the pipelines take too long for one document. */
  work(steps: number): void {
    this.#work += steps;
    if (this.#work <= WORK_MAX) return;
    const reason = `the pipeline takes more than [${WORK_MAX}] steps for one document`;
    throw apiError('illegal_argument_exception', reason);
  }

  /** It took more than it may: nothing goes on with it, whatever is said of failures. */
  get isSpent(): boolean {
    return this.#work > WORK_MAX || this.#made > CHARACTERS_MAX;
  }

  /** Runs what is inside a pipeline. Throws ApiError where the document is in that pipeline already. */
  within<T>(pipeline: string, run: () => T): T {
    if (this.#inside.includes(pipeline)) {
      throw apiError('illegal_state_exception', `Cycle detected for pipeline: ${pipeline}`);
    }
    const before = this.ingest.pipeline;
    this.#inside.push(pipeline);
    this.ingest.pipeline = pipeline;
    try {
      return run();
    } finally {
      this.#inside.pop();
      if (before === undefined) delete this.ingest.pipeline;
      else this.ingest.pipeline = before;
    }
  }

  /** The pipeline that it is in, where another one runs that. */
  get innerPipeline(): string | undefined {
    return this.#inside.length > 1 ? this.#inside.at(-1) : undefined;
  }

  /** `refuseOutside`: a place beyond the end of a list is an error. */
  has(path: string, refuseOutside = false): boolean {
    const { root, names } = this.#path(path);
    let at: Value | undefined = root;
    for (const name of names) {
      if (isValues(at)) {
        if (!Object.hasOwn(at, name)) return false;
        at = at[name];
      } else if (isList(at)) {
        if (!/^[+-]?\d+$/.test(name)) return false;
        if (!refuseOutside && (Number(name) < 0 || Number(name) >= at.length)) return false;
        at = at[placeIn(at, name, path)];
      } else return false;
    }
    return true;
  }

  /** Throws ApiError where there is nothing. */
  get(path: string): Value {
    const { root, names } = this.#path(path);
    let at: Value = root;
    for (const name of names) at = step(at, name, path);
    return at;
  }

  /** The value; undefined where there is none, or null, and that is no error. */
  optional(path: string): Value | undefined {
    if (!this.has(path)) return undefined;
    return this.get(path) ?? undefined;
  }

  remove(path: string): void {
    const { root, names } = this.#path(path);
    const leaf = names.pop()!;
    let at: Value = root;
    for (const name of names) at = step(at, name, path);
    if (isValues(at)) {
      if (!Object.hasOwn(at, leaf)) throw failed(`field [${leaf}] not present as part of path [${path}]`);
      delete at[leaf];
    } else if (isList(at)) at.splice(placeIn(at, leaf, path), 1);
    else throw failed(`cannot remove [${leaf}] from ${typeText(at)} as part of path [${path}]`);
  }

  set(path: string, value: Value): void {
    this.#put(path, (parent, leaf) => {
      if (isValues(parent)) setOwn(parent, leaf, value);
      else parent[placeIn(parent, leaf, path)] = value;
    });
  }

  /** Adds to the list that is there; what is there and no list becomes the first of one. */
  append(path: string, value: Value, allowDuplicates = true): void {
    const all = isList(value) ? value : [value];
    const append = (there: Value): Value => {
      const length = (isList(there) ? there.length : 1) + all.length;
      if (!allowDuplicates) this.work(Math.ceil((length * all.length) / COMPARISONS_PER_STEP));
      return appended(there, all, allowDuplicates);
    };
    this.#put(path, (parent, leaf) => {
      if (isValues(parent)) {
        const there = Object.hasOwn(parent, leaf) ? parent[leaf]! : [];
        setOwn(parent, leaf, append(there));
      } else {
        const place = placeIn(parent, leaf, path);
        parent[place] = append(parent[place]!);
      }
    });
  }

  #put(path: string, put: (parent: Values | Value[], leaf: string) => void): void {
    const { root, names } = this.#path(path);
    const leaf = names.pop()!;
    let at: Value = root;
    for (const name of names) {
      if (isValues(at) && !Object.hasOwn(at, name)) setOwn<Value>(at, name, {});
      at = step(at, name, path);
    }
    if (at === null) throw failed(`cannot set [${leaf}] with null parent as part of path [${path}]`);
    if (!isValues(at) && !isList(at)) {
      throw failed(
        `cannot set [${leaf}] with parent object of type [${className(at)}] as part of path [${path}]`,
      );
    }
    put(at, leaf);
  }

  #path(path: string): { readonly root: Values; readonly names: string[] } {
    if (path === '') throw failed('path cannot be null nor empty');
    const ofIngest = path.startsWith('_ingest.');
    let rest = path;
    if (ofIngest) rest = path.slice('_ingest.'.length);
    else if (path.startsWith('_source.')) rest = path.slice('_source.'.length);
    const names = rest.split('.', PATH_PARTS_MAX + 1);
    if (names.length > PATH_PARTS_MAX) {
      throw failed(`path [${path.slice(0, 100)}…] has more than [${PATH_PARTS_MAX}] parts`);
    }
    while (names.length > 0 && names.at(-1) === '') names.pop();
    if (names.length === 0) throw failed(`path [${path}] is not valid`);
    return { root: ofIngest ? this.ingest : this.fields, names };
  }

  /** A copy of all that there is, for those who look at each step. */
  snapshot(): { readonly fields: Values; readonly ingest: Values } {
    return { fields: copyOf(this.fields) as Values, ingest: copyOf(this.ingest) as Values };
  }
}

function step(at: Value, name: string, path: string): Value {
  if (isValues(at)) {
    if (Object.hasOwn(at, name)) return at[name]!;
    throw failed(`field [${name}] not present as part of path [${path}]`);
  }
  if (isList(at)) return at[placeIn(at, name, path)]!;
  throw failed(`cannot resolve [${name}] from ${typeText(at)} as part of path [${path}]`);
}

function typeText(value: Value): string {
  return value === null ? 'null' : `object of type [${className(value)}]`;
}

function placeIn(list: readonly Value[], name: string, path: string): number {
  if (!/^[+-]?\d+$/.test(name)) {
    throw new ApiError({
      type: 'illegal_argument_exception',
      reason: `[${name}] is not an integer, cannot be used as an index as part of path [${path}]`,
      causedBy: { type: 'number_format_exception', reason: `For input string: "${name}"` },
    });
  }
  const place = Number(name);
  if (place >= 0 && place < list.length) return place;
  throw failed(
    `[${place}] is out of bounds for array with length [${list.length}] as part of path [${path}]`,
  );
}

/** A value beside which nothing comes to stand stays as it is, and becomes no list. */
function appended(there: Value, values: readonly Value[], allowDuplicates: boolean): Value {
  const list = isList(there) ? there : [there];
  const before = list.length;
  for (const value of values) {
    if (allowDuplicates || !list.some((each) => equalValues(each, value))) list.push(value);
  }
  return allowDuplicates || list.length > before ? list : there;
}

export function failed(reason: string): ApiError {
  return apiError('illegal_argument_exception', reason);
}
