import type { Json } from '@sextant/contract';
import { type ReadJson, readJsonTree } from '../../wire/read-json-tree.ts';
import type { BackendRequest } from '../backend.ts';

/** A body, and how it was written; its length, that of other formats than JSON in JSON. */
export interface TreeBody extends Partial<ReadJson> {
  readonly length: number;
  /** Of JSON. */
  readonly bytes?: Uint8Array;
}

/** `readPlain`: see `readJsonTree`. Throws ApiError for what is broken. */
export async function readTreeBody(
  { body }: Pick<BackendRequest, 'body'>,
  readPlain?: (text: string) => unknown,
): Promise<TreeBody> {
  if (body.contentType === 'yaml' || body.contentType === 'cbor') {
    const plain = await body.json();
    return { plain, tree: plain as Json, length: JSON.stringify(plain ?? null).length };
  }
  return readTree(await body.bytes(), readPlain);
}

/** The same of JSON. */
export function readTree(bytes: Buffer, readPlain?: (text: string) => unknown): TreeBody {
  return { ...readJsonTree(bytes, readPlain), length: bytes.length, bytes };
}
