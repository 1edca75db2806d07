import { ApiError, apiError, checkNameLengths, parseNamed, scanJson, table } from '@sextant/contract';
import { tokenOf, UNASSIGNED, type WriteKind } from '@sextant/engine';
import { flag, wholeNumber } from './bulk-metadata-values.ts';
import { type BulkAction, type BulkDefaults, plainAction } from './bulk-operations.ts';
import { sourceFilterOfBody } from './source-filter.ts';
import { conditionProblems, sequenceNumber, versionTypeOf } from './write-params.ts';

export interface ActionLine {
  readonly action: BulkAction;
  readonly id: string | null;
  /** `_type` was given. */
  readonly typed: boolean;
  readonly problems: readonly string[];
}

/** The version by which clients in Java say that any will do. */
const MATCH_ANY = -3;
const kinds: ReadonlySet<string> = new Set(['index', 'create', 'update', 'delete']);

/** Reads `{"index":{…}}`; `line` counts from 1. Throws ApiError with OpenSearch's texts. */
export function parseActionLine(text: string, line: number, defaults: BulkDefaults): ActionLine {
  const parsed = parseLine(text, line);
  const malformed = (problem: string) =>
    apiError('illegal_argument_exception', `Malformed action/metadata line [${line}], ${problem}`);
  if (tokenOf(parsed) !== 'START_OBJECT') {
    throw malformed(`expected START_OBJECT but found [${tokenOf(parsed)}]`);
  }
  const [entry] = Object.entries(parsed as Readonly<Record<string, unknown>>);
  if (entry === undefined) throw malformed('expected FIELD_NAME but found [END_OBJECT]');
  const [word, metadata] = entry;
  if (!kinds.has(word)) {
    throw malformed(`expected one of [create, delete, index, update] but found [${word}]`);
  }
  if (tokenOf(metadata) !== 'START_OBJECT') {
    throw malformed(`expected START_OBJECT or END_OBJECT but found [${tokenOf(metadata)}]`);
  }
  return readMetadata(
    word as WriteKind,
    metadata as Readonly<Record<string, unknown>>,
    line,
    defaults,
    malformed,
  );
}

function parseLine(text: string, line: number): unknown {
  checkNameLengths(text);
  try {
    return parseNamed(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { problem } = scanJson(Buffer.from(text));
    if (problem === undefined) {
      throw apiError(
        'illegal_argument_exception',
        `Malformed action/metadata line [${line}]: ${error.message}`,
      );
    }
    throw new ApiError({ type: problem.type, reason: problem.reason });
  }
}

interface Draft {
  kind: WriteKind;
  index: string | undefined;
  id: string | null;
  routing: string | undefined;
  requireAlias: boolean;
  retryOnConflict: number;
  pipeline: string | undefined;
  filter: BulkAction['filter'];
  ifSeqNo: number;
  ifPrimaryTerm: number;
  version: number;
  versionType: 'internal' | 'external' | 'external_gte';
  typed: boolean;
}

type Reader = (draft: Draft, value: unknown) => void;

/** Far beyond what the name of an index may have: each operation tells of its own. */
const MOST_INDEX_CHARACTERS = 10_000;

/** Throws ApiError for one that it would take too long to tell apart from thousands of its length. */
function indexName(name: string): string {
  if (name.length <= MOST_INDEX_CHARACTERS) return name;
  const reason = `Invalid index name, index name is too long, (${name.length} > 255)`;
  throw apiError('invalid_index_name_exception', reason);
}

const readers: Readonly<Record<string, Reader>> = table({
  _index: (draft, value) => {
    draft.index = indexName(String(value));
  },
  _id: (draft, value) => {
    draft.id = String(value);
  },
  _type: (draft) => {
    draft.typed = true;
  },
  routing: (draft, value) => {
    draft.routing = String(value);
  },
  op_type: (draft, value) => {
    // As OpenSearch: every other text leaves it an index.
    if (draft.kind === 'index' && value === 'create') draft.kind = value;
  },
  version: (draft, value) => {
    draft.version = wholeNumber(value, 'long');
  },
  version_type: (draft, value) => {
    draft.versionType = versionTypeOf(value);
  },
  if_seq_no: (draft, value) => {
    draft.ifSeqNo = sequenceNumber(wholeNumber(value, 'long'));
  },
  if_primary_term: (draft, value) => {
    draft.ifPrimaryTerm = wholeNumber(value, 'long');
  },
  retry_on_conflict: (draft, value) => {
    draft.retryOnConflict = wholeNumber(value, 'int');
  },
  pipeline: (draft, value) => {
    draft.pipeline = String(value);
  },
  require_alias: (draft, value) => {
    draft.requireAlias = flag(value);
  },
  _source: (draft, value) => {
    draft.filter = sourceFilterOfBody(value);
  },
});

function readMetadata(
  word: WriteKind,
  metadata: Readonly<Record<string, unknown>>,
  line: number,
  defaults: BulkDefaults,
  malformed: (problem: string) => ApiError,
): ActionLine {
  const plain = plainAction(word, defaults.index ?? '', defaults);
  const draft: Draft = { ...plain, ...plain.conditions, index: defaults.index, id: null, typed: false };
  for (const [key, value] of Object.entries(metadata)) {
    const objectAllowed = key === '_source' && tokenOf(value) === 'START_OBJECT';
    if (typeof value === 'object' && value !== null && !objectAllowed) {
      throw malformed(`expected a simple value for field [${key}] but found [${tokenOf(value)}]`);
    }
    const reader = Object.hasOwn(readers, key) ? readers[key] : undefined;
    if (reader === undefined) {
      throw apiError(
        'illegal_argument_exception',
        `Action/metadata line [${line}] contains an unknown parameter [${key}]`,
      );
    }
    if (value !== null) reader(draft, value);
  }
  return finish(word, draft);
}

function finish(word: WriteKind, draft: Draft): ActionLine {
  const { ifSeqNo, ifPrimaryTerm, version, versionType, kind } = draft;
  if (
    kind === 'update' &&
    ((version !== UNASSIGNED && version !== MATCH_ANY) || versionType !== 'internal')
  ) {
    throw apiError(
      'illegal_argument_exception',
      'Update requests do not support versioning. Please use `if_seq_no` and `if_primary_term` instead',
    );
  }
  const conditions = { ifSeqNo, ifPrimaryTerm, version, versionType };
  const problems: string[] = [];
  if (draft.index === undefined) problems.push('index is missing');
  if (!draft.id && (kind === 'update' || kind === 'delete')) problems.push('id is missing');
  problems.push(...conditionProblems(kind, conditions));
  if (ifSeqNo >= 0 && draft.retryOnConflict > 0) {
    problems.push('compare and write operations can not be retried');
  }
  const action: BulkAction = {
    kind,
    word: kind === 'create' && word === 'index' ? 'create' : word,
    index: draft.index ?? '',
    routing: draft.routing,
    conditions,
    requireAlias: draft.requireAlias,
    retryOnConflict: draft.retryOnConflict,
    pipeline: draft.pipeline,
    filter: draft.filter,
  };
  return { action, id: draft.id, typed: draft.typed, problems };
}
