import { ApiError, type ErrorCause } from '@sextant/contract';
import { PlacedJson, type TextPlace } from './json-places.ts';
import { failedReading } from './read-place.ts';

/** Longer bodies are not read once more to tell where they are wrong. */
const LOCATED_BYTES_MAX = 1 << 20;

/**
 * An error of a body that cannot be read, told where, as OpenSearch does: `line` and `col` of a `parsing_exception`, `[1:23] `
 * before other reasons. `read` is what threw it; the body is read once more. The same error where that does not show the place.
 */
export function locatedError(error: ApiError, bytes: Uint8Array, read: (tree: unknown) => unknown): ApiError {
  if (!isOfReading(error.error) || bytes.length > LOCATED_BYTES_MAX) return error;
  try {
    const text = new PlacedJson(bytes);
    const failed = failedReading(() => read(text.tree));
    if (failed === null || !isSame(failed.error, error) || failed.place === null) return error;
    const place = text.placeOf(failed.place);
    if (place === null) return error;
    const nameAt = text.placeOf({ ...failed.place, token: 'name' }) ?? place;
    return new ApiError(placed(error.error, place, nameAt));
  } catch (problem) {
    if (problem instanceof SyntaxError || problem instanceof RangeError) return error;
    throw problem;
  }
}

const LOCATED: ReadonlySet<string> = new Set([
  'parsing_exception',
  'x_content_parse_exception',
  'named_object_not_found_exception',
]);

const UNKNOWN = /^\[[^\]]*\] unknown field \[/;

function isOfReading({ type, details }: ErrorCause): boolean {
  return LOCATED.has(type) && details?.line === undefined;
}

function isSame(one: unknown, { error }: ApiError): boolean {
  return one instanceof ApiError && one.error.type === error.type && one.error.reason === error.reason;
}

/** `nameAt`: of the name of the member at hand, which is where an object parser finds one that it does not know. */
function placed(cause: ErrorCause, place: TextPlace, nameAt: TextPlace): ErrorCause {
  const { causedBy, rootCause } = cause;
  const inner = {
    ...(causedBy === undefined ? {} : { causedBy: placed(causedBy, place, nameAt) }),
    ...(rootCause === undefined ? {} : { rootCause: rootCause.map((each) => placed(each, place, nameAt)) }),
  };
  if (!isOfReading(cause)) return { ...cause, ...inner };
  if (cause.type === 'parsing_exception') {
    return { ...cause, ...inner, details: { ...cause.details, line: place.line, col: place.col } };
  }
  const isUnknown = cause.type === 'x_content_parse_exception' && UNKNOWN.test(cause.reason);
  const { line, col } = isUnknown ? nameAt : place;
  return { ...cause, ...inner, reason: `[${line}:${col}] ${cause.reason}` };
}
