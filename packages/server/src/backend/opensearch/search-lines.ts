import { apiError } from '@sextant/contract';
import { namesOfPointInTime } from './context-names.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  readExactJson,
  writeExactJson,
} from './exact-json.ts';
import { LineReader } from './line-reader.ts';
import { type RewrittenSearch, rewriteSearch } from './partial/rewrite-search.ts';
import { errorBody, itemError, type RefusedItems } from './refused-items.ts';
import type { BodyNames } from './upstream-body.ts';

/** What a header may say beside its indices, and how it may be spelt. */
const headerKeys = new Map([
  ['allow_no_indices', 'allow_no_indices'],
  ['allowNoIndices', 'allow_no_indices'],
  ['allow_partial_search_results', 'allow_partial_search_results'],
  ['cancel_after_time_interval', 'cancel_after_time_interval'],
  ['ccs_minimize_roundtrips', 'ccs_minimize_roundtrips'],
  ['expand_wildcards', 'expand_wildcards'],
  ['expandWildcards', 'expand_wildcards'],
  ['ignore_throttled', 'ignore_throttled'],
  ['ignoreThrottled', 'ignore_throttled'],
  ['ignore_unavailable', 'ignore_unavailable'],
  ['ignoreUnavailable', 'ignore_unavailable'],
  ['phase_took', 'phase_took'],
  ['preference', 'preference'],
  ['request_cache', 'request_cache'],
  ['requestCache', 'request_cache'],
  ['routing', 'routing'],
  ['search_type', 'search_type'],
  ['searchType', 'search_type'],
]);

/** A header, read and judged. */
interface HeaderLine {
  readonly index: readonly string[];
  readonly options: JsonObject;
  /** Some index was named. */
  readonly isNamed: boolean;
}

/** Options that decide what names mean. */
const nameOptions = ['allow_no_indices', 'expand_wildcards', 'ignore_unavailable'];

/**
 * The lines of a multi search as they stream: header and body of each search are read and written anew, the header
 * always with the indices that it means. A search that the caller may not make stays behind.
 */
export class SearchLines extends LineReader {
  readonly #names: BodyNames;
  readonly #refused: RefusedItems;
  readonly #indices: readonly string[];
  readonly #params: Readonly<Record<string, unknown>>;
  /** Of the searches that are sent, by their number, those whose answers are not for the caller as they come. */
  readonly rewritten = new Map<number, RewrittenSearch>();
  #sent = 0;
  #header: { readonly line: HeaderLine | undefined } | undefined;
  #isFirst = true;

  /** `indices` and `params`: of the path and query, for headers that do not say otherwise. */
  constructor(
    names: BodyNames,
    refused: RefusedItems,
    indices: readonly string[],
    params: Readonly<Record<string, unknown>>,
  ) {
    super();
    this.#names = names;
    this.#refused = refused;
    this.#indices = indices;
    this.#params = params;
  }

  protected override passes(): 'read' {
    return 'read';
  }

  protected override passed(): void {}

  protected override async line(bytes: Buffer, ended: boolean): Promise<void> {
    if (!ended)
      throw apiError(
        'illegal_argument_exception',
        'The msearch request must be terminated by a newline [\n]',
      );
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    // An empty line before the first search is none.
    if (isFirst && bytes.length === 0) return;
    if (this.#header === undefined) {
      this.#header = { line: await this.#headerLine(bytes) };
      return;
    }
    const { line } = this.#header;
    this.#header = undefined;
    const body = readExactJson(bytes);
    if (body === undefined) {
      throw apiError('parsing_exception', 'Expected [START_OBJECT] but found [null]', { line: 1, col: 0 });
    }
    if (line === undefined) return;
    let sent: JsonValue = body;
    try {
      await this.#names.search(body);
      sent = await this.#rewritten(body, line);
    } catch (error) {
      this.#refuse(error);
      return;
    }
    this.#refused.sent();
    this.#sent++;
    // A point in time says itself what it is of.
    const isPinned = isJsonObject(body) && body.pit !== undefined && !line.isNamed;
    const header = isPinned ? line.options : { index: [...line.index], ...line.options };
    const end = Buffer.from('\n');
    this.push(Buffer.concat([writeExactJson(header), end, writeExactJson(sent), end]));
  }

  async #rewritten(body: JsonValue, { index, options, isNamed }: HeaderLine): Promise<JsonValue> {
    const { partial } = this.#names;
    if (partial.isWhole) return body;
    const pit = isJsonObject(body) && isJsonObject(body.pit) && !isNamed ? body.pit.id : undefined;
    const names = pit === undefined ? index : (namesOfPointInTime(String(pit)) ?? []);
    const seen = await partial.of(names, { ...this.#params, ...optionsOf(options) });
    if (seen === undefined) return body;
    const search = rewriteSearch(body, seen);
    this.rewritten.set(this.#sent, search);
    return { ...search.body, search_pipeline: '_none' };
  }

  /** undefined: refused. */
  async #headerLine(bytes: Buffer): Promise<HeaderLine | undefined> {
    const header = readHeader(readExactJson(bytes));
    const { index, ...options } = header;
    try {
      const written = await this.#names.list(index ?? this.#indices, 'indices:data/read/search', {
        ...this.#params,
        ...optionsOf(options),
      });
      const isNamed = index !== undefined || this.#indices.length > 0;
      return { index: written, options, isNamed };
    } catch (error) {
      this.#refuse(error);
      return undefined;
    }
  }

  #refuse(thrown: unknown): void {
    const { error, status } = itemError(thrown);
    this.#refused.refuse({ error: errorBody(error), status });
  }
}

function readHeader(parsed: unknown): JsonObject {
  if (parsed === undefined) return {};
  if (!isJsonObject(parsed))
    throw apiError('illegal_argument_exception', 'the metadata of a search is not an object');
  const header: JsonObject = {};
  for (const [key, value] of Object.entries(parsed)) {
    const name = key === 'index' || key === 'indices' ? 'index' : headerKeys.get(key);
    if (name === undefined) {
      throw apiError('illegal_argument_exception', `key [${key}] is not supported in the metadata section`);
    }
    if (Object.hasOwn(header, name)) {
      throw apiError('illegal_argument_exception', `[${name}] is given twice in the metadata section`);
    }
    if (isEmpty(value)) continue;
    header[name] = value;
  }
  return header;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function optionsOf(header: JsonObject): JsonObject {
  const options: JsonObject = {};
  for (const name of nameOptions) {
    const value = header[name];
    if (value === undefined) continue;
    if (name === 'expand_wildcards')
      options[name] = [value].flat().flatMap((word) => String(word).split(','));
    else options[name] = value === true || value === 'true';
  }
  return options;
}
