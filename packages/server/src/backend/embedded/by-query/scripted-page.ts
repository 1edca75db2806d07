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
  /** Documents that are there already are left as they are. */
  readonly creates?: boolean;
  /** As which a document is written that has this routing, where the script does not change it; absent: as that. */
  readonly routing?: (own: string | null) => string | null;
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
      _version: page.versionType === 'internal' ? NO_VERSION : documents.versions[item]!,
      _routing: documents.routings[item]!,
    };
    const stored = documents.source.subarray(documents.starts[item]!, documents.ends[item]!);
    const scripted = script.run(stored, 'index', before, 'HashMap');
    if (scripted.op === 'null') throw illegal('Script cleared operation type');
    const written = scripted.sourceApart() ?? '';
    const after = metaOf(scripted, before);
    checkChanges(after, before, page);
    const op = checkedOperation(scripted);
    if (op === 'noop') continue;
    const isDelete = op === 'delete';
    left.push(leftOf(item, after, before, { page, isDelete, ids, problems }));
    kinds.push(isDelete ? 'delete' : null);
    sources.addText(isDelete ? UNREAD : written);
  }
  if (problems.length > 0) throw validationFailed(problems);
  const { length } = documents;
  return { documents: documentsWith(documents, left, sources.build()), kinds, noops: length - left.length };
}

/** In small letters. Throws ApiError. */
function checkedOperation({ op: given, added }: Scripted): string {
  const op = given.toLowerCase();
  if (!operations.includes(op)) {
    throw illegal(`Operation type [${op}] not allowed, only [${operations.join(', ')}] are allowed`);
  }
  const names = op === 'index' ? added(known) : [];
  if (names.length === 0) return op;
  throw illegal(`Invalid fields added to context [${names.join(',')}]`);
}

function illegal(reason: string): ApiError {
  return apiError('illegal_argument_exception', reason);
}

type Value = string | number | null;

interface Meta {
  readonly _index: Value;
  readonly _id: Value;
  readonly _version: Value;
  readonly _routing: Value;
}

interface LeftMeta extends Meta {
  /** A number of another type is another version, as Java compares them. */
  readonly hasOwnVersion: boolean;
}

function metaOf({ meta, version }: Scripted, before: Meta): LeftMeta {
  const { value, isLong } = version();
  return {
    _index: meta('_index'),
    _id: meta('_id'),
    _version: value,
    _routing: meta('_routing'),
    hasOwnVersion: isLong && value === before._version,
  };
}

/** Throws ApiError for what a script may not change, or not to this. */
function checkChanges(after: LeftMeta, before: Meta, { destination }: PageScript): void {
  for (const name of ['_index', '_id', '_version', '_routing'] as const) {
    const value = after[name];
    if (name === '_version' ? after.hasOwnVersion : value === before[name]) continue;
    if (destination === undefined) throw illegal(`Modifying [${name}] not allowed`);
    if (name === '_index' && value === null) {
      throw apiError('null_pointer_exception', "Can't reindex without a destination index!");
    }
    if (name === '_version' && value !== null && !Number.isInteger(value)) {
      throw illegal(`_version may only be set to an int or a long but was [${value}]`);
    }
  }
}

interface Leaving {
  readonly page: PageScript;
  readonly isDelete: boolean;
  /** For documents whose id the script took away. */
  readonly ids: DocumentIds;
  /** Takes what is wrong with version and id. */
  readonly problems: string[];
}

function leftOf(item: number, after: LeftMeta, before: Meta, leaving: Leaving): LeftDocument {
  const { page, ids } = leaving;
  const { _index, _id, _routing } = after;
  const routing = _routing === null ? null : String(_routing);
  leaving.problems.push(...problemsOf(after, leaving));
  return {
    item,
    index: page.destination === undefined || _index !== before._index ? String(_index) : page.destination,
    // Another one than it had: several indices may be copied into one.
    id: _id === null ? ids.next() : String(_id),
    routing: page.routing === undefined || _routing !== before._routing ? routing : page.routing(routing),
    // Without a version it is written whatever is there.
    ...(after.hasOwnVersion ? {} : { version: Number(after._version ?? unconditional.version) }),
  };
}

/** What is wrong with version and id of a write, in OpenSearch's words. */
function problemsOf({ _id, _version, hasOwnVersion }: LeftMeta, { page, isDelete }: Leaving): string[] {
  const isGiven = hasOwnVersion ? page.versionType !== 'internal' : _version !== null;
  const problems = _id === null && isDelete ? ['id is missing'] : [];
  if (!isGiven) return problems;
  const kind = page.creates === true ? 'create' : 'index';
  const versionType = isDelete ? 'internal' : page.versionType;
  if (_id === null && !isDelete) problems.push('an id must be provided if version type or value are set');
  const conditions = { ...unconditional, version: Number(_version), versionType };
  problems.push(...conditionProblems(isDelete ? 'delete' : kind, conditions));
  return problems;
}
