import { type Disk, type Random, readFramedOrExplain, writeFramed } from '@sextant/base';

/** Made at the first start and kept in the data folder. */
export interface NodeIdentity {
  /** 22 characters, URL-safe base64 of 16 random bytes; as in `GET /`. */
  readonly clusterUuid: string;
  readonly nodeId: string;
}

const format = { magic: 'SXID', version: 1 } as const;
const fileName = 'node.id';

/** Reads the identity, or makes one. Throws FrameError where the file is damaged. */
export function nodeIdentity(disk: Disk, directory: string, random: Random): NodeIdentity {
  disk.makeDirectory(directory);
  const remedy = 'restore it, or remove it and the node gets a new identity';
  const kept = readFramedOrExplain(disk, directory, fileName, format, remedy);
  if (kept !== undefined) return kept as NodeIdentity;
  const identity = { clusterUuid: uuid(random), nodeId: uuid(random) };
  writeFramed(disk, directory, fileName, format, identity);
  return identity;
}

function uuid(random: Random): string {
  return Buffer.from(random.bytes(16)).toString('base64url');
}
