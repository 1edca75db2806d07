import { ApiError, apiError, type ErrorCause, isObject } from '@sextant/contract';
import { type FieldParsers, readFields, tokenOf } from '@sextant/engine';
import type { BackendRequest } from '../backend.ts';
import { readPlaced } from './read-errors.ts';

/** Reads the members of a body as OpenSearch's parser of this name does; none where there is no body. */
export async function readBodyFields(
  { body }: Pick<BackendRequest, 'body'>,
  parser: string,
  parsers: FieldParsers,
): Promise<void> {
  if (body.empty) return;
  try {
    readPlaced({ body }, await body.json(), (tree) => {
      if (isObject(tree)) return readFields(parser, tree, parsers);
      const reason = `[${parser}] Expected START_OBJECT but was: ${tokenOf(tree)}`;
      throw apiError('x_content_parse_exception', reason);
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw withInnerRoot(error);
  }
}

/** The innermost error of a parser is what OpenSearch calls its root. */
export function withInnerRoot(error: ApiError): ApiError {
  return new ApiError({ ...error.error, rootCause: [rootOf(error.error)] }, { cause: error });
}

const ofParsers: ReadonlySet<string> = new Set([
  'named_object_not_found_exception',
  'parse_exception',
  'parsing_exception',
  'x_content_parse_exception',
]);

/** The innermost error that a parser of OpenSearch has thrown. */
function rootOf(error: ErrorCause): ErrorCause {
  const { causedBy } = error;
  // What names a thing that is unknown is no error of its own there.
  if (error.type === 'parsing_exception') return error;
  return causedBy !== undefined && ofParsers.has(causedBy.type) ? rootOf(causedBy) : error;
}
