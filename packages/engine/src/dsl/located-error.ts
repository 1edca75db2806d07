import { ApiError, type ErrorCause } from '@sextant/contract';
import { PlacedJson, type TextPlace } from './json-places.ts';
import { failedReading } from './read-place.ts';

/** Longer bodies are not read once more to tell where they are wrong: that would hold others up for tens of milliseconds. */
const LOCATED_BYTES_MAX = 256 << 10;

/**
 * An error of a body that cannot be read, told where, as OpenSearch does: `line` and `col` of a `parsing_exception`, `[1:23] `
 * before other reasons. `read` is what threw it; the body is read once more. The same error where that does not show the place.
 */
export function locatedError(error: ApiError, bytes: Uint8Array, read: (tree: unknown) => unknown): ApiError {
  if (!isLocatable(error.error) || bytes.length > LOCATED_BYTES_MAX) return error;
  try {
    const text = new PlacedJson(bytes);
    const failed = failedReading(() => read(text.tree));
    if (failed === null || !isSame(failed.error, error)) return error;
    const { place: here } = failed;
    const place = here === null ? text.wrongRoot : text.placeOf(here);
    if (place === null) return error;
    const nameAt = (here && text.placeOf({ ...here, token: 'name' })) ?? place;
    return new ApiError(placed(error.error, { place, nameAt, behind: text.behind(place) }));
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

/** What is told once all of an object is read, or of a kind of objects, has no place. */
const WITHOUT_PLACE = /^(?:Failed to (?:build|derive)|unknown named object category) /;
const JSON_TOKEN = /^Current token \(/;
const OUT_OF_RANGE = /^Numeric value .*\)$/;
const STATE_OF_READER = /^Can't get \w+ on a /;
const EMPTY_CLAUSE = 'query malformed, empty clause found';

function isOfReading({ type, reason, details }: ErrorCause): boolean {
  if (LOCATED.has(type)) return details?.line === undefined && !WITHOUT_PLACE.test(reason);
  if (type === 'json_parse_exception') return JSON_TOKEN.test(reason);
  if (type === 'input_coercion_exception') return OUT_OF_RANGE.test(reason);
  if (type === 'illegal_state_exception') return STATE_OF_READER.test(reason);
  return type === 'illegal_argument_exception' && reason === EMPTY_CLAUSE;
}

/** Some are told by what they are caused by. */
function isLocatable(cause: ErrorCause | undefined): boolean {
  return cause !== undefined && (isOfReading(cause) || isLocatable(cause.causedBy));
}

function isSame(one: unknown, { error }: ApiError): boolean {
  return one instanceof ApiError && one.error.type === error.type && one.error.reason === error.reason;
}

interface Places {
  readonly place: TextPlace;
  /** Of the name of the member at hand, which is where an object parser finds one that it does not know. */
  readonly nameAt: TextPlace;
  /** Behind the token that is there, where the JSON parser itself is. */
  readonly behind: TextPlace;
}

function placed(cause: ErrorCause, places: Places): ErrorCause {
  const { causedBy, rootCause } = cause;
  const inner = {
    ...(causedBy === undefined ? {} : { causedBy: placed(causedBy, places) }),
    ...(rootCause === undefined ? {} : { rootCause: rootCause.map((each) => placed(each, places)) }),
  };
  if (!isOfReading(cause)) return { ...cause, ...inner };
  const { place, nameAt, behind } = places;
  const { type, reason } = cause;
  if (type === 'parsing_exception') {
    // What repeats its cause repeats where that is, too.
    const repeats = inner.causedBy?.type === 'x_content_parse_exception' && cause.causedBy?.reason === reason;
    const details = { ...cause.details, line: place.line, col: place.col };
    return { ...cause, ...inner, reason: repeats ? inner.causedBy!.reason : reason, details };
  }
  const isUnknown = type === 'x_content_parse_exception' && UNKNOWN.test(reason);
  return { ...cause, ...inner, reason: placedReason(type, reason, isUnknown ? nameAt : place, behind) };
}

function placedReason(type: string, reason: string, { line, col }: TextPlace, behind: TextPlace): string {
  switch (type) {
    case 'illegal_state_exception':
      return `${reason} at ${line}:${col}`;
    case 'illegal_argument_exception':
      return `${reason} at [${line}:${col}]`;
    case 'input_coercion_exception':
    case 'json_parse_exception': {
      const source = 'Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled)';
      return `${reason}\n at [${source}; line: ${behind.line}, column: ${behind.col}]`;
    }
    default:
      return `[${line}:${col}] ${reason}`;
  }
}
