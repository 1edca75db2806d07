import { apiError, isObject } from '@sextant/contract';
import { type InnerHitsBody, parseInnerHits } from '../dsl/inner-hits.ts';
import { type JsonObject, parsingError, tokenOf } from '../dsl/json-reader.ts';
import { type FieldParser, intField, readFields, textField } from '../dsl/object-parser.ts';
import { itemsOf } from '../dsl/read-place.ts';
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

/** `outer`: the collapse of the search itself, whose groups may have inner hits. Throws ApiError for what it cannot read. */
export function parseCollapse(body: JsonObject, outer = true): CollapseRequest {
  let field: string | null = null;
  let innerHits: readonly InnerHitsBody[] = [];
  const groups: FieldParser = {
    tokens: ['START_OBJECT', 'START_ARRAY'],
    read: (value) => {
      const bodies: readonly unknown[] = Array.isArray(value) ? value : [value];
      innerHits = Array.from(itemsOf(bodies), innerHitsOfGroup);
    },
  };
  readFields('collapse', body, {
    field: textField((name) => {
      field = name;
    }),
    max_concurrent_group_searches: intField(checkConcurrency),
    ...(outer ? { inner_hits: groups } : {}),
  });
  if (field === null) throw apiError('illegal_argument_exception', '[collapse] requires a [field]');
  return Object.freeze({ field, innerHits: innerHits.map(named) });
}

function named({ name, body }: InnerHitsBody): InnerHitsRequest {
  if (name !== null) return { name, body };
  throw apiError('illegal_argument_exception', 'Field name cannot be null');
}

function checkConcurrency(value: number): void {
  if (value >= 1) return;
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
