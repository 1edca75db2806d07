import { readFileSync } from 'node:fs';

/** Where a folder's file system is mounted, and of which kind it is. */
export interface MountPoint {
  /** `/ (/dev/sda1)`. */
  readonly mount: string;
  readonly type: string;
}

/** A folder in use keeps its file system. */
const known = new Map<string, MountPoint | undefined>();

/** Of a folder that is in use for good; undefined where the system does not tell. */
export function mountPointOf(path: string): MountPoint | undefined {
  if (!known.has(path)) known.set(path, mountPoint(path, mountTable()));
  return known.get(path);
}

/** `table` is the text of /proc/mounts. */
export function mountPoint(path: string, table: string): MountPoint | undefined {
  let best: MountPoint | undefined;
  let bestLength = -1;
  for (const line of table.split('\n')) {
    const [device = '', escaped = '', type = ''] = line.split(' ');
    const directory = escaped.replace(/\\(\d{3})/g, (_, octal: string) =>
      String.fromCharCode(parseInt(octal, 8)),
    );
    const below = directory.endsWith('/') ? directory : `${directory}/`;
    if (directory === '' || directory.length < bestLength) continue;
    if (path !== directory && !path.startsWith(below)) continue;
    bestLength = directory.length;
    best = { mount: `${directory} (${device})`, type };
  }
  return best;
}

function mountTable(): string {
  try {
    return readFileSync('/proc/mounts', 'utf8');
  } catch {
    return '';
  }
}
