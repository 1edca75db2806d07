import { ApiError } from '@sextant/contract';

/** A document that cannot be asked what is asked: its shard fails by it, and the others answer. */
export class DocumentError extends ApiError {}
