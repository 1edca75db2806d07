import { workerData } from 'node:worker_threads';
import { NodeDisk, NodeThreadPriority, parentChannel, SystemClock } from '@sextant/base/node';
import { serveMerger } from '@sextant/engine';

/** Entry of a thread that merges segments. */
const { allowMmap } = workerData as { readonly allowMmap: boolean };

serveMerger(parentChannel(), {
  disk: new NodeDisk({ allowMmap }),
  clock: new SystemClock(),
  priority: new NodeThreadPriority(),
});
