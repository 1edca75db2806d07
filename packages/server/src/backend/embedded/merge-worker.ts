import { workerData } from 'node:worker_threads';
import {
  MappingLedger,
  makeRoom,
  NodeDisk,
  NodeThreadPriority,
  parentChannel,
  releaseAfterWork,
  type SharedLedger,
  SystemClock,
} from '@sextant/base/node';
import { serveMerger } from '@sextant/engine';

/** Entry of a thread that merges segments. */
const { allowMmap, mappings } = workerData as {
  readonly allowMmap: boolean;
  readonly mappings: SharedLedger;
};

serveMerger(parentChannel(), {
  disk: new NodeDisk({ allowMmap, mappings: new MappingLedger(mappings) }),
  clock: new SystemClock(),
  priority: new NodeThreadPriority(),
  makeRoom,
  merged: releaseAfterWork,
});
