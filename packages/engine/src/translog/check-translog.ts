import type { Disk, DiskFile } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import {
  type GenerationSummary,
  generationPath,
  indexClosedGeneration,
  indexCurrentGeneration,
  openGeneration,
} from './generation.ts';
import { readCheckpoint } from './translog-checkpoint.ts';

export interface FileProblem {
  readonly file: string;
  readonly problem: string;
}

export interface TranslogCheck {
  readonly problems: readonly FileProblem[];
  /** Of the sound ones, oldest first; none where no translog was begun. */
  readonly generations: readonly GenerationSummary[];
}

/**
 * Reads every record of a translog and changes nothing. A torn end of the current generation is no problem:
 * opening cuts it off. `commit` is what the shard's commit point says of the translog.
 */
export function checkTranslog(
  disk: Disk,
  directory: string,
  commit: { readonly translogUuid: string; readonly translogGeneration: number } | undefined,
): TranslogCheck {
  const problems: FileProblem[] = [];
  const generations: GenerationSummary[] = [];
  const attempt = (file: string, action: () => void): void => {
    try {
      action();
    } catch (error) {
      problems.push({ file, problem: error instanceof ApiError ? error.error.reason : String(error) });
    }
  };
  attempt(directory, () => {
    const checkpoint = disk.exists(directory) ? readCheckpoint(disk, directory) : undefined;
    if (checkpoint === undefined) {
      if (commit !== undefined) problems.push({ file: directory, problem: 'the translog is missing' });
      return;
    }
    const { uuid, current } = checkpoint;
    if (commit !== undefined && commit.translogUuid !== uuid) {
      problems.push({ file: directory, problem: 'the translog does not belong to the commit point' });
    }
    for (const summary of checkpoint.closed) {
      const { generation, bytes } = summary;
      const path = generationPath(directory, generation);
      if (generation < (commit?.translogGeneration ?? 0) && !disk.exists(path)) continue;
      attempt(path, () => {
        withFile(openGeneration(disk, directory, generation, uuid, 'read'), (file) =>
          indexClosedGeneration(file, path, bytes),
        );
        generations.push(summary);
      });
    }
    const path = generationPath(directory, current);
    attempt(path, () => {
      withFile(openGeneration(disk, directory, current, uuid, 'read'), (file) => {
        const { index, end } = indexCurrentGeneration(file, path);
        generations.push(index.summary(current, end, 0));
      });
    });
  });
  return { problems, generations };
}

function withFile(file: DiskFile, action: (file: DiskFile) => unknown): void {
  try {
    action(file);
  } finally {
    file.close();
  }
}
