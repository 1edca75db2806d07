import { apiError, isObject } from '@sextant/contract';
import { inField } from '../dsl/field-failure.ts';
import { type InnerHitsBody, parseInnerHits } from '../dsl/inner-hits.ts';
import { type JsonObject, parsingError, toInt, tokenOf, toText } from '../dsl/json-reader.ts';
import { membersOf } from '../dsl/read-place.ts';
import { didYouMean } from '../dsl/suggestions.ts';
import type { SearchBody } from './search-api.ts';

/** More hits of each group, found by a search of their own. */
interface InnerHitsRequest {
  readonly name: string;
  /** What is shown of them and in which order, as a search body without a query. */
  readonly body: SearchBody;
}

/** `collapse`: of the hits with the same value of a field only the best is given. */
export interface CollapseRequest {
  readonly field: string;
  readonly innerHits: readonly InnerHitsRequest[];
}

const OPTIONS = ['field', 'max_concurrent_group_searches', 'inner_hits'];

/** `outer`: the collapse of the search itself, whose groups may have inner hits. Throws ApiError for what it cannot read. */
export function parseCollapse(body: JsonObject, outer = true): CollapseRequest {
  let field: string | null = null;
  let innerHits: readonly InnerHitsBody[] = [];
  for (const [name, value] of membersOf(body)) {
    if (name === 'field') field = inField('collapse', name, () => toText(value));
    else if (name === 'max_concurrent_group_searches')
      inField('collapse', name, () => checkConcurrency(value));
    else if (name === 'inner_hits' && outer) {
      if (!isObject(value) && !Array.isArray(value)) throw wrongType('collapse', name, value);
      innerHits = inField('collapse', name, () => [value].flat().map(innerHitsOfGroup));
    } else {
      const hint = didYouMean(name, OPTIONS);
      throw apiError('x_content_parse_exception', `[collapse] unknown field [${name}]${hint}`);
    }
  }
  if (field === null) throw apiError('illegal_argument_exception', '[collapse] requires a [field]');
  return Object.freeze({ field, innerHits: innerHits.map(named) });
}

function named({ name, body }: InnerHitsBody): InnerHitsRequest {
  if (name !== null) return { name, body };
  throw apiError('illegal_argument_exception', 'Field name cannot be null');
}

function checkConcurrency(value: unknown): void {
  if (toInt(value) >= 1) return;
  throw apiError('illegal_argument_exception', 'maxConcurrentGroupRequests` must be positive');
}

function wrongType(parser: string, name: string, value: unknown): Error {
  const reason = `[${parser}] ${name} doesn't support values of type: ${tokenOf(value)}`;
  return apiError('x_content_parse_exception', reason);
}

function innerHitsOfGroup(value: unknown): InnerHitsBody {
  if (!isObject(value)) throw wrongType('collapse', 'inner_hits', value);
  return parseInnerHits(value, innerCollapse);
}

/** Groups within a group have no inner hits. */
function innerCollapse(value: unknown): unknown {
  if (!isObject(value)) throw wrongType('inner_hits', 'collapse', value);
  if (Object.hasOwn(value, 'inner_hits')) throw parsingError('Invalid token in the inner collapse');
  parseCollapse(value, false);
  return value;
}
