import { apiError } from '@sextant/contract';
import type { BackendRequest } from '../../backend.ts';

/** The body as one JSON document in UTF-8, whatever format it came in. Throws ApiError when there is none. */
export async function requestSource(request: BackendRequest): Promise<Uint8Array> {
  const { body } = request;
  if (body.empty) throw apiError('parse_exception', 'request body is required');
  if (body.contentType === 'yaml' || body.contentType === 'cbor') {
    return Buffer.from(String((await body.json('raw')) ?? null));
  }
  return body.bytes();
}
