import type { BackendRequest } from '../backend.ts';
import { filterIndexColumn, filterListing, filterTable } from './listing.ts';

/** In which form an answer is asked of the cluster, and what is done with it. */
export interface AnswerForm {
  /** Passed on as it comes; or read here: as JSON, as lines of text, as lines whose first column is the index. */
  readonly kind: 'stream' | 'whole' | 'json' | 'text' | 'indexed text';
  /** Parameters that the rim heeds instead of the cluster. */
  readonly notSent: ReadonlySet<string>;
  /** Parameters of ours, ready for a query. */
  readonly query: string;
}

const source = ['source', 'source_content_type', 'index'];
const shape = ['format', 'pretty', 'filter_path'];
/** Not sent where the answer is read here. */
export const unshaped: ReadonlySet<string> = new Set([...source, ...shape]);

const stream: AnswerForm = { kind: 'stream', notSent: new Set(source), query: '' };
const json: AnswerForm = { kind: 'json', notSent: unshaped, query: '' };
const whole: AnswerForm = { kind: 'whole', notSent: unshaped, query: '' };

/** Tables that list what no name narrows; of each row a column names the index. */
const indexTables: ReadonlySet<string> = new Set([
  'cat.shards',
  'cat.aliases',
  'cat.pit_segments',
  'cat.all_pit_segments',
]);
/** The same, where an index is named in a text alone, and not at all where that is not shown. */
const textTables: ReadonlySet<string> = new Set(['cat.pending_tasks']);
/** Text that is no table. */
const texts: ReadonlySet<string> = new Set(['nodes.hot_threads', 'nodes.prometheus']);
/** What is asked by POST and answered with a list of what the cluster holds. */
const listingCommands: ReadonlySet<string> = new Set([
  'cluster.allocation_explain',
  'cluster.reroute',
  'ingest.simulate',
]);
const listingFamilies: ReadonlySet<string> = new Set(['cluster', 'ingest', 'nodes']);
/** Answers with hits, or with ids of what is searched later. */
const searchRows: ReadonlySet<string> = new Set(['search', 'scroll', 'msearch', 'create_pit', 'delete_pit']);
/** Answers with items, of which some may have to be put in here. */
const itemRows: ReadonlySet<string> = new Set(['bulk', 'msearch', 'mget', 'mtermvectors']);

/** `isPartial`: of some indices the caller sees a part, so that answers may have to be read. */
export function answerFormOf(
  { route, params, headers, indices, access, method }: BackendRequest,
  isPartial: boolean,
): AnswerForm {
  if (access.internal) return stream;
  if (isPartial && searchRows.has(route.name)) return whole;
  if (texts.has(route.name)) return { kind: 'text', notSent: unshaped, query: '' };
  if (indexTables.has(route.name)) return tableForm(params, headers.accept, indices.length === 0);
  if (textTables.has(route.name)) return tableForm(params, headers.accept, false);
  if (itemRows.has(route.name)) return isPlain(params, headers.accept) ? stream : whole;
  const lists = listingFamilies.has(route.family) || route.name === 'indices.resolve_index';
  return lists && (method === 'GET' || listingCommands.has(route.name)) ? json : stream;
}

/** Whether the cluster's own JSON, as it writes it, is what the caller wants. */
function isPlain(params: BackendRequest['params'], accept = ''): boolean {
  return shape.every((name) => params[name] === undefined) && !/yaml|cbor|smile/i.test(accept);
}

/** `byIndex`: rows of ours are told by their index, also where it is not shown. */
function tableForm(
  params: BackendRequest['params'],
  accept: string | undefined,
  byIndex: boolean,
): AnswerForm {
  const { format, h, help } = params;
  const asked = typeof format === 'string' ? format : (accept ?? '');
  if (/json|yaml|cbor|smile/i.test(asked)) return { ...json, query: 'format=json' };
  const text: AnswerForm = { kind: 'text', notSent: unshaped, query: '' };
  if (help === true || !byIndex || h === undefined) return text;
  // Where the index is shown anyway its name tells the lines of ours.
  if ((h as readonly string[]).includes('index')) return text;
  const columns = ['index', ...(h as readonly string[])].join(',');
  return {
    kind: 'indexed text',
    notSent: new Set([...unshaped, 'h']),
    query: `h=${encodeURIComponent(columns)}`,
  };
}

type AnswerContent =
  | { readonly kind: 'bytes'; readonly contentType: string; readonly body: Uint8Array }
  | { readonly kind: 'text'; readonly body: string };

/** What of the answer the caller sees. */
export function filteredAnswer(
  { kind }: AnswerForm,
  bytes: Buffer,
  contentType: string | undefined,
): AnswerContent {
  if (kind === 'text') return { kind, body: filterTable(bytes.toString()) };
  if (kind === 'indexed text') return { kind: 'text', body: filterIndexColumn(bytes.toString()) };
  const body = kind === 'json' ? filterListing(bytes) : bytes;
  return { kind: 'bytes', contentType: contentType ?? 'application/json', body };
}
