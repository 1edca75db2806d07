import { ApiError, table } from '@sextant/contract';

export type BodyFormat = 'json' | 'ndjson' | 'yaml' | 'cbor';

export interface MediaType {
  readonly format: BodyFormat;
  /** Of `compatible-with=N`. */
  readonly compatibleWith?: number;
  /** `application/vnd.elasticsearch+…`: the answer then carries the same. */
  readonly vendor: boolean;
}

const formats: Readonly<Record<string, BodyFormat>> = table({
  json: 'json',
  'x-ndjson': 'ndjson',
  ndjson: 'ndjson',
  yaml: 'yaml',
  cbor: 'cbor',
});

const known = new Map<string, MediaType | 'unsupported' | 'malformed'>();

/**
 * Reads a media type; `unsupported` = well formed, but none of ours. Answers are remembered: clients repeat
 * themselves.
 */
export function mediaType(header: string): MediaType | 'unsupported' | 'malformed' {
  let type = known.get(header);
  if (type === undefined) {
    type = read(header);
    if (known.size < 256) known.set(header, type);
  }
  return type;
}

function read(header: string): MediaType | 'unsupported' | 'malformed' {
  const [name = '', ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
  if (name === '') return 'unsupported';
  const parts = /^([\w!#$&^.+-]+|\*)\/([\w!#$&^.+*-]+)$/.exec(name);
  if (parts === null) return 'malformed';
  const vendor = parts[2]!.startsWith('vnd.elasticsearch+');
  const format =
    parts[1] === 'application' ? formats[parts[2]!.replace('vnd.elasticsearch+', '')] : undefined;
  if (format === undefined) return 'unsupported';
  const compatible = parameters.find((parameter) => parameter.startsWith('compatible-with='));
  if (compatible === undefined) return { format, vendor };
  return { format, vendor, compatibleWith: Number(compatible.slice('compatible-with='.length)) };
}

/**
 * The format of a body. Throws for a header that cannot be read; `undefined` for a type that is not ours
 * (406).
 */
export function contentFormat(header: string): BodyFormat | undefined {
  const type = mediaType(header);
  if (type === 'unsupported') return undefined;
  if (type !== 'malformed') return type.format;
  const reason = `invalid Content-Type header [${header}]`;
  throw new ApiError({
    type: 'content_type_header_exception',
    reason: `java.lang.IllegalArgumentException: ${reason}`,
    causedBy: { type: 'illegal_argument_exception', reason },
  });
}

/** How to answer: `format` parameter first, then the first usable type of `Accept`; undefined = no wish. */
export function wishedFormat(
  format: string | undefined,
  accept: string | undefined,
): AnswerFormat | undefined {
  if (format !== undefined) return answerFormats[format.toLowerCase()];
  if (accept === undefined || accept === '*/*') return undefined;
  for (const part of accept.split(',')) {
    if (/^\s*text\/plain\b/i.test(part)) return { format: 'text' };
    const type = mediaType(part.trim());
    if (typeof type === 'string' || type.format === 'ndjson') continue;
    if (!type.vendor) return { format: type.format };
    const version = type.compatibleWith === undefined ? '' : `;compatible-with=${type.compatibleWith}`;
    return { format: type.format, contentType: `application/vnd.elasticsearch+${type.format}${version}` };
  }
  return undefined;
}

export interface AnswerFormat {
  readonly format: 'json' | 'yaml' | 'cbor' | 'text';
  /** Where it is not the usual one of the format. */
  readonly contentType?: string;
}

const answerFormats: Readonly<Record<string, AnswerFormat>> = table({
  json: { format: 'json' },
  yaml: { format: 'yaml' },
  cbor: { format: 'cbor' },
  text: { format: 'text' },
  txt: { format: 'text' },
});
