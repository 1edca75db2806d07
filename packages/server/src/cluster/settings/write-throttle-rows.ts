import { dynamic } from './setting-row.ts';
import { booleanType, bytesType, intType, wordType } from './setting-type.ts';

const action = wordType(
  ['drop', 'retry'],
  (text) => `invalid throttle action [${text}], must be [drop] or [retry]`,
);
const requests = intType({ min: 0 });
const seconds = intType({ min: 1, max: 3600 });

const most = 'writes: operations of an interval, 0 = any number';
const mostBytes = 'writes: bytes of an interval, 0 = any number';
const atLimit = 'writes beyond a limit: `drop` refuses them, `retry` lets them wait';
const interval = 'writes: length of an interval in seconds';

/** How much is written in an interval to the node, and to each shard; names and defaults are Easysearch's. */
export const writeThrottleRows = {
  'cluster.throttle.node.write': dynamic(booleanType, 'false', 'whether writes to the node are limited'),
  'cluster.throttle.node.write.action': dynamic(action, 'drop', atLimit),
  'cluster.throttle.node.write.interval': dynamic(seconds, '1', interval),
  'cluster.throttle.node.write.max_bytes': dynamic(bytesType, '0b', mostBytes),
  'cluster.throttle.node.write.max_requests': dynamic(requests, '0', most),
  'cluster.throttle.shard.write': dynamic(booleanType, 'false', 'whether writes to each shard are limited'),
  'cluster.throttle.shard.write.action': dynamic(action, 'drop', atLimit),
  'cluster.throttle.shard.write.interval': dynamic(seconds, '1', interval),
  'cluster.throttle.shard.write.max_bytes': dynamic(bytesType, '0b', mostBytes),
  'cluster.throttle.shard.write.max_requests': dynamic(requests, '0', most),
} as const;

/** The same for one index. */
export const indexThrottleRows = {
  'index.throttle.write.action': dynamic(action, 'drop', atLimit),
  'index.throttle.write.enable': dynamic(booleanType, 'false', 'whether writes to the index are limited'),
  'index.throttle.write.interval': dynamic(seconds, '1', interval),
  'index.throttle.write.max_bytes': dynamic(bytesType, '0b', mostBytes),
  'index.throttle.write.max_requests': dynamic(requests, '0', most),
} as const;
