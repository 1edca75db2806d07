import { type ApiError, apiError } from './errors.ts';
import { didYouMean } from './suggest.ts';

/** OpenSearch's sentence for names in a request that it does not know; `what` they should have been, `known` ones that are. */
export function unrecognized(
  path: string,
  what: 'parameter' | 'metric' | 'index metric',
  names: readonly string[],
  known: readonly string[],
): ApiError {
  const described = [...names].sort().map((name) => `[${name}]${didYouMean(name, known)}`);
  const plural = names.length > 1 ? 's' : '';
  return apiError(
    'illegal_argument_exception',
    `request [${path}] contains unrecognized ${what}${plural}: ${described.join(', ')}`,
  );
}
