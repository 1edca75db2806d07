import { Buffer } from 'node:buffer';
import { ApiError, apiError, parseNamed, parseWithLongs, scanJson } from '@sextant/contract';
import { type JsonObject, parsingError, tokenOf } from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { readAt } from '../../dsl/read-place.ts';
import type { ParseQuery, QueryType } from '../query-type.ts';

interface WrapperNode extends QueryNode {
  readonly kind: 'wrapper';
  readonly query: QueryNode;
}

/** A query as the base64 of its JSON. */
export const wrapper: QueryType<WrapperNode> = {
  name: 'wrapper',
  ofField: false,
  named: 'never',
  compound: true,
  parse: parseWrapper,
  weight: ({ query }, context, boost, bind) => bind(query, context, boost),
  isNothing: ({ query }, shard, isNothing) => isNothing(query, shard),
};

/** `{"wrapper":{"query":"eyJtYXRjaF9hbGwiOnt9fQ=="}}`; it has neither a name nor a boost of its own. */
function parseWrapper(body: JsonObject, parse: ParseQuery): WrapperNode {
  const [first, second] = Object.entries(body);
  if (first === undefined) throw parsingError('[wrapper] query malformed');
  const [name, value] = first;
  readAt(body, name, 'name');
  if (name !== 'query') throw parsingError(`[wrapper] query malformed, expected \`query\` but was ${name}`);
  const query = parse(unwrapped(value));
  if (second !== undefined) {
    readAt(body, second[0], 'name');
    throw parsingError('[wrapper] malformed query, expected [END_OBJECT] but found [FIELD_NAME]');
  }
  return Object.freeze({ kind: 'wrapper', query, boost: 1 });
}

const ILLEGAL = /[^A-Za-z0-9+/=]/;

/** The query within a wrapper. Throws ApiError where it is not the base64 of JSON. */
export function unwrapped(value: unknown): unknown {
  if (typeof value !== 'string') {
    const reason = `Current token (${tokenOf(value)}) not VALUE_STRING or VALUE_EMBEDDED_OBJECT, can not access as binary`;
    throw apiError('json_parse_exception', reason);
  }
  if (value === '') throw apiError('illegal_argument_exception', 'query source text cannot be null or empty');
  const illegal = ILLEGAL.exec(value)?.[0];
  if (illegal !== undefined) {
    const code = illegal.charCodeAt(0).toString(16);
    const problem = `Illegal character '${illegal}' (code 0x${code}) in base64 content`;
    const reason = `Failed to decode VALUE_STRING as base64 (MIME-NO-LINEFEEDS): ${problem}`;
    throw apiError('json_parse_exception', reason);
  }
  try {
    return parsed(Buffer.from(value, 'base64'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ApiError(
      { type: 'x_content_parse_exception', reason: 'Failed to derive xcontent' },
      { cause: error },
    );
  }
}

/** As the body around it. What that would refuse has no numbers that matter: whoever reads it refuses it. */
function parsed(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  return scanJson(bytes).problem === undefined ? parseWithLongs(text) : parseNamed(text);
}
