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

/** What searches leave is young, and little of it is of use to the next ones. */
const REST_SECONDS = 2;

serveSearches(parentChannel(REST_SECONDS), {
  disk: new NodeDisk({ allowMmap, mappings: new MappingLedger(mappings) }),
  clock: new SystemClock(),
  random: new SystemRandom(),
  memory: (shared) => MemoryAccount.of(shared as SharedAccount),
  ...answerWriting,
});
