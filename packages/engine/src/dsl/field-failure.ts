import { ApiError, type ErrorType } from '@sextant/contract';

const ofParsers: ReadonlySet<ErrorType> = new Set(['parsing_exception', 'x_content_parse_exception']);

/**
 * Reads the value of a field of an object that has a parser of its own. What fails says where it did; the innermost error that
 * a parser threw of its own is the root.
 */
export function inField<Value>(parser: string, name: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { rootCause, ...causedBy } = error.error;
    const { type, reason } = causedBy;
    const root = rootCause ?? (ofParsers.has(type) ? [{ type, reason }] : undefined);
    throw new ApiError({
      type: 'x_content_parse_exception',
      reason: `[${parser}] failed to parse field [${name}]`,
      causedBy,
      ...(root === undefined ? {} : { rootCause: root }),
    });
  }
}
