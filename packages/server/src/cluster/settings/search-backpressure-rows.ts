import { apiError } from '@sextant/contract';
import { dynamic, type SettingRow } from './setting-row.ts';
import { doubleType, intType, type SettingType, wordType } from './setting-type.ts';

const mode = wordType(
  ['monitor_only', 'enforced', 'disabled'],
  (text) => `Invalid SearchBackpressureMode: ${text}`,
);

/** A number above 0, and at most `max`. */
function positive(max = Number.POSITIVE_INFINITY): SettingType<number> {
  const number = doubleType();
  return {
    ...number,
    read: (text, name) => {
      const value = number.read(text, name);
      if (value <= 0) throw apiError('illegal_argument_exception', `${name} must be > 0`);
      if (value > max) throw apiError('illegal_argument_exception', `${name} must be <= ${max}.0`);
      return value;
    },
  };
}

const rate = dynamic(positive(), '0.003', false);
const ratio = dynamic(positive(1), '0.1', false);
const share = (fallback: string): SettingRow<number> =>
  dynamic(doubleType({ min: 0, max: 1 }), fallback, false);
const burst = (fallback: string): SettingRow<number> => dynamic(doubleType({ min: 1 }), fallback, false);
const atLeast = (min: number, fallback: string): SettingRow<number> =>
  dynamic(intType({ min }), fallback, false);
const variance = dynamic(doubleType({ min: 0 }), '2.0', false);

/**
 * When OpenSearch would cancel searches under duress. Here time, memory and buckets of each search have limits of their own,
 * and those of all searches together an account: nothing is cancelled beyond that.
 */
export const searchBackpressureRows = {
  'search_backpressure.cancellation_burst': burst('10.0'),
  'search_backpressure.cancellation_rate': rate,
  'search_backpressure.cancellation_ratio': ratio,
  'search_backpressure.mode': dynamic(mode, 'monitor_only', 'what `_nodes/stats` shows'),
  'search_backpressure.node_duress.cpu_threshold': share('0.9'),
  'search_backpressure.node_duress.heap_threshold': share('0.7'),
  'search_backpressure.node_duress.num_successive_breaches': atLeast(1, '3'),
  'search_backpressure.search_shard_task.cancellation_burst': burst('10.0'),
  'search_backpressure.search_shard_task.cancellation_rate': rate,
  'search_backpressure.search_shard_task.cancellation_ratio': ratio,
  'search_backpressure.search_shard_task.cpu_time_millis_threshold': atLeast(0, '15000'),
  'search_backpressure.search_shard_task.elapsed_time_millis_threshold': atLeast(0, '30000'),
  'search_backpressure.search_shard_task.heap_moving_average_window_size': atLeast(0, '100'),
  'search_backpressure.search_shard_task.heap_percent_threshold': share('0.005'),
  'search_backpressure.search_shard_task.heap_variance': variance,
  'search_backpressure.search_shard_task.total_heap_percent_threshold': share('0.05'),
  'search_backpressure.search_task.cancellation_burst': burst('5.0'),
  'search_backpressure.search_task.cancellation_rate': rate,
  'search_backpressure.search_task.cancellation_ratio': ratio,
  'search_backpressure.search_task.cpu_time_millis_threshold': atLeast(0, '30000'),
  'search_backpressure.search_task.elapsed_time_millis_threshold': atLeast(0, '45000'),
  'search_backpressure.search_task.heap_moving_average_window_size': atLeast(0, '100'),
  'search_backpressure.search_task.heap_percent_threshold': share('0.02'),
  'search_backpressure.search_task.heap_variance': variance,
  'search_backpressure.search_task.total_heap_percent_threshold': share('0.05'),
} as const satisfies Record<string, SettingRow>;
