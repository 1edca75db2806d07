import { ApiError, apiError, type ErrorCause, isObject, parseNamed } from '@sextant/contract';
import { validationFailed } from '../../document/write-params.ts';
import type { Documents } from '../../search/documents-view.ts';
import type { DocumentPage } from '../document-pages.ts';
import type { ShardTrouble } from '../failures.ts';
import { type ScannedAnswer, scanAnswer, TooManyValues } from './page-scan.ts';

/** What the other side understands. */
export interface RemoteVersion {
  /** Answers with an error where a shard cannot be read, instead of leaving its documents out. */
  readonly mayRefuseParts: boolean;
}

/** A page, and how to ask for the next. */
export interface RemotePage extends DocumentPage {
  readonly scrollId: string | undefined;
}

const oldestMajor = 5;
const NO_VERSION = -1;

/** Reads the answer of `GET /`. Throws ApiError. */
export function readVersion(body: Uint8Array): RemoteVersion {
  const answer = parsed(Buffer.from(body).toString());
  const version = isObject(answer) && isObject(answer.version) ? answer.version : {};
  const [, major, minor] = /^(\d{1,4})\.(\d{1,4})\.\d/.exec(textOf(version.number)) ?? [];
  if (major === undefined || minor === undefined) throw notOurs();
  if (version.distribution === 'opensearch') return { mayRefuseParts: true };
  if (Number(major) < oldestMajor) {
    const reason = `reindex from remote is supported from Elasticsearch ${oldestMajor} on, and the remote is of version [${textOf(version.number)}]`;
    throw apiError('illegal_argument_exception', reason);
  }
  return { mayRefuseParts: Number(major) > 6 || (Number(major) === 6 && Number(minor) >= 3) };
}

/** Values of an answer around its documents: of each hit, and of the rest. Those of a hit are fewer than twenty. */
const valuesOfHit = 200;
const valuesOfRest = 100_000;

/** Throws ApiError where it holds more than an answer to what was asked. */
function scanned(body: Uint8Array, size: number): ScannedAnswer {
  try {
    return scanAnswer(body, size * valuesOfHit + valuesOfRest);
  } catch (error) {
    throw error instanceof TooManyValues ? tooMuch() : error;
  }
}

/**
 * Reads a page of a scroll of at most `size` documents. Throws ApiError for what is none, and where versions are wanted and a hit has
 * none.
 */
export function readPage(
  body: Uint8Array,
  { size, withVersions }: { readonly size: number; readonly withVersions: boolean },
): RemotePage {
  const { skeleton, starts, ends } = scanned(body, size);
  const answer = parsed(skeleton);
  if (!isObject(answer)) throw notOurs();
  if (isObject(answer.error)) throw new ApiError(causeOf(answer.error));
  const { hits: result, _scroll_id: scrollId, timed_out: timedOut, _shards: shards } = answer;
  if (!isObject(result) || !Array.isArray(result.hits)) throw notOurs();
  if (result.hits.length > size) throw tooMuch();
  const documents = documentsOf(result.hits as unknown[], { source: body, starts, ends });
  if (withVersions && documents.versions.includes(NO_VERSION)) {
    throw validationFailed([`illegal version value [${NO_VERSION}] for version type [EXTERNAL]`]);
  }
  const total = isObject(result.total) ? result.total.value : result.total;
  const isCount = Number.isSafeInteger(total) && Number(total) >= 0;
  const isExact = isCount && !(isObject(result.total) && result.total.relation === 'gte');
  const failures = isObject(shards) && Array.isArray(shards.failures) ? (shards.failures as unknown[]) : [];
  return {
    documents,
    total: isCount ? Number(total) : documents.length,
    mayBeMore: !isExact,
    timedOut: timedOut === true,
    failures: failures.map(troubleOf),
    scrollId: typeof scrollId === 'string' && scrollId !== '' ? scrollId : undefined,
  };
}

type Sources = Pick<Documents, 'source' | 'starts' | 'ends'>;

function documentsOf(hits: readonly unknown[], { source, starts, ends }: Sources): Documents {
  const own = hits.map(hitOf);
  const startOf = (place: number | undefined): number => (place === undefined ? 0 : starts[place]!);
  const endOf = (place: number | undefined): number => (place === undefined ? 0 : ends[place]!);
  return {
    length: own.length,
    indices: own.map(({ index }) => index),
    ids: own.map(({ id }) => id),
    routings: own.map(({ routing }) => routing),
    versions: own.map(({ version }) => version),
    seqNos: own.map(() => -1),
    primaryTerms: own.map(() => 0),
    source,
    starts: Int32Array.from(own, ({ source: place }) => startOf(place)),
    ends: Int32Array.from(own, ({ source: place }) => endOf(place)),
  };
}

interface Hit {
  readonly index: string;
  readonly id: string;
  readonly routing: string | null;
  readonly version: number;
  /** Its number among the documents; undefined where none is stored. */
  readonly source: number | undefined;
}

function hitOf(hit: unknown): Hit {
  const { _index: index, _id: id, _routing, _version, _source } = isObject(hit) ? hit : {};
  if (typeof index !== 'string' || typeof id !== 'string') throw notOurs();
  return {
    index,
    id,
    routing: typeof _routing === 'string' ? _routing : null,
    version: typeof _version === 'number' ? _version : NO_VERSION,
    source: typeof _source === 'number' ? _source : undefined,
  };
}

function troubleOf(failure: unknown): ShardTrouble {
  const { index, shard, node, reason } = isObject(failure) ? failure : {};
  return {
    ...(typeof index === 'string' ? { index } : {}),
    shard: typeof shard === 'number' ? shard : -1,
    node: typeof node === 'string' ? node : '',
    cause: isObject(reason)
      ? causeOf(reason)
      : {
          type: 'runtime_exception',
          reason: `Unknown remote exception with reason=[${textOf(reason)}]`,
        },
  };
}

/** Causes of causes that are told. */
const causesMax = 20;

/** As OpenSearch tells errors of others: a few as they are, the rest as text. */
function causeOf(error: Readonly<Record<string, unknown>>, depth = 0): ErrorCause {
  const { type, reason, caused_by: causedBy } = error;
  const inner = isObject(causedBy) && depth < causesMax ? { causedBy: causeOf(causedBy, depth + 1) } : {};
  const text = textOf(reason);
  if (type === 'es_rejected_execution_exception') {
    return { type: 'rejected_execution_exception', reason: text, ...inner };
  }
  if (type === 'parsing_exception') return { type, reason: text, ...inner };
  return { type: 'runtime_exception', reason: `${textOf(type)}: ${text}`, ...inner };
}

/** An object in place of a text is of any depth, and may say itself how it is shown. */
function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? '{…}' : String(value);
}

function parsed(text: string): unknown {
  try {
    return parseNamed(text) as unknown;
  } catch {
    throw notOurs();
  }
}

function tooMuch(): ApiError {
  return apiError('illegal_argument_exception', 'Remote responded with more than it was asked for');
}

function notOurs(): ApiError {
  return apiError('exception', 'Error parsing the response, remote is likely not an OpenSearch instance');
}
