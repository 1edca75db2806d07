import { workerData } from 'node:worker_threads';
import { MappingLedger, type SharedLedger } from '../node/mapping-ledger.ts';
import { NodeDisk } from '../node/node-disk.ts';
import { parentChannel } from '../node/worker-channel.ts';
import type { FileMapping } from '../ports/disk.ts';

/** Entry of a thread that maps what it is told to, says so when it has five, and dies when it is told to. */
const channel = parentChannel();
const disk = new NodeDisk({ mappings: new MappingLedger(workerData as SharedLedger) });
const mappings: FileMapping[] = [];

channel.onMessage((message) => {
  if (message === 'die') throw new Error(`died with ${mappings.length} mappings`);
  const { path, bytes } = message as { readonly path: string; readonly bytes: number };
  mappings.push(disk.map(path, bytes));
  if (mappings.length === 5) channel.post(mappings.length);
});
