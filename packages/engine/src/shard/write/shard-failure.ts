import { DiskError } from '@sextant/base';
import { ApiError } from '@sextant/contract';

/** Why a shard refuses its operations. Where the disk is the reason, it is opened again by itself. */
export function shardFailure(
  { index, shard }: { readonly index: string; readonly shard: number },
  error: unknown,
): ApiError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ApiError(
    {
      type: 'unavailable_shards_exception',
      reason: `[${index}][${shard}] failed and refuses operations: ${reason}; ${remedyOf(error)}`,
    },
    { cause: error },
  );
}

/** Why a shard that was opened anew takes no operation yet. */
export function termFailure(
  { index, shard }: { readonly index: string; readonly shard: number },
  error: unknown,
): ApiError {
  const reason = error instanceof ApiError ? error.error.reason : String(error);
  return new ApiError(
    {
      type: 'unavailable_shards_exception',
      reason: `[${index}][${shard}] refuses operations until its primary term can be written: ${reason}`,
    },
    { cause: error },
  );
}

function remedyOf(error: unknown): string {
  if (isOfDisk(error)) return 'it is opened again as soon as the disk allows it';
  if (error instanceof DiskError) return 'run `sextant check` and restore the index from a copy';
  return 'close and open the index, or restart';
}

/** Trouble that may pass: a full disk, a lost mount. A missing file does not come back. */
export function isOfDisk(error: unknown): boolean {
  return error instanceof DiskError && error.code !== 'missing';
}
