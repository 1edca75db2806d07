import { NodeDisk, parentChannel, SystemClock } from '@sextant/base/node';
import { serveMerger } from '@sextant/engine';

/** Entry of the thread that merges segments. */
serveMerger(parentChannel(), { disk: new NodeDisk(), clock: new SystemClock() });
