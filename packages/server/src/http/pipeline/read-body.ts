import { apiError, type Route } from '@sextant/contract';
import type { ParamValue, RequestBody } from '../../backend/backend.ts';
import type { BodyBudget } from '../body-budget.ts';
import { contentFormat } from '../media-type.ts';
import { GivenBody, hasBody, StreamedBody } from '../request-body.ts';
import type { Exchange } from './exchange.ts';

export interface BodyLimits {
  readonly maxContentBytes: number;
  readonly budget: BodyBudget;
}

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
  { maxContentBytes, budget }: BodyLimits,
): Promise<RequestBody> {
  const { incoming } = exchange;
  if (!hasBody(incoming) && typeof params.source === 'string' && route.body !== 'none') {
    if (route.family === 'account') {
      // Addresses stand in logs and histories.
      const reason = 'a password does not belong in the address: send it in the body';
      throw apiError('illegal_argument_exception', reason);
    }
    return bodyOfSource(params.source, params.source_content_type);
  }
  const body = new StreamedBody(incoming, formatOf(exchange, route), maxContentBytes, budget);
  if (!body.empty) exchange.response.once('close', () => body.release());
  await body.settle();
  return body;
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
