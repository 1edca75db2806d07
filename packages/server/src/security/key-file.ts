import type { Disk, Log, Random } from '@sextant/base';

const keyBytes = 32;

/**
 * The secret of this instance: 32 random bytes in a file that only its user may read, made where it is missing. The
 * folder must exist. Throws DiskError.
 */
export function keyFile(disk: Disk, folder: string, random: Random, log: Log): Uint8Array {
  const path = `${folder}/secret.key`;
  if (disk.exists(path)) {
    const found = Buffer.from(Buffer.from(disk.readFile(path)).toString('latin1').trim(), 'base64url');
    if (found.length === keyBytes) {
      // A killed process may have put it there without its name being durable: nothing is signed with it before it is.
      disk.syncDirectory(folder);
      return new Uint8Array(found);
    }
    log.log('error', 'security', 'the file of the secret is damaged and is made anew', { path });
  }
  const made = random.bytes(keyBytes);
  const draft = `${path}.new`;
  // What an interrupted start left may belong to anybody.
  disk.remove(draft);
  const file = disk.open(draft, 'create-private');
  try {
    file.write(Buffer.from(`${Buffer.from(made).toString('base64url')}\n`));
    file.sync();
  } finally {
    file.close();
  }
  disk.rename(draft, path);
  disk.syncDirectory(folder);
  return made;
}
