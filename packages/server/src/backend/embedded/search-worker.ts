import { workerData } from 'node:worker_threads';
import {
  MappingLedger,
  NodeDisk,
  parentChannel,
  type SharedLedger,
  SystemClock,
  SystemRandom,
} from '@sextant/base/node';
import { serveSearches } from '@sextant/engine';
import { MemoryAccount, type SharedAccount } from '../../observe/memory-account.ts';
import { answerWriting } from './search/documents-view.ts';

/** Entry of a thread that searches: the answers that it sends back are written already. */
const { allowMmap, mappings } = workerData as {
  readonly allowMmap: boolean;
  readonly mappings: SharedLedger;
};

serveSearches(parentChannel(), {
  disk: new NodeDisk({ allowMmap, mappings: new MappingLedger(mappings) }),
  clock: new SystemClock(),
  random: new SystemRandom(),
  memory: (shared) => MemoryAccount.of(shared as SharedAccount),
  ...answerWriting,
});
