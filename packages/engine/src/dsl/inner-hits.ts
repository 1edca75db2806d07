import { apiError } from '@sextant/contract';
import { inField } from './field-failure.ts';
import { type JsonObject, toBoolean, toInt, tokenOf, toText } from './json-reader.ts';
import { membersOf } from './read-place.ts';

/** `inner_hits`: what is shown of hits within a hit. */
export interface InnerHitsBody {
  /** null where none was given. */
  readonly name: string | null;
  /** Where there is nothing to look into, nothing is shown, and nothing fails. */
  readonly ignoreUnmapped: boolean;
  /** How many are shown, in which order, and what of them: a search body without a query. */
  readonly body: JsonObject;
}

/** Options of inner hits that are those of a search too. */
const PARTS = new Set(
  (
    'from size explain version seq_no_primary_term track_scores stored_fields docvalue_fields fields sort _source' +
    ' script_fields highlight'
  ).split(' '),
);

const DEFAULT_SIZE = 3;

/** `readCollapse` reads the groups that are made of them. Throws ApiError for what it cannot read. */
export function parseInnerHits(value: JsonObject, readCollapse: (value: unknown) => unknown): InnerHitsBody {
  let title: string | null = null;
  let ignoreUnmapped = false;
  const body = new Map<string, unknown>([['size', DEFAULT_SIZE]]);
  for (const [name, given] of membersOf(value)) {
    if (name === 'name') title = inField('inner_hits', name, () => toText(given));
    else if (name === 'from' || name === 'size')
      body.set(
        name,
        inField('inner_hits', name, () => notNegative(name, given)),
      );
    else if (PARTS.has(name)) {
      checkKind(name, given);
      body.set(name, given);
    } else if (name === 'collapse') {
      body.set(
        name,
        inField('inner_hits', name, () => readCollapse(given)),
      );
    } else if (name === 'ignore_unmapped') {
      ignoreUnmapped = inField('inner_hits', name, () => toBoolean(given));
    } else throw apiError('x_content_parse_exception', `[inner_hits] unknown field [${name}]`);
  }
  return Object.freeze({ name: title, ignoreUnmapped, body: Object.freeze(Object.fromEntries(body)) });
}

/** Kinds of parts that are read before the search within the hit is. */
const KINDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['_source', ['START_OBJECT', 'START_ARRAY', 'VALUE_BOOLEAN', 'VALUE_STRING']],
  ['fields', ['START_OBJECT', 'START_ARRAY']],
]);

function checkKind(name: string, value: unknown): void {
  const token = tokenOf(value);
  if (KINDS.get(name)?.includes(token) !== false) return;
  const reason = `[inner_hits] ${name} doesn't support values of type: ${token}`;
  throw apiError('x_content_parse_exception', reason);
}

function notNegative(name: string, value: unknown): number {
  const number = toInt(value);
  if (number >= 0) return number;
  throw apiError('illegal_argument_exception', `illegal ${name} value, at least 0 or higher`);
}

/** For those that make no groups. */
export function noCollapse(query: string): () => never {
  return () => {
    const reason = `[collapse] of the inner hits of [${query}] is not supported`;
    throw apiError('illegal_argument_exception', reason);
  };
}
