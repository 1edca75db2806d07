import { apiError, type Route } from '@sextant/contract';
import type { ParamValue, RequestBody } from '../../backend/backend.ts';
import { contentFormat } from '../media-type.ts';
import { type BodyLimit, GivenBody, hasBody, StreamedBody } from '../request-body.ts';
import type { TransferMemory } from '../transfer-memory.ts';
import type { Exchange } from './exchange.ts';

export interface BodyRules {
  /** `http.max_content_length` */
  readonly maxContentBytes: number;
  /** `http.max_structured_content_length` */
  readonly maxStructuredBytes: number;
  readonly memory: TransferMemory;
}

/** What anybody may send, before it is known who it is. */
const smallBytes = 16 * 1024;
/** YAML is read a hundred times slower than JSON. */
const yamlBytes = 128 * 1024;

/** A body whose media type is none of ours: 406 outside the error envelope, as OpenSearch answers it. */
export class UnsupportedMediaType extends Error {
  constructor(header: string) {
    super(`Content-Type header [${header}] is not supported`);
  }
}

/** The body of a request, not read yet: its handler reads it. From the wire, or from the parameter `source`. */
export async function readBody(
  exchange: Exchange,
  route: Route,
  params: Readonly<Record<string, ParamValue>>,
  rules: BodyRules,
): Promise<RequestBody> {
  const { incoming, response } = exchange;
  if (!hasBody(incoming) && typeof params.source === 'string' && route.body !== 'none') {
    if (route.family === 'account') {
      // Addresses stand in logs and histories.
      const reason = 'a password does not belong in the address: send it in the body';
      throw apiError('illegal_argument_exception', reason);
    }
    return bodyOfSource(params.source, params.source_content_type);
  }
  const contentType = formatOf(exchange, route);
  const limit = limitOf(route, contentType, rules);
  const onRead = (): void => {
    if (incoming.headers.expect !== undefined) response.writeContinue();
  };
  const body = new StreamedBody({ request: incoming, contentType, limit, memory: rules.memory, onRead });
  if (!body.empty) response.once('close', () => body.release());
  await body.settle();
  return body;
}

/** Of several limits the shortest counts. */
function limitOf(route: Route, contentType: RequestBody['contentType'], rules: BodyRules): BodyLimit {
  const longest = { bytes: rules.maxContentBytes, name: 'http.max_content_length' };
  if (route.bodyLimit === 'small') return { bytes: smallBytes, name: `what [${route.paths[0]}] takes` };
  if (contentType === 'yaml') {
    return shorter(longest, { bytes: yamlBytes, name: 'what is read of YAML' });
  }
  if (route.bodyLimit === 'documents' && contentType !== 'cbor') return longest;
  const bytes = rules.maxStructuredBytes;
  return shorter(longest, { bytes, name: 'http.max_structured_content_length' });
}

function shorter(a: BodyLimit, b: BodyLimit): BodyLimit {
  return a.bytes <= b.bytes ? a : b;
}

function formatOf({ incoming, headers }: Exchange, route: Route): RequestBody['contentType'] {
  // The account area answers for itself what it thinks of a media type.
  if (!hasBody(incoming) || route.body === 'none' || route.family === 'account') return 'none';
  const header = headers['content-type'] ?? '';
  const format = contentFormat(header);
  if (format === undefined) throw new UnsupportedMediaType(header);
  return format;
}

function bodyOfSource(source: string, type: ParamValue | undefined): RequestBody {
  if (typeof type !== 'string') {
    throw apiError('illegal_state_exception', 'source and source_content_type parameters are required');
  }
  const format = contentFormat(type);
  if (format !== undefined) return new GivenBody(source, format);
  throw apiError('illegal_state_exception', `Unknown value for source_content_type [${type}]`);
}
