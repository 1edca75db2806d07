import { openApiDocument } from '@sextant/contract';
import { productVersion } from '../config/product.ts';
import type { ServiceHandlers } from '../http/service-request.ts';

/** `GET /_openapi.json`: made when first asked for. */
export function openApiHandlers(): ServiceHandlers<'openapi'> {
  let document: ReturnType<typeof openApiDocument> | undefined;
  return {
    openapi: () => {
      document ??= openApiDocument(productVersion);
      return { kind: 'json', status: 200, body: document };
    },
  };
}
