export { channelPair } from './channel-pair.ts';
export { FakeClock } from './fake-clock.ts';
export { type Fault, FaultyDisk, MachineStopped } from './faulty-disk.ts';
export { MemoryDisk } from './memory-disk.ts';
export { type LogEntry, MemoryLog } from './memory-log.ts';
export { SeededRandom } from './seeded-random.ts';
