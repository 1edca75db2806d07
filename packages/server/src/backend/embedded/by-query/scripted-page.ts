import { type ApiError, apiError } from '@sextant/contract';
import type { ScriptHost, ScriptSpec } from '@sextant/engine';
import { DocumentIds, type Scripted, UpdateScript, type WriteKind } from '@sextant/engine';
import {
  conditionProblems,
  unconditional,
  type VersionType,
  validationFailed,
} from '../document/write-params.ts';
import type { Documents } from '../search/documents-view.ts';
import { documentsWith, type LeftDocument, SourcesBuilder } from './join-documents.ts';

/** A script that every document goes through before it is written. */
export interface PageScript {
  readonly spec: ScriptSpec;
  /** Where documents go whose index it does not change; undefined: it may change nothing but the document. */
  readonly destination: string | undefined;
  /** Of the writes. */
  readonly versionType: VersionType;
}

/** What a script left of a page. */
export interface ScriptedPage {
  readonly documents: Documents;
  /** Of documents that are to be deleted; null = as all are written. */
  readonly kinds: readonly (WriteKind | null)[];
  readonly noops: number;
}

/** What a script is told where the version does not matter. */
const NO_VERSION = -1;
const operations = ['noop', 'index', 'delete'];
const known: ReadonlySet<string> = new Set(['_index', '_id', '_version', '_routing', '_source', 'op']);
/** In place of the document of a delete, which nobody reads. */
const UNREAD = '{}';
/** Room for what scripts add to documents. */
const GROWTH = 1.1;

/** `turns`: awaited before each document. Rejects with ApiError where the script fails, or does what it may not. */
export async function scriptedPage(
  documents: Documents,
  page: PageScript,
  host: ScriptHost,
  turns: () => Promise<void> | undefined,
): Promise<ScriptedPage> {
  const script = new UpdateScript(page.spec, null, host);
  // What a script made of a document is not kept: pages of Java's maps would be moved by every collection.
  const left: LeftDocument[] = [];
  const kinds: (WriteKind | null)[] = [];
  const problems: string[] = [];
  const ids = new DocumentIds(host.clock, host.random);
  const sources = new SourcesBuilder(Math.ceil(documents.source.length * GROWTH));
  for (let item = 0; item < documents.length; item++) {
    const turn = turns();
    if (turn !== undefined) await turn;
    const before = {
      _index: documents.indices[item]!,
      _id: documents.ids[item]!,
      _version: NO_VERSION,
      _routing: documents.routings[item]!,
    };
    const stored = documents.source.subarray(documents.starts[item]!, documents.ends[item]!);
    const scripted = script.run(stored, 'index', before, 'HashMap');
    const op = checkedOperation(scripted);
    if (op === 'noop') continue;
    const after = metaOf(scripted);
    if (page.destination === undefined) checkUnchanged(after, before);
    const isDelete = op === 'delete';
    left.push(leftOf(documents, item, after, { page, isDelete, ids, problems }));
    kinds.push(isDelete ? 'delete' : null);
    sources.addText(isDelete ? UNREAD : (scripted.source() ?? ''));
  }
  if (problems.length > 0) throw validationFailed(problems);
  const { length } = documents;
  return { documents: documentsWith(documents, left, sources.build()), kinds, noops: length - left.length };
}

/** In small letters. Throws ApiError. */
function checkedOperation({ op: given, added }: Scripted): string {
  if (given === 'null') throw apiError('illegal_argument_exception', 'Script cleared operation type');
  const op = given.toLowerCase();
  if (!operations.includes(op)) {
    const reason = `Operation type [${op}] not allowed, only [${operations.join(', ')}] are allowed`;
    throw apiError('illegal_argument_exception', reason);
  }
  const names = added(known);
  if (names.length === 0) return op;
  throw apiError('illegal_argument_exception', `Invalid fields added to context [${names.join(',')}]`);
}

type Value = string | number | null;

interface Meta {
  readonly _index: Value;
  readonly _id: Value;
  readonly _version: Value;
  readonly _routing: Value;
}

function metaOf({ meta }: Scripted): Meta {
  return {
    _index: meta('_index'),
    _id: meta('_id'),
    _version: meta('_version'),
    _routing: meta('_routing'),
  };
}

function checkUnchanged(after: Meta, before: Meta): void {
  if (after._index !== before._index) throw unchangeable('_index');
  if (after._id !== before._id) throw unchangeable('_id');
  if (after._version !== before._version) throw unchangeable('_version');
  if (after._routing !== before._routing) throw unchangeable('_routing');
}

function unchangeable(name: string): ApiError {
  return apiError('illegal_argument_exception', `Modifying [${name}] not allowed`);
}

interface Leaving {
  readonly page: PageScript;
  readonly isDelete: boolean;
  /** For documents whose id the script took away. */
  readonly ids: DocumentIds;
  /** Takes what is wrong with version and id. */
  readonly problems: string[];
}

function leftOf(
  documents: Documents,
  item: number,
  { _index, _id, _version, _routing }: Meta,
  { page, isDelete, ids, problems }: Leaving,
): LeftDocument {
  const { destination, versionType } = page;
  const own = documents.indices[item]!;
  const index = _index === null ? own : String(_index);
  const version = versionOf(_version, documents.versions[item]!, versionType, problems);
  const hasVersion = versionType !== 'internal' || (_version !== null && _version !== NO_VERSION);
  if (_id === null && isDelete) problems.push('id is missing');
  else if (_id === null && hasVersion)
    problems.push('an id must be provided if version type or value are set');
  return {
    item,
    index: destination === undefined || index !== own ? index : destination,
    // Another one than it had: several indices may be copied into one.
    id: _id === null ? ids.next() : String(_id),
    routing: _routing === null ? null : String(_routing),
    version,
  };
}

/** `problems`: takes what is wrong with it. Throws ApiError for what is no version. */
function versionOf(version: Value, own: number, versionType: VersionType, problems: string[]): number {
  if (version === null || version === NO_VERSION) return own;
  if (!Number.isInteger(version)) {
    const reason = `_version may only be set to an int or a long but was [${version}]`;
    throw apiError('illegal_argument_exception', reason);
  }
  problems.push(...conditionProblems('index', { ...unconditional, version: Number(version), versionType }));
  return Number(version);
}
