import { expect, test } from 'vitest';
import { cgroupFigures } from './cgroup.ts';

const reader = (files: Readonly<Record<string, string>>) => (path: string) => files[path] ?? '';

test('control groups of version 2 are read', () => {
  const figures = cgroupFigures(
    reader({
      '/proc/self/cgroup': '0::/system.slice/x.service\n',
      '/sys/fs/cgroup/system.slice/x.service/cpu.stat':
        'usage_usec 1500\nuser_usec 1000\nnr_periods 7\nnr_throttled 2\nthrottled_usec 30\n',
      '/sys/fs/cgroup/system.slice/x.service/cpu.max': '50000 100000\n',
      '/sys/fs/cgroup/system.slice/x.service/memory.max': 'max\n',
      '/sys/fs/cgroup/system.slice/x.service/memory.current': '4096\n',
    }),
  );
  const group = '/system.slice/x.service';
  expect(figures).toEqual({
    cpuacct: { group, usageNanos: 1_500_000 },
    cpu: {
      group,
      periodMicros: 100_000,
      quotaMicros: 50_000,
      periods: 7,
      throttled: 2,
      throttledNanos: 30_000,
    },
    memory: { group, limit: 'max', usage: '4096' },
  });
});

test('control groups of version 1 are read, in a container from the root of what is mounted', () => {
  const figures = cgroupFigures(
    reader({
      '/proc/self/cgroup': '4:memory:/m\n3:cpu,cpuacct:/c\n0::/\n',
      '/sys/fs/cgroup/cpuacct/cpuacct.usage': '99\n',
      '/sys/fs/cgroup/cpu/c/cpu.cfs_period_us': '100000\n',
      '/sys/fs/cgroup/cpu/c/cpu.cfs_quota_us': '-1\n',
      '/sys/fs/cgroup/cpu/c/cpu.stat': 'nr_periods 1\nnr_throttled 0\nthrottled_time 5\n',
      '/sys/fs/cgroup/memory/m/memory.limit_in_bytes': '9223372036854771712\n',
      '/sys/fs/cgroup/memory/m/memory.usage_in_bytes': '12\n',
    }),
  );
  expect(figures).toEqual({
    cpuacct: { group: '/c', usageNanos: 99 },
    cpu: {
      group: '/c',
      periodMicros: 100_000,
      quotaMicros: -1,
      periods: 1,
      throttled: 0,
      throttledNanos: 5,
    },
    memory: { group: '/m', limit: '9223372036854771712', usage: '12' },
  });
});

test('a system without control groups has no figures', () => {
  expect(cgroupFigures(reader({}))).toBeUndefined();
  expect(cgroupFigures(reader({ '/proc/self/cgroup': '0::/\n' }))).toBeUndefined();
});
