import { apiError, isObject } from '@sextant/contract';
import { inField } from '../dsl/field-failure.ts';
import {
  type JsonObject,
  parsingError,
  toBoolean,
  toInt,
  tokenOf,
  toText,
  toTextList,
} from '../dsl/json-reader.ts';
import type { QueryNode } from '../dsl/query-node.ts';
import { itemsOf, membersOf } from '../dsl/read-place.ts';
import { didYouMean } from '../dsl/suggestions.ts';
import { parseQuery } from '../query/parse-query.ts';

export interface HighlightOptions {
  /** What stands before and after what is marked. */
  readonly preTag: string;
  readonly postTag: string;
  /** For highlighters that mark each word of a query with a tag of its own. */
  readonly preTags: readonly string[];
  readonly postTags: readonly string[];
  readonly order: 'score' | 'none';
  /** About how many characters a fragment has; 0 = no limit. */
  readonly fragmentSize: number;
  /** 0 = the whole text. */
  readonly numberOfFragments: number;
  readonly fragmentOffset: number;
  readonly encoder: string;
  /** Only what the query looks for in the field itself. */
  readonly requireFieldMatch: boolean;
  /** null = what the highlighter takes by itself. */
  readonly boundaryScanner: 'chars' | 'sentence' | 'word' | null;
  readonly boundaryMaxScan: number;
  readonly boundaryChars: string;
  /** null = unified. */
  readonly type: string | null;
  readonly fragmenter: string | null;
  /** Characters that are shown where nothing is marked. */
  readonly noMatchSize: number;
  readonly phraseLimit: number;
  /** null = as the index has it. */
  readonly maxAnalyzerOffset: number | null;
  readonly matchedFields: readonly string[];
  readonly highlightQuery: QueryNode | null;
}

/** `highlight` of a search: fields by name or pattern, in their order. */
export interface HighlightRequest {
  readonly fields: readonly { readonly pattern: string; readonly options: HighlightOptions }[];
}

type Draft = Partial<HighlightOptions>;

const defaults: HighlightOptions = Object.freeze({
  preTag: '<em>',
  postTag: '</em>',
  preTags: ['<em>'],
  postTags: ['</em>'],
  order: 'none',
  fragmentSize: 100,
  numberOfFragments: 5,
  fragmentOffset: -1,
  encoder: 'default',
  requireFieldMatch: true,
  boundaryScanner: null,
  boundaryMaxScan: 20,
  boundaryChars: '.,!? \t\n',
  type: null,
  fragmenter: null,
  noMatchSize: 0,
  phraseLimit: 256,
  maxAnalyzerOffset: null,
  matchedFields: [],
  highlightQuery: null,
});

/** The kinds of JSON that it may have (o object, a array, v scalar), and what is read of it. */
type Reader = readonly [kinds: string, read: (value: unknown) => Draft];

/** What is only checked. */
function checked(check: (value: unknown) => unknown): (value: unknown) => Draft {
  return (value) => {
    check(value);
    return {};
  };
}

/** A number of -1 stands for none. */
function number(
  key: 'fragmentSize' | 'numberOfFragments' | 'noMatchSize' | 'phraseLimit' | 'boundaryMaxScan',
): Reader {
  return [
    'sn',
    (value) => {
      const given = toInt(value);
      return given === -1 ? {} : { [key]: given };
    },
  ];
}

function text(key: 'encoder' | 'type' | 'fragmenter' | 'boundaryChars'): Reader {
  return ['s', (value) => ({ [key]: toText(value) })];
}

/** By the name of the option. */
const common: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['pre_tags', ['as', (value) => ({ preTags: toTextList(value) })]],
  ['post_tags', ['as', (value) => ({ postTags: toTextList(value) })]],
  ['order', ['s', (value) => ({ order: /^score$/i.test(toText(value)) ? 'score' : 'none' })]],
  // Changes nothing any more, as in OpenSearch.
  ['highlight_filter', ['sb', checked(toBoolean)]],
  ['fragment_size', number('fragmentSize')],
  ['number_of_fragments', number('numberOfFragments')],
  ['encoder', text('encoder')],
  ['require_field_match', ['sb', (value) => ({ requireFieldMatch: toBoolean(value) })]],
  ['boundary_scanner', ['s', (value) => ({ boundaryScanner: scannerOf(toText(value)) })]],
  ['boundary_max_scan', number('boundaryMaxScan')],
  ['boundary_chars', text('boundaryChars')],
  // Java has the same rules of sentences and words for all languages but Thai.
  ['boundary_scanner_locale', ['s', checked(toText)]],
  ['type', text('type')],
  ['fragmenter', text('fragmenter')],
  ['no_match_size', number('noMatchSize')],
  // Values come out of the source anyway.
  ['force_source', ['sb', checked(toBoolean)]],
  ['phrase_limit', number('phraseLimit')],
  ['max_analyzer_offset', ['sn', (value) => ({ maxAnalyzerOffset: toInt(value) })]],
  ['options', ['o', () => ({})]],
  ['highlight_query', ['o', (value) => ({ highlightQuery: parseQuery(value) })]],
]);

const ofField: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...common,
  ['fragment_offset', ['sn', (value) => ({ fragmentOffset: toInt(value) })]],
  ['matched_fields', ['as', (value) => ({ matchedFields: toTextList(value) })]],
]);

const styledTags = Array.from({ length: 10 }, (_, i) => `<em class="hlt${i + 1}">`);

const ofAll: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...common,
  ['fields', ['oa', () => ({})]],
  ['tags_schema', ['s', readSchema]],
]);

function readSchema(value: unknown): Draft {
  const schema = toText(value);
  if (schema === 'styled') return { preTags: styledTags, postTags: ['</em>'] };
  if (schema === 'default') return { preTags: ['<em>'], postTags: ['</em>'] };
  throw apiError('illegal_argument_exception', `Unknown tag schema [${schema}]`);
}

function scannerOf(name: string): 'chars' | 'sentence' | 'word' {
  const lower = name.toLowerCase();
  if (lower === 'chars' || lower === 'sentence' || lower === 'word') return lower;
  const type = 'org.opensearch.search.fetch.subphase.highlight.HighlightBuilder.BoundaryScannerType';
  throw apiError('illegal_argument_exception', `No enum constant ${type}.${name.toUpperCase()}`);
}

const kinds: ReadonlyMap<string, string> = new Map([
  ['START_OBJECT', 'o'],
  ['START_ARRAY', 'a'],
  ['VALUE_STRING', 's'],
  ['VALUE_NUMBER', 'n'],
  ['VALUE_BOOLEAN', 'b'],
]);

function failed(reason: string): Error {
  return apiError('x_content_parse_exception', reason);
}

function readOptions(parser: string, body: JsonObject, readers: ReadonlyMap<string, Reader>): Draft {
  const draft: Draft = {};
  for (const [name, value] of membersOf(body)) {
    const reader = readers.get(name);
    if (reader === undefined) {
      throw failed(`[${parser}] unknown field [${name}]${didYouMean(name, [...readers.keys()])}`);
    }
    const [allowed, read] = reader;
    const token = tokenOf(value);
    if (!allowed.includes(kinds.get(token) ?? '-')) {
      throw failed(`[${parser}] ${name} doesn't support values of type: ${token}`);
    }
    Object.assign(
      draft,
      inField(parser, name, () => read(value)),
    );
  }
  if (draft.preTags !== undefined && draft.postTags === undefined) {
    throw parsingError('pre_tags are set but post_tags are not set');
  }
  return draft;
}

/** Throws ApiError with the text of OpenSearch for what it cannot read. */
export function parseHighlight(body: JsonObject): HighlightRequest {
  const shared = readOptions('highlight', body, ofAll);
  const entries = inField('highlight', 'fields', () => fieldEntries(body.fields));
  const fields = Array.from(entries, ([pattern, given]) => {
    const own = inField('highlight', 'fields', () =>
      inField('fields', pattern, () => {
        if (!isObject(given)) {
          throw failed(`[highlight_field] Expected START_OBJECT but was: ${tokenOf(given)}`);
        }
        return readOptions('highlight_field', given, ofField);
      }),
    );
    return { pattern, options: merged(own, shared) };
  });
  return Object.freeze({ fields });
}

function fieldEntries(fields: unknown): Iterable<[string, unknown]> {
  if (fields === undefined) return [];
  if (isObject(fields)) return membersOf(fields);
  return Array.from(itemsOf(fields as readonly unknown[]), (entry) => {
    const [only, ...more] = isObject(entry) ? Object.entries(entry) : [];
    if (only === undefined || more.length > 0) {
      const forms =
        'a single object with any number of fields or an array where each entry is an object with a single field';
      throw failed(`[fields] can be ${forms}`);
    }
    return only;
  });
}

function merged(own: Draft, shared: Draft): HighlightOptions {
  const options = { ...defaults, ...shared, ...own };
  const [preTag] = options.preTags;
  const [postTag] = options.postTags;
  if (preTag === undefined || postTag === undefined) {
    throw apiError('illegal_argument_exception', '[pre_tags] and [post_tags] must have a tag each');
  }
  return Object.freeze({ ...options, preTag, postTag });
}
