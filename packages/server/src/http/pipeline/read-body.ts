import { apiError, type Route } from '@sextant/contract';
import type { ParamValue, RequestBody } from '../../backend/backend.ts';
import { contentFormat } from '../media-type.ts';
import { type BodyLimit, GivenBody, hasBody, noBody, StreamedBody } from '../request-body.ts';
import type { TransferMemory } from '../transfer-memory.ts';
import type { Exchange } from './exchange.ts';

/** How long bodies may be, and the memory that they share. */
export interface BodyRules {
  readonly documents: BodyLimit;
  readonly structured: BodyLimit;
  readonly yaml: BodyLimit;
  readonly memory: TransferMemory;
}

/** What anybody may send, before it is known who it is. */
const smallBytes = 16 * 1024;
/** YAML is read a hundred times slower than JSON. */
const yamlBytes = 128 * 1024;

/** `http.max_content_length` and `http.max_structured_content_length`; of several limits the shortest counts. */
export function bodyRules(
  maxContentBytes: number,
  maxStructuredBytes: number,
  memory: TransferMemory,
): BodyRules {
  const documents = { bytes: maxContentBytes, name: 'http.max_content_length' };
  const shorter = (limit: BodyLimit): BodyLimit => (limit.bytes < maxContentBytes ? limit : documents);
  return {
    documents,
    structured: shorter({ bytes: maxStructuredBytes, name: 'http.max_structured_content_length' }),
    yaml: shorter({ bytes: yamlBytes, name: 'what is read of YAML' }),
    memory,
  };
}

/** A body whose media type is none of ours: 406 outside the error envelope, as OpenSearch answers it. */
export class UnsupportedMediaType extends Error {
  constructor(header: string) {
    super(`Content-Type header [${header}] is not supported`);
  }
}

/** The body of a request, not read yet: its handler reads it. From the wire, or from the parameter `source`. */
export function readBody(
  exchange: Exchange,
  route: Route,
  params: Readonly<Record<string, ParamValue>>,
  rules: BodyRules,
): RequestBody | Promise<RequestBody> {
  if (hasBody(exchange.incoming)) return bodyOfWire(exchange, route, rules);
  const { source } = params;
  if (typeof source !== 'string' || route.body === 'none') return noBody;
  if (route.family === 'account') {
    // Addresses stand in logs and histories.
    const reason = 'a password does not belong in the address: send it in the body';
    throw apiError('illegal_argument_exception', reason);
  }
  return bodyOfSource(source, params.source_content_type);
}

async function bodyOfWire(exchange: Exchange, route: Route, rules: BodyRules): Promise<RequestBody> {
  const { incoming: request, response } = exchange;
  const contentType = formatOf(exchange, route);
  const limit = limitOf(route, contentType, rules);
  const onRead = (): void => {
    if (request.headers.expect !== undefined) response.writeContinue();
  };
  const body = new StreamedBody({ request, contentType, limit, memory: rules.memory, onRead });
  response.once('close', () => body.release());
  await body.settle();
  return body;
}

function limitOf(route: Route, contentType: RequestBody['contentType'], rules: BodyRules): BodyLimit {
  if (route.bodyLimit === 'small') return { bytes: smallBytes, name: `what [${route.paths[0]}] takes` };
  if (contentType === 'yaml') return rules.yaml;
  return route.bodyLimit === 'documents' && contentType !== 'cbor' ? rules.documents : rules.structured;
}

function formatOf({ headers }: Exchange, route: Route): RequestBody['contentType'] {
  // The account area answers for itself what it thinks of a media type.
  if (route.body === 'none' || route.family === 'account') return 'none';
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
