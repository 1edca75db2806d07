/** What the control groups of the process say; of the kernel's texts, `max` and -1 stand for no limit. */
export interface CgroupFigures {
  readonly cpuacct: { readonly group: string; readonly usageNanos: number };
  readonly cpu: {
    readonly group: string;
    readonly periodMicros: number;
    readonly quotaMicros: number;
    readonly periods: number;
    readonly throttled: number;
    readonly throttledNanos: number;
  };
  readonly memory: { readonly group: string; readonly limit: string; readonly usage: string };
}

/** The text of a file; empty where it is not there. */
type ReadText = (path: string) => string;

/** Undefined where the system has no control groups, or does not show those of the process. */
export function cgroupFigures(read: ReadText): CgroupFigures | undefined {
  const groups = new Map<string, string>();
  for (const line of read('/proc/self/cgroup').split('\n')) {
    const [, controllers = '', path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (path === undefined) continue;
    for (const name of controllers.split(',')) groups.set(name, path);
  }
  const memory = groups.get('memory');
  const cpu = groups.get('cpu');
  const cpuacct = groups.get('cpuacct');
  if (memory !== undefined && cpu !== undefined && cpuacct !== undefined) {
    return ofVersion1(read, { memory, cpu, cpuacct });
  }
  const unified = groups.get('');
  return unified === undefined ? undefined : ofVersion2(read, unified);
}

function ofVersion1(
  read: ReadText,
  groups: { readonly memory: string; readonly cpu: string; readonly cpuacct: string },
): CgroupFigures | undefined {
  const text = (controller: keyof typeof groups, file: string): string => {
    const root = `/sys/fs/cgroup/${controller}`;
    // In a container the group is the root of what is mounted.
    return (read(`${root}${groups[controller]}/${file}`) || read(`${root}/${file}`)).trim();
  };
  const usage = text('cpuacct', 'cpuacct.usage');
  if (usage === '') return undefined;
  const stat = keyed(text('cpu', 'cpu.stat'));
  return {
    cpuacct: { group: groups.cpuacct, usageNanos: Number(usage) },
    cpu: {
      group: groups.cpu,
      periodMicros: Number(text('cpu', 'cpu.cfs_period_us')),
      quotaMicros: Number(text('cpu', 'cpu.cfs_quota_us') || -1),
      periods: stat('nr_periods'),
      throttled: stat('nr_throttled'),
      throttledNanos: stat('throttled_time'),
    },
    memory: {
      group: groups.memory,
      limit: text('memory', 'memory.limit_in_bytes'),
      usage: text('memory', 'memory.usage_in_bytes'),
    },
  };
}

function ofVersion2(read: ReadText, group: string): CgroupFigures | undefined {
  const text = (file: string): string =>
    (read(`/sys/fs/cgroup${group}/${file}`) || read(`/sys/fs/cgroup/${file}`)).trim();
  const stat = text('cpu.stat');
  if (stat === '') return undefined;
  const figure = keyed(stat);
  const [quota = 'max', period = '100000'] = text('cpu.max').split(' ');
  return {
    cpuacct: { group, usageNanos: figure('usage_usec') * 1000 },
    cpu: {
      group,
      periodMicros: Number(period),
      quotaMicros: quota === 'max' || quota === '' ? -1 : Number(quota),
      periods: figure('nr_periods'),
      throttled: figure('nr_throttled'),
      throttledNanos: figure('throttled_usec') * 1000,
    },
    memory: { group, limit: text('memory.max') || 'max', usage: text('memory.current') || '0' },
  };
}

function keyed(text: string): (key: string) => number {
  const values = new Map(text.split('\n').map((line) => line.split(' ') as [string, string]));
  return (key) => Number(values.get(key) ?? 0);
}
