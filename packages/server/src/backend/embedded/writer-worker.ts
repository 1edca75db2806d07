import { workerData } from 'node:worker_threads';
import {
  MappingLedger,
  NodeDisk,
  parentChannel,
  type SharedLedger,
  SystemClock,
  SystemRandom,
} from '@sextant/base/node';
import { serveWriter } from '@sextant/engine';

/** Entry of the thread that owns everything durable. Its data names the engine's folder. */
const { directory, allowMmap, mergeThreads, mappings } = workerData as {
  readonly directory: string;
  readonly allowMmap: boolean;
  readonly mergeThreads: number;
  readonly mappings: SharedLedger;
};

serveWriter(parentChannel(), {
  disk: new NodeDisk({ allowMmap, mappings: new MappingLedger(mappings) }),
  directory,
  clock: new SystemClock(),
  random: new SystemRandom(),
  mergeThreads,
});
