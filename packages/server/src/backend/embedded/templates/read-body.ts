import { ApiError, apiError, isObject } from '@sextant/contract';
import { membersOf, tokenOf } from '@sextant/engine';
import type { BackendRequest } from '../../backend.ts';
import { causeOf } from '../error-body.ts';
import { readPlaced } from '../read-errors.ts';
import type { JsonObject } from './template-kinds.ts';

/** What a member of a body may be. */
export interface Field<T> {
  readonly read: (value: unknown) => T | undefined;
}

export type Fields<Draft> = { readonly [Key in keyof Draft]-?: Field<NonNullable<Draft[Key]>> };

export const objectField: Field<JsonObject> = { read: (value) => (isObject(value) ? value : undefined) };

/** A list of texts, or one of them. */
export const textsField: Field<readonly string[]> = {
  read: (value) => {
    if (!Array.isArray(value)) return typeof value === 'string' ? [value] : undefined;
    return value.every((one) => ['string', 'number', 'boolean'].includes(typeof one))
      ? value.map(String)
      : undefined;
  },
};

/** A whole number, also as a text. */
export const wholeField: Field<number> = {
  read: (value) => {
    if (typeof value === 'number') return Math.trunc(value);
    if (typeof value !== 'string') return undefined;
    if (/^-?\d+$/.test(value)) return Number(value);
    throw apiError('illegal_argument_exception', `For input string: "${value}"`);
  },
};

/** Another object inside. */
export function innerField<T>(read: (value: JsonObject) => T): Field<T> {
  return { read: (value) => (isObject(value) ? read(value) : undefined) };
}

/** What is wrong inside a field is told as the cause of its own failure. */
function readField<T>(parser: string, field: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reason = `[${parser}] failed to parse field [${field}]`;
    const cause = causeOf(error);
    const isRoot = cause.type === 'parse_exception' || cause.type === 'x_content_parse_exception';
    const rootCause = cause.rootCause ?? (isRoot ? [cause] : undefined);
    const root = rootCause === undefined ? {} : { rootCause };
    throw new ApiError({ type: 'x_content_parse_exception', reason, causedBy: cause, ...root });
  }
}

/** The members of a body, each by its row. Throws ApiError for what is unknown or of another type. */
export function readFields<Draft extends object>(
  parser: string,
  body: JsonObject,
  fields: Fields<Draft>,
): Partial<Draft> {
  const draft: { -readonly [Key in keyof Draft]?: Draft[Key] } = {};
  for (const [key, value] of membersOf(body)) {
    if (!Object.hasOwn(fields, key)) {
      throw apiError('x_content_parse_exception', `[${parser}] unknown field [${key}]`);
    }
    const read = readField(parser, key, () => fields[key as keyof Draft].read(value));
    if (read === undefined) {
      const reason = `[${parser}] ${key} doesn't support values of type: ${tokenOf(value)}`;
      throw apiError('x_content_parse_exception', reason);
    }
    draft[key as keyof Draft] = read as Draft[keyof Draft];
  }
  return draft;
}

/** Reads the body of a template, which is an object. Throws ApiError. */
export async function readObjectBody<Read>(
  request: BackendRequest,
  parser: string,
  read: (body: JsonObject) => Read,
): Promise<Read> {
  if (request.body.empty) throw apiError('parse_exception', 'request body is required');
  return readPlaced(request, await request.body.json('script-doubles'), (tree) => {
    if (isObject(tree)) return read(tree);
    const reason = `[${parser}] Expected START_OBJECT but was: ${tokenOf(tree)}`;
    throw apiError('x_content_parse_exception', reason);
  });
}
