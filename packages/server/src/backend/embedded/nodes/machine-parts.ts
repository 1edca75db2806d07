import type { DiskSpace } from '@sextant/base';
import { Double, type JsonMap } from '@sextant/contract';
import type { SegmentMemory } from '@sextant/engine';
import type { CollectionFigures } from '../../../observe/collections.ts';
import { type DeviceIo, ioSince } from '../../../observe/device-io.ts';
import { mountPointOf } from '../../../observe/mount-point.ts';
import type { NodeFigures } from '../../../observe/node-probe.ts';
import type { EmbeddedContext } from '../context.ts';
import { dataSpace, pathSpaces } from './data-space.ts';

export function osPart(figures: NodeFigures, now: number): JsonMap {
  const used = figures.memoryTotalBytes - figures.memoryFreeBytes;
  const percent = Math.round((100 * used) / figures.memoryTotalBytes);
  const [one, five, fifteen] = figures.load.map((load) => new Double(Math.round(load * 100) / 100));
  return {
    timestamp: now,
    cpu: { percent: figures.cpuPercent, load_average: { '1m': one, '5m': five, '15m': fifteen } },
    mem: {
      total_in_bytes: figures.memoryTotalBytes,
      free_in_bytes: figures.memoryFreeBytes,
      used_in_bytes: used,
      free_percent: 100 - percent,
      used_percent: percent,
    },
    swap: {
      total_in_bytes: figures.swapTotalBytes,
      free_in_bytes: figures.swapFreeBytes,
      used_in_bytes: figures.swapTotalBytes - figures.swapFreeBytes,
    },
    ...(figures.cgroup === undefined ? {} : { cgroup: cgroupPart(figures.cgroup) }),
  };
}

function cgroupPart({ cpuacct, cpu, memory }: NonNullable<NodeFigures['cgroup']>): JsonMap {
  return {
    cpuacct: { control_group: cpuacct.group, usage_nanos: cpuacct.usageNanos },
    cpu: {
      control_group: cpu.group,
      cfs_period_micros: cpu.periodMicros,
      cfs_quota_micros: cpu.quotaMicros,
      stat: {
        number_of_elapsed_periods: cpu.periods,
        number_of_times_throttled: cpu.throttled,
        time_throttled_nanos: cpu.throttledNanos,
      },
    },
    // Texts, as they may be beyond all numbers.
    memory: { control_group: memory.group, limit_in_bytes: memory.limit, usage_in_bytes: memory.usage },
  };
}

export function processPart(figures: NodeFigures, now: number): JsonMap {
  return {
    timestamp: now,
    open_file_descriptors: figures.openFiles,
    max_file_descriptors: figures.maxFiles,
    mapped_files: figures.mappings.count,
    max_mapped_files: figures.mappings.max,
    refused_mapped_files: figures.mappings.refused,
    cpu: { percent: figures.cpuPercent, total_in_millis: figures.cpuTotalMs },
    mem: { resident_in_bytes: figures.residentBytes, total_virtual_in_bytes: figures.virtualBytes },
  };
}

function bufferPool(count: number, bytes: number): JsonMap {
  return { count, used_in_bytes: bytes, total_capacity_in_bytes: bytes };
}

/**
 * The heap is V8's; clients look for it under this name. Beside it stands what V8 does not count: segments in shared
 * memory and mapped ones.
 */
export function jvmPart(figures: NodeFigures, segments: SegmentMemory, now: number): JsonMap {
  return {
    timestamp: now,
    uptime_in_millis: figures.uptimeMs,
    mem: {
      heap_used_in_bytes: figures.heapUsedBytes,
      heap_used_percent: Math.round((100 * figures.heapUsedBytes) / figures.heapMaxBytes),
      heap_committed_in_bytes: figures.heapCommittedBytes,
      heap_max_in_bytes: figures.heapMaxBytes,
      non_heap_used_in_bytes: figures.nonHeapBytes,
      non_heap_committed_in_bytes: figures.nonHeapBytes,
      pools: heapPools(figures.collections),
    },
    threads: { count: figures.threads, peak_count: figures.threads },
    gc: {
      collectors: {
        young: collector(figures.collections.young),
        old: collector(figures.collections.old),
      },
    },
    buffer_pools: {
      direct: bufferPool(1, figures.bufferBytes),
      mapped: bufferPool(segments.mapped, segments.mappedBytes),
      shared: bufferPool(segments.shared, segments.sharedBytes),
    },
    classes: { current_loaded_count: 0, total_loaded_count: 0, total_unloaded_count: 0 },
  };
}

function collector({ count, timeMs }: CollectionFigures['young']): JsonMap {
  return { collection_count: count, collection_time_in_millis: Math.round(timeMs) };
}

function heapPools({ pools }: CollectionFigures): JsonMap {
  const pool = (figures: CollectionFigures['pools']['young']): JsonMap => {
    const { usedBytes, maxBytes, peakUsedBytes, peakMaxBytes, afterLast } = figures;
    const percent = Math.round((100 * afterLast.usedBytes) / afterLast.maxBytes);
    return {
      used_in_bytes: usedBytes,
      max_in_bytes: maxBytes,
      peak_used_in_bytes: peakUsedBytes,
      peak_max_in_bytes: peakMaxBytes,
      last_gc_stats: {
        used_in_bytes: afterLast.usedBytes,
        max_in_bytes: afterLast.maxBytes,
        usage_percent: afterLast.maxBytes === 0 ? -1 : percent,
      },
    };
  };
  const none = { usedBytes: 0, maxBytes: 0 };
  const survivor = { ...none, peakUsedBytes: 0, peakMaxBytes: 0, afterLast: none };
  return { young: pool(pools.young), old: pool(pools.old), survivor: pool(survivor) };
}

export function fsPart(context: EmbeddedContext, now: number): JsonMap {
  const sizes = (space: DiskSpace): JsonMap => ({
    total_in_bytes: space.totalBytes,
    free_in_bytes: space.freeBytes,
    available_in_bytes: space.availableBytes,
    cache_reserved_in_bytes: 0,
  });
  const data = pathSpaces(context).map((space) => ({
    path: space.path,
    ...mountPointOf(space.path),
    ...sizes(space),
  }));
  return { timestamp: now, total: sizes(dataSpace(context)), data, ...ioPart(context) };
}

/** Of the device that holds the data, since the start; nothing where the system does not tell. */
function ioPart({ node }: EmbeddedContext): JsonMap {
  const now = node.deviceIo();
  if (now === undefined || node.ioAtStart === undefined) return {};
  const done = ioSince(node.ioAtStart, now);
  const figures = ioFigures(done);
  return { io_stats: { devices: [{ device_name: done.device, ...figures }], total: figures } };
}

function ioFigures(io: DeviceIo): JsonMap {
  return {
    operations: io.reads + io.writes,
    read_operations: io.reads,
    write_operations: io.writes,
    read_kilobytes: io.readKilobytes,
    write_kilobytes: io.writeKilobytes,
    read_time: io.readMs,
    write_time: io.writeMs,
    queue_size: io.queueMs,
    io_time_in_millis: io.busyMs,
  };
}
