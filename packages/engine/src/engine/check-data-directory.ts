import type { Disk } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import { Mapping } from '../mapping/mapping.ts';
import { checkSegment } from '../segment/check-segment.ts';
import { liveDocsPath, readLiveDocs, withLiveDocs } from '../segment/live-docs.ts';
import { segmentPath } from '../segment/segment-data.ts';
import { LEASES_FILE, RetentionLeases } from '../shard/history/retention-leases.ts';
import { DataPaths } from '../shard/index/data-paths.ts';
import { INDEX_FILE, readIndexFile } from '../shard/index/index-file.ts';
import { isLeftOver } from '../shard/index/index-folder.ts';
import { checkIndexSort } from '../shard/index/index-sort.ts';
import { JOURNAL_FILE, readJournal } from '../shard/index/metadata-journal.ts';
import { COMMIT_POINT_FILE, type CommittedSegment, readCommitPoint } from '../shard/store/commit-point.ts';
import { lostFiles, lostOperations } from '../shard/store/lost-commit.ts';
import { checkTranslog, type FileProblem, type TranslogCheck } from '../translog/check-translog.ts';

/**
 * Reads every file that an engine would read in this folder and in the further ones that hold its shards, and says what is
 * wrong. Changes nothing; the folders must not be in use.
 */
export function checkDataDirectory(
  disk: Disk,
  directory: string,
  further: readonly string[] = [],
): readonly FileProblem[] {
  const problems: FileProblem[] = [];
  const paths = new DataPaths({ disk, home: directory, further });
  attempt(`${directory}/${JOURNAL_FILE}`, problems, () => readJournal(disk, directory));
  const indices = `${directory}/indices`;
  if (!disk.exists(indices)) return problems;
  for (const uuid of disk.list(indices)) checkIndex(disk, paths, uuid, problems);
  return problems;
}

function checkIndex(disk: Disk, paths: DataPaths, uuid: string, problems: FileProblem[]): void {
  const directory = `${paths.home}/indices/${uuid}`;
  attempt(`${directory}/${INDEX_FILE}`, problems, () => {
    const content = readIndexFile(disk, directory);
    if (content === undefined) {
      // What is left of an index that was being created or deleted: the next start removes it.
      if (isLeftOver(disk, directory)) return;
      problems.push({
        file: `${directory}/${INDEX_FILE}`,
        problem: 'is missing, but the folder is not empty',
      });
      return;
    }
    const { metadata, begunShards } = content;
    if (metadata.uuid !== uuid) {
      problems.push({
        file: `${directory}/${INDEX_FILE}`,
        problem: `is that of another folder [${metadata.uuid}]`,
      });
      return;
    }
    const mapping = Mapping.create(metadata.mappings, metadata.settings);
    checkIndexSort(metadata.settings, () => mapping, metadata.name);
    for (let shard = 0; shard < metadata.numberOfShards; shard++) {
      const isBegun = begunShards.includes(shard);
      attempt(`${directory}/${shard}`, problems, () => {
        const folder = paths.isOne
          ? `${directory}/${shard}`
          : (paths.find(uuid, shard) ?? paths.leaving(uuid, shard));
        checkShard(disk, folder ?? `${directory}/${shard}`, isBegun, problems);
      });
    }
  });
}

/** `isBegun`: the metadata say that it was written to. */
function checkShard(disk: Disk, directory: string, isBegun: boolean, problems: FileProblem[]): void {
  attempt(`${directory}/${LEASES_FILE}`, problems, () => RetentionLeases.open(disk, directory));
  attempt(`${directory}/${COMMIT_POINT_FILE}`, problems, () => {
    const commit = readCommitPoint(disk, directory);
    const translog = checkTranslog(disk, `${directory}/translog`, commit);
    problems.push(...translog.problems);
    if (commit === undefined) {
      const problem = withoutCommit(disk, directory, isBegun, translog);
      if (problem !== undefined) problems.push({ file: directory, problem });
    }
    for (const segment of commit?.segments ?? []) {
      attempt(segmentPath(directory, segment.name), problems, () => {
        for (const problem of checkSegment(disk, directory, segment.name)) {
          problems.push({ file: segmentPath(directory, segment.name), problem });
        }
      });
      checkLiveDocs(disk, directory, segment, problems);
    }
  });
}

/** What is lost with the commit point, if anything is. */
function withoutCommit(
  disk: Disk,
  directory: string,
  isBegun: boolean,
  { generations, problems }: TranslogCheck,
): string | undefined {
  const hasTranslog = generations.length + problems.length > 0;
  const lost = lostFiles(disk, directory, { isBegun, hasTranslog });
  if (lost !== undefined || generations.length === 0 || problems.length > 0) return lost;
  return lostOperations(disk, directory, generations);
}

function checkLiveDocs(
  disk: Disk,
  directory: string,
  { name, liveGeneration, maxDoc, deletedDocs }: CommittedSegment,
  problems: FileProblem[],
): void {
  if (liveGeneration === 0) return;
  const file = liveDocsPath(directory, name, liveGeneration);
  attempt(file, problems, () => {
    const bits = readLiveDocs(disk, directory, name, liveGeneration, maxDoc);
    const found = withLiveDocs({ maxDoc }, bits).deletedDocs;
    if (found !== deletedDocs) {
      problems.push({
        file,
        problem: `${found} documents are deleted, the commit point says ${deletedDocs}`,
      });
    }
  });
}

function attempt(file: string, problems: FileProblem[], action: () => void): void {
  try {
    action();
  } catch (error) {
    problems.push({ file, problem: error instanceof ApiError ? error.error.reason : String(error) });
  }
}
