import { apiError } from '@sextant/contract';
import { systemIndexPrefix } from '../system-index.ts';
import { isJsonObject, type JsonValue } from './exact-json.ts';
import { lookupsIn } from './query-lookups.ts';
import { refuseSystemNames } from './upstream-body.ts';

/**
 * A pipeline may send a document to another index by what stands in the document, and the cluster writes it with the
 * service's own account. So each gets a last processor, which no handler of failures can catch: nothing is written to an
 * index of the service itself. Answers leave it out, as all that names these indices. Date math is let through as long as
 * no text is quoted in it.
 */
const guard = {
  drop: {
    tag: 'sextant-guard',
    if: `def index = ctx._index; return index instanceof String && (index.contains('${systemIndexPrefix}') || (index.startsWith('<') && index.contains("'")))`,
  },
};

/** Puts the guard into a pipeline as it is to be kept. Throws ApiError where it names such an index itself. */
export function guardPipeline(pipeline: JsonValue): void {
  refuseSystemNames(pipeline);
  if (!isJsonObject(pipeline)) return;
  const { processors, on_failure: handlers } = pipeline;
  if (Array.isArray(processors)) processors.push(guard);
  if (Array.isArray(handlers) && handlers.length > 0) handlers.push(guard);
}

/**
 * Searches of others go through a search pipeline, and the cluster does what its queries say with the service's own
 * account: none may read a document of another index. Throws ApiError.
 */
export function guardSearchPipeline(pipeline: JsonValue): void {
  refuseSystemNames(pipeline);
  if (lookupsIn(pipeline).length === 0) return;
  const reason = 'a query of a search pipeline cannot look up documents of other indices over a cluster';
  throw apiError('illegal_argument_exception', reason);
}
