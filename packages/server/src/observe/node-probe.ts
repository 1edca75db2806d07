import { readdirSync, readFileSync, statSync } from 'node:fs';
import { arch, availableParallelism, freemem, loadavg, platform, release, totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { MappingFigures } from '@sextant/base/node';
import { type CgroupFigures, cgroupFigures } from './cgroup.ts';
import { type CollectionFigures, watchCollections } from './collections.ts';
import { type DeviceIo, deviceIo } from './device-io.ts';
import { mountPointOf } from './mount-point.ts';

/**
 * What the process and its machine are doing now: measured at the call. Sizes in bytes, times in
 * milliseconds.
 */
export interface NodeFigures {
  readonly startedAt: number;
  readonly uptimeMs: number;
  readonly pid: number;
  readonly runtime: string;
  /** Options that the runtime was started with. */
  readonly runtimeArguments: readonly string[];
  readonly heapUsedBytes: number;
  readonly heapCommittedBytes: number;
  readonly heapMaxBytes: number;
  readonly nonHeapBytes: number;
  readonly residentBytes: number;
  /** -1 where the system does not tell. */
  readonly virtualBytes: number;
  /** Buffers outside the heap. */
  readonly bufferBytes: number;
  readonly cpuTotalMs: number;
  /** Share of one core's time since the last call that was at least a second ago, 0 to 100 over all cores. */
  readonly cpuPercent: number;
  readonly load: readonly [number, number, number];
  readonly memoryTotalBytes: number;
  readonly memoryFreeBytes: number;
  readonly swapTotalBytes: number;
  readonly swapFreeBytes: number;
  /** Undefined where the system has none. */
  readonly cgroup: CgroupFigures | undefined;
  readonly collections: CollectionFigures;
  readonly processors: number;
  readonly osName: string;
  readonly osArch: string;
  readonly osVersion: string;
  /** -1 where the system does not tell. */
  readonly openFiles: number;
  readonly maxFiles: number;
  /** Files that are mapped, how many may be, and how many were read instead because they could not be. */
  readonly mappings: MappingFigures;
  readonly threads: number;
}

/** Measures the process; a fake gives fixed figures. */
export type NodeProbe = () => NodeFigures;

/** `memoryFreeBytes`: memory that the system could give: what is free and what it only caches. */
function memoryFigures(): Pick<NodeFigures, 'memoryFreeBytes' | 'swapTotalBytes' | 'swapFreeBytes'> {
  const table = new Map<string, string>();
  for (const line of fileText('/proc/meminfo').split('\n')) {
    const [name = '', value = ''] = line.split(':');
    table.set(name, value);
  }
  const bytes = (name: string): number | undefined => {
    const kilobytes = table.get(name);
    return kilobytes === undefined ? undefined : Number.parseInt(kilobytes, 10) * 1024;
  };
  return {
    memoryFreeBytes: bytes('MemAvailable') ?? freemem(),
    swapTotalBytes: bytes('SwapTotal') ?? 0,
    swapFreeBytes: bytes('SwapFree') ?? 0,
  };
}

function fileText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Files that the process has open, and may have; -1 where the system does not tell. */
export function fileFigures(): { readonly openFiles: number; readonly maxFiles: number } {
  return { openFiles: openFiles(), maxFiles: maxFiles() };
}

function openFiles(): number {
  try {
    // Linux tells the number without listing them since 6.2: then it stands for the size.
    return statSync('/proc/self/fd').size || readdirSync('/proc/self/fd').length;
  } catch {
    return -1;
  }
}

function maxFiles(): number {
  const line = fileText('/proc/self/limits').match(/^Max open files\s+(\d+)/m);
  return line === null ? -1 : Number(line[1]);
}

function statusFigures(): { readonly threads: number; readonly virtualBytes: number } {
  const status = fileText('/proc/self/status');
  const threads = status.match(/^Threads:\s+(\d+)$/m);
  const size = status.match(/^VmSize:\s+(\d+) kB$/m);
  return {
    threads: threads === null ? 1 : Number(threads[1]),
    virtualBytes: size === null ? -1 : Number(size[1]) * 1024,
  };
}

/** What the device has done that holds this folder. */
export function deviceProbe(directory: string): () => DeviceIo | undefined {
  const { mount = '' } = mountPointOf(directory) ?? {};
  const device = /\((.*)\)$/.exec(mount)?.[1] ?? '';
  return () => deviceIo(device, fileText('/proc/diskstats'));
}

/** The real probe. `now` is the wall clock in milliseconds. */
export function processProbe(now: () => number, mappings: () => MappingFigures): NodeProbe {
  const startedAt = now() - process.uptime() * 1000;
  const collections = watchCollections();
  let lastCpu = process.cpuUsage();
  let lastAt = now();
  let percent = 0;
  return () => {
    const at = now();
    const cpu = process.cpuUsage();
    if (at - lastAt >= 1000) {
      const usedMs = (cpu.user + cpu.system - lastCpu.user - lastCpu.system) / 1000;
      percent = Math.min(100, Math.round((100 * usedMs) / (at - lastAt) / availableParallelism()));
      lastCpu = cpu;
      lastAt = at;
    }
    const memory = process.memoryUsage();
    const [one = 0, five = 0, fifteen = 0] = loadavg();
    return {
      startedAt: Math.round(startedAt),
      uptimeMs: Math.round(at - startedAt),
      pid: process.pid,
      runtime: process.versions.node,
      runtimeArguments: process.execArgv,
      heapUsedBytes: memory.heapUsed,
      heapCommittedBytes: memory.heapTotal,
      heapMaxBytes: getHeapStatistics().heap_size_limit,
      nonHeapBytes: memory.external,
      residentBytes: memory.rss,
      bufferBytes: memory.arrayBuffers,
      cpuTotalMs: Math.round((cpu.user + cpu.system) / 1000),
      cpuPercent: percent,
      load: [one, five, fifteen],
      memoryTotalBytes: totalmem(),
      ...memoryFigures(),
      cgroup: cgroupFigures(fileText),
      collections: collections(),
      processors: availableParallelism(),
      osName: platform() === 'linux' ? 'Linux' : platform(),
      osArch: arch() === 'x64' ? 'amd64' : arch(),
      osVersion: release(),
      ...fileFigures(),
      mappings: mappings(),
      ...statusFigures(),
    };
  };
}
