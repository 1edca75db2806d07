import { apiError, isObject, type ParamsOf } from '@sextant/contract';
import type { TermVectorsFilter, TermVectorsRequest } from '@sextant/engine';

type Params = ParamsOf<'termvectors' | 'mtermvectors'>;

/** One document whose words are wanted. */
export interface WantedVectors extends Omit<TermVectorsRequest, 'source' | 'kept' | 'isArtificial'> {
  readonly index: string | undefined;
  readonly id: string | undefined;
  /** A document that is none of the index. */
  readonly doc: Readonly<Record<string, unknown>> | undefined;
  readonly routing: string | undefined;
  readonly version: number | undefined;
  readonly versionType: string | undefined;
}

type Flag = 'positions' | 'offsets' | 'fieldStatistics' | 'termStatistics';
type Draft = { -readonly [key in keyof WantedVectors]: WantedVectors[key] };
type Limit = keyof TermVectorsFilter;

function malformed(reason: string): Error {
  return apiError('parse_exception', `failed to parse term vectors request. ${reason}`);
}

/** What the URL says of each document. */
export function vectorsOfParams(
  params: Params,
  index: string | undefined,
  id: string | undefined,
): WantedVectors {
  const { fields, routing, version } = params;
  return {
    index,
    id,
    doc: undefined,
    routing,
    version,
    versionType: params.version_type,
    fields: fields ?? null,
    positions: params.positions !== false,
    offsets: params.offsets !== false,
    fieldStatistics: params.field_statistics !== false,
    termStatistics: params.term_statistics === true,
    analyzers: new Map(),
    filter: null,
  };
}

const flags: ReadonlyMap<string, Flag | 'payloads'> = new Map([
  ['positions', 'positions'],
  ['offsets', 'offsets'],
  ['payloads', 'payloads'],
  ['field_statistics', 'fieldStatistics'],
  ['fieldStatistics', 'fieldStatistics'],
  ['term_statistics', 'termStatistics'],
  ['termStatistics', 'termStatistics'],
]);

/** What a body says over that. Throws ApiError. */
export function readVectors(defaults: WantedVectors, body: unknown): WantedVectors {
  if (!isObject(body)) throw malformed('the request must be an object');
  const wanted: Draft = { ...defaults };
  for (const [name, value] of Object.entries(body)) {
    const flag = flags.get(name);
    // There are no payloads.
    if (flag === 'payloads') continue;
    if (flag !== undefined) wanted[flag] = booleanOf(value);
    else readMember(wanted, name, value);
  }
  if (wanted.id !== undefined && wanted.doc !== undefined) {
    throw malformed('either [id] or [doc] can be specified, but not both!');
  }
  return wanted;
}

function readMember(wanted: Draft, name: string, value: unknown): void {
  if (name === 'fields') {
    if (!Array.isArray(value)) throw malformed('field [fields] must be an array');
    wanted.fields = value.map(String);
  } else if (name === 'per_field_analyzer') {
    if (isObject(value)) {
      wanted.analyzers = new Map(Object.entries(value).map(([field, analyzer]) => [field, String(analyzer)]));
    }
  } else if (name === 'filter') wanted.filter = readFilter(value);
  else if (name === '_index') wanted.index = String(value);
  else if (name === '_id') wanted.id = String(value);
  else if (name === 'doc') {
    if (!isObject(value)) throw malformed('the document must be an object');
    wanted.doc = value;
  } else if (name === 'routing') wanted.routing = String(value);
  else if (name === 'version') wanted.version = intOf(value);
  else if (name === 'version_type') wanted.versionType = String(value);
  else throw malformed(`unknown field [${name}]`);
}

const MOST = 0x7fffffff;

const limits: ReadonlyMap<string, Limit> = new Map([
  ['max_num_terms', 'maxTerms'],
  ['min_term_freq', 'minTermFreq'],
  ['max_term_freq', 'maxTermFreq'],
  ['min_doc_freq', 'minDocFreq'],
  ['max_doc_freq', 'maxDocFreq'],
  ['min_word_length', 'minWordLength'],
  ['max_word_length', 'maxWordLength'],
]);

function readFilter(body: unknown): TermVectorsFilter {
  const filter: Record<Limit, number> = {
    maxTerms: 25,
    minTermFreq: 1,
    maxTermFreq: MOST,
    minDocFreq: 1,
    maxDocFreq: MOST,
    minWordLength: 0,
    maxWordLength: 0,
  };
  for (const [name, value] of Object.entries(isObject(body) ? body : {})) {
    const limit = limits.get(name);
    if (limit === undefined) {
      throw malformed(`the field [${name}] is not valid for filter parameter for term vector request`);
    }
    filter[limit] = intOf(value);
  }
  return filter;
}

function intOf(value: unknown): number {
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return Math.trunc(number);
  throw apiError('number_format_exception', `For input string: "${String(value)}"`);
}

function booleanOf(value: unknown): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false' || value === '') return false;
  const reason = `Failed to parse value [${String(value)}] as only [true] or [false] are allowed.`;
  throw apiError('illegal_argument_exception', reason);
}
