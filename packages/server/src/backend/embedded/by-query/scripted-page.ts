import { apiError } from '@sextant/contract';
import type { ScriptHost, ScriptSpec } from '@sextant/engine';
import { type Scripted, UpdateScript, type WriteKind } from '@sextant/engine';
import {
  conditionProblems,
  unconditional,
  type VersionType,
  validationFailed,
} from '../document/write-params.ts';
import type { Documents } from '../search/documents-view.ts';
import { documentsOf } from './join-documents.ts';

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
const nothing = new Uint8Array();
/** In place of the document of a delete, which nobody reads. */
const unread = new TextEncoder().encode('{}');

interface Kept {
  readonly item: number;
  readonly scripted: Scripted;
  readonly source: Uint8Array;
}

/** `turns`: awaited before each document. Rejects with ApiError where the script fails, or does what it may not. */
export async function scriptedPage(
  documents: Documents,
  { spec, destination, versionType }: PageScript,
  host: ScriptHost,
  turns: () => Promise<void> | undefined,
): Promise<ScriptedPage> {
  const script = new UpdateScript(spec, null, host);
  const kept: Kept[] = [];
  for (let item = 0; item < documents.length; item++) {
    const turn = turns();
    if (turn !== undefined) await turn;
    const meta = {
      _index: documents.indices[item]!,
      _id: documents.ids[item]!,
      _version: NO_VERSION,
      _routing: documents.routings[item]!,
    };
    const stored = documents.source.subarray(documents.starts[item]!, documents.ends[item]!);
    const scripted = script.run(stored, 'index', meta, 'HashMap');
    checkOperation(scripted);
    if (scripted.op === 'noop') continue;
    if (destination === undefined) checkUnchanged(scripted, meta);
    const source = scripted.op === 'delete' ? unread : (scripted.source() ?? nothing);
    kept.push({ item, scripted, source });
  }
  return {
    documents: pageOf(documents, kept, { destination, versionType }),
    kinds: kept.map(({ scripted }) => (scripted.op === 'delete' ? 'delete' : null)),
    noops: documents.length - kept.length,
  };
}

function checkOperation({ op, names }: Scripted): void {
  if (op === 'null') throw apiError('illegal_argument_exception', 'Script cleared operation type');
  if (!operations.includes(op)) {
    const reason = `Operation type [${op}] not allowed, only [${operations.join(', ')}] are allowed`;
    throw apiError('illegal_argument_exception', reason);
  }
  const added = names.filter((name) => !known.has(name));
  if (added.length === 0) return;
  throw apiError('illegal_argument_exception', `Invalid fields added to context [${added.join(',')}]`);
}

function checkUnchanged({ meta }: Scripted, before: Readonly<Record<string, string | number | null>>): void {
  const changed = ['_index', '_id', '_version', '_routing'].find((name) => meta(name) !== before[name]);
  if (changed !== undefined)
    throw apiError('illegal_argument_exception', `Modifying [${changed}] not allowed`);
}

/** The documents that are left. */
function pageOf(
  documents: Documents,
  kept: readonly Kept[],
  { destination, versionType }: Omit<PageScript, 'spec'>,
): Documents {
  const text = (value: string | number | null): string | null => (value === null ? null : String(value));
  const problems: string[] = [];
  const page = documentsOf(
    documents,
    kept.map(({ item, scripted, source }) => {
      const own = documents.indices[item]!;
      const index = text(scripted.meta('_index')) ?? own;
      return {
        item,
        index: destination === undefined || index !== own ? index : destination,
        id: text(scripted.meta('_id')) ?? documents.ids[item]!,
        routing: text(scripted.meta('_routing')),
        source,
        version: versionOf(scripted, documents.versions[item]!, versionType, problems),
      };
    }),
  );
  if (problems.length > 0) throw validationFailed(problems);
  return page;
}

/** `problems`: takes what is wrong with it. Throws ApiError for what is no version. */
function versionOf({ meta }: Scripted, own: number, versionType: VersionType, problems: string[]): number {
  const version = meta('_version');
  if (version === null || version === NO_VERSION) return own;
  if (!Number.isInteger(version)) {
    const reason = `_version may only be set to an int or a long but was [${version}]`;
    throw apiError('illegal_argument_exception', reason);
  }
  problems.push(...conditionProblems('index', { ...unconditional, version: Number(version), versionType }));
  return Number(version);
}
