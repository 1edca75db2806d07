import { ApiError, type ErrorType } from '@sextant/contract';

/** A document that the query cannot be asked of: its shard fails by it, and the others answer. */
export class DocumentError extends ApiError {}

export function documentError(type: ErrorType, reason: string): DocumentError {
  return new DocumentError({ type, reason });
}
