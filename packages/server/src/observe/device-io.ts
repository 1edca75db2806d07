/** What a device has done since the machine started. Times in milliseconds. */
export interface DeviceIo {
  readonly device: string;
  readonly reads: number;
  readonly readKilobytes: number;
  readonly readMs: number;
  readonly writes: number;
  readonly writeKilobytes: number;
  readonly writeMs: number;
  readonly busyMs: number;
  /** Time that requests waited, all together. */
  readonly queueMs: number;
}

const counted = [
  'reads',
  'readKilobytes',
  'readMs',
  'writes',
  'writeKilobytes',
  'writeMs',
  'busyMs',
  'queueMs',
] as const;

/** Of a device (`/dev/sda1`), by the text of /proc/diskstats; undefined where it is not there. */
export function deviceIo(device: string, table: string): DeviceIo | undefined {
  const name = device.slice(device.lastIndexOf('/') + 1);
  for (const line of table.split('\n')) {
    const [, , found, ...figures] = line.trim().split(/\s+/);
    if (found !== name) continue;
    const [reads, , readSectors, readMs, writes, , writeSectors, writeMs, , busyMs, queueMs] =
      figures.map(Number);
    return {
      device: name,
      reads: reads ?? 0,
      readKilobytes: Math.floor((readSectors ?? 0) / 2),
      readMs: readMs ?? 0,
      writes: writes ?? 0,
      writeKilobytes: Math.floor((writeSectors ?? 0) / 2),
      writeMs: writeMs ?? 0,
      busyMs: busyMs ?? 0,
      queueMs: queueMs ?? 0,
    };
  }
  return undefined;
}

/** What it has done between two looks at it. */
export function ioSince(before: DeviceIo, now: DeviceIo): DeviceIo {
  const figures = counted.map((key) => [key, Math.max(0, now[key] - before[key])]);
  return { ...now, ...(Object.fromEntries(figures) as Omit<DeviceIo, 'device'>) };
}
