import { ApiError } from '@sextant/contract';

/** What is wrong with an object as a whole, though each of its members can be read, as OpenSearch's parsers tell it. */
export function built<Result>(parser: string, make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reason = `Failed to build [${parser}] after last required field arrived`;
    const own = { type: 'x_content_parse_exception', reason } as const;
    throw new ApiError({ ...own, causedBy: error.error, rootCause: [own] }, { cause: error });
  }
}
