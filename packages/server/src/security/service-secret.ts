import type { Disk, Log, Random } from '@sextant/base';
import { secretLengthMin } from '../config/check-settings.ts';
import { ConfigError, type Settings } from '../config/settings.ts';
import { keyFile } from './key-file.ts';
import type { ServiceSecret } from './secret-box.ts';

export interface ServiceSecretParts {
  readonly settings: Settings;
  readonly disk: Disk;
  /** Absolute; made where it is missing, if it is needed. */
  readonly folder: string;
  readonly random: Random;
  readonly log: Log;
  /** The text of a file that a setting names; throws ConfigError. */
  readonly readText: (file: string, setting: string) => string;
}

/**
 * The secret that wraps other secrets: `security.secret`; else, over a cluster, the password of its account; else a
 * file in the data folder, which over a cluster is this instance's alone.
 */
export function serviceSecret(parts: ServiceSecretParts): ServiceSecret {
  const { settings, disk, folder, random, log, readText } = parts;
  const given = settings.get('security.secret') ?? secretOfFile(settings, readText);
  const isCluster = settings.get('backend') === 'opensearch';
  const password = given ?? (isCluster ? settings.get('opensearch.password') : undefined);
  if (password !== undefined) return { bytes: Buffer.from(password), isPassword: true, isShared: true };
  if (isCluster) {
    const what =
      'neither security.secret nor opensearch.password is given: sessions are signed with a key of';
    const then = 'this instance alone; others over the same cluster do not accept them';
    log.log('warn', 'security', `${what} ${then}`);
  }
  disk.makeDirectory(folder);
  return { bytes: keyFile(disk, folder, random, log), isPassword: false, isShared: !isCluster };
}

function secretOfFile(settings: Settings, readText: ServiceSecretParts['readText']): string | undefined {
  const file = settings.get('security.secret_file');
  if (file === undefined) return undefined;
  const secret = readText(file, 'security.secret_file').trim();
  if (secret.length >= secretLengthMin) return secret;
  throw new ConfigError(`security.secret_file: ${file} must hold at least ${secretLengthMin} characters`);
}
