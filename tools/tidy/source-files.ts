import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the project: its path from the root with `/`, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Files under version control or about to be (not ignored), filtered by suffix. */
export function sourceFiles(root: string, suffixes: readonly string[]): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  const paths = listed.split('\0').filter((path) => suffixes.some((suffix) => path.endsWith(suffix)));
  const files: SourceFile[] = [];
  for (const path of [...new Set(paths)].sort()) {
    const text = readIfThere(join(root, path));
    if (text !== undefined) files.push({ path, text });
  }
  return files;
}

/** A file may be deleted in the work tree and still be in the index. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
