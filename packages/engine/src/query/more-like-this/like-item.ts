import { apiError } from '@sextant/contract';
import { isObject, type JsonObject, toText, toTextList } from '../../dsl/json-reader.ts';
import { membersOf } from '../../dsl/read-place.ts';

/**
 * The key under which whoever reads documents puts those that an item names: pairs of the index that is searched and the
 * document's JSON, null where there is none.
 */
export const READ_DOCUMENTS = '\u0000documents';

/** A document that others shall be like. */
export interface LikeItem {
  /** null: the document itself is given. */
  readonly id: string | null;
  /** The fields that count; null: those of the query. */
  readonly fields: readonly string[] | null;
  readonly analyzers: ReadonlyMap<string, string>;
  /**
   * By the index that is searched, JSON; null until it was read. A list of two is a document and what its source leaves out of
   * stored fields.
   */
  readonly documents: ReadonlyMap<string, string | null> | null;
  /** What is given in place of one that was indexed. */
  readonly given: JsonObject | null;
}

/** Texts and documents, as `like` and `unlike` mix them. */
export interface Likes {
  readonly texts: readonly string[];
  readonly items: readonly LikeItem[];
}

/** Throws ApiError. */
export function readLikes(name: string, value: unknown): Likes {
  const texts: string[] = [];
  const items: LikeItem[] = [];
  for (const each of Array.isArray(value) ? value : [value]) {
    if (isObject(each)) items.push(readItem(each));
    else if (typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean')
      texts.push(String(each));
    else {
      const reason = `Content of '${name}' parameter should either be a string or an object`;
      throw apiError('illegal_argument_exception', reason);
    }
  }
  return Object.freeze({ texts: Object.freeze(texts), items: Object.freeze(items) });
}

function failure(problem: string): Error {
  return apiError('parse_exception', `failed to parse More Like This item. ${problem}`);
}

function readItem(body: JsonObject): LikeItem {
  let id: string | null = null;
  let fields: readonly string[] | null = null;
  let analyzers: ReadonlyMap<string, string> = new Map();
  let documents: ReadonlyMap<string, string | null> | null = null;
  let given: JsonObject | null = null;
  for (const [name, value] of membersOf(body)) {
    if (name === '_id') id = toText(value);
    else if (name === 'doc' && isObject(value)) given = value;
    else if (name === 'fields' && Array.isArray(value)) fields = Object.freeze(toTextList(value));
    else if (name === 'per_field_analyzer' && isObject(value)) analyzers = readAnalyzers(value);
    else if (name === READ_DOCUMENTS) documents = new Map(value as [string, string | null][]);
    else if (!ofPlace.has(name)) throw failure(`unknown field [${name}]`);
  }
  if (id !== null && given !== null) throw failure('either [id] or [doc] can be specified, but not both!');
  if (id === null && given === null) throw failure('neither [id] nor [doc] is specified!');
  return Object.freeze({ id, fields, analyzers, documents, given });
}

/** Where the document lies: whoever reads it knows. */
const ofPlace: ReadonlySet<string> = new Set([
  '_index',
  'routing',
  '_routing',
  'version',
  '_version',
  'version_type',
  '_version_type',
]);

function readAnalyzers(value: JsonObject): ReadonlyMap<string, string> {
  return new Map(Object.entries(value).map(([field, name]) => [field, toText(name)]));
}
