import type { ErrorType } from '@sextant/contract';
import { DocumentError } from '../budget/document-error.ts';

export function documentError(type: ErrorType, reason: string): DocumentError {
  return new DocumentError({ type, reason });
}
