import { ApiError, type ErrorCause, type ErrorType } from '@sextant/contract';

/**
 * Types that OpenSearch has as exceptions of its own: `root_cause` descends through these, not into Java's.
 */
const OWN_TYPES: ReadonlySet<ErrorType> = new Set([
  'mapper_parsing_exception',
  'mapper_exception',
  'parse_exception',
  'parsing_exception',
  'strict_dynamic_mapping_exception',
  'query_shard_exception',
]);

/** An error that wraps another, with the `root_cause` that OpenSearch shows for the pair. */
export function wrapError(type: ErrorType, reason: string, cause: ErrorCause): ApiError {
  if (!OWN_TYPES.has(cause.type)) return new ApiError({ type, reason, causedBy: cause });
  const { rootCause, ...own } = cause;
  let root: ErrorCause = own;
  while (root.causedBy !== undefined && OWN_TYPES.has(root.causedBy.type)) root = root.causedBy;
  return new ApiError({ type, reason, causedBy: own, rootCause: rootCause ?? [shallow(root)] });
}

/** Of a place in the document it tells wherever it is shown. */
function shallow({ type, reason, details }: ErrorCause): ErrorCause {
  return { type, reason, ...(type === 'parsing_exception' && details !== undefined && { details }) };
}

/** There is more of something than a limit allows: however exactly the rest is read, it is too much. */
export class LimitError extends ApiError {}

/** What a name means could not be found out, whatever is asked of it. */
export class ResolveError extends ApiError {}

export function mapperParsing(reason: string): ApiError {
  return new ApiError({ type: 'mapper_parsing_exception', reason });
}

export function illegalArgument(reason: string): ApiError {
  return new ApiError({ type: 'illegal_argument_exception', reason });
}

export function illegalState(reason: string): ApiError {
  return new ApiError({ type: 'illegal_state_exception', reason });
}

export function parseFailure(reason: string): ApiError {
  return new ApiError({ type: 'parse_exception', reason });
}

/** Of a field that cannot be called so, or be where it is. */
export function isBadName(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return /^(object field (starting|cannot)|field name|join field)/.test(error.error.reason);
}

/** Of a term that is longer than Lucene takes, in whichever field. */
export function isImmenseTerm({ error }: ApiError): boolean {
  return error.reason.startsWith('Document contains at least one immense term');
}

/** The error of a value without the value. */
export function failedToParse(path: string, type: string, { error }: ApiError): ApiError {
  return wrapError('mapper_parsing_exception', `failed to parse field [${path}] of type [${type}]`, error);
}

export function tooDeep(what: string, limit: number): LimitError {
  const remedy = 'This limit can be set by changing the [index.mapping.depth.limit] index level setting.';
  const reason = `The depth of the ${what} has exceeded the allowed limit of [${limit}]. ${remedy}`;
  const cause: ErrorCause = { type: 'parse_exception', reason };
  return new LimitError(wrapError('mapper_parsing_exception', 'failed to parse', cause).error);
}

/** A mapping that takes no new fields; `path`: of the object that would get it. */
export function strictFailure(path: string, name: string, dynamic: string): ApiError {
  const where = path === '' ? '_doc' : path;
  const reason = `mapping set to ${dynamic}, dynamic introduction of [${name}] within [${where}] is not allowed`;
  return new ApiError({ type: 'strict_dynamic_mapping_exception', reason });
}

/** Null brings in no field: only an object that is strict by itself takes offence. */
export function refuseNull(
  { path, dynamic }: { readonly path: string; readonly dynamic: string | undefined },
  name: string,
): undefined {
  if (dynamic?.startsWith('strict') === true) throw strictFailure(path, name, dynamic);
  return undefined;
}

/** A key with dots that leads into a field. */
export function noObject(
  { path, type }: { readonly path: string; readonly type: string },
  within: readonly string[],
): ApiError {
  const added = `Could not dynamically add mapping for field [${[path, ...within].join('.')}].`;
  return mapperParsing(`${added} Existing mapping for [${path}] must be of type object but found [${type}].`);
}

/** A key with dots that leads into a nested object, which it does not give as an object. */
export function throughNested(key: string, path: string): ApiError {
  return mapperParsing(
    `Cannot add a value for field [${key}] since one of the intermediate objects is mapped as a nested object: [${path}]`,
  );
}

/** A key with dots of which a template makes a nested object. */
export function nestedByDots(path: string): ApiError {
  return mapperParsing(
    `It is forbidden to create dynamic nested objects ([${path}]) through \`copy_to\` or dots in field names`,
  );
}

/** A value for a field that takes none. */
export function failedToWrite({ error }: ApiError): ApiError {
  return wrapError('mapper_parsing_exception', 'failed to parse', error);
}

/** Two fields of a mapping have one name. */
export class DefinedTwice extends ApiError {
  /** One of them is a field that every index has. */
  readonly isOwn: boolean;

  /** `beside`: what has the name of a field that every index has. */
  constructor(field: string, beside?: 'field' | 'object') {
    const how = beside === 'object' ? 'both as an object and a field' : 'more than once';
    super({ type: 'mapper_parsing_exception', reason: `Field [${field}] is defined ${how}` });
    this.isOwn = beside !== undefined;
  }
}
