import { expect, test } from 'vitest';
import { mountPoint } from './mount-point.ts';

const table = `/dev/vda / ext4 rw 0 0
tmpfs /tmp tmpfs rw 0 0
/dev/sdb /srv/my\\040data xfs rw 0 0
/dev/sdc /tmp/n btrfs rw 0 0
`;

test.each([
  ['/var/lib/sextant', '/ (/dev/vda)', 'ext4'],
  ['/tmp/data', '/tmp (tmpfs)', 'tmpfs'],
  ['/tmp/n', '/tmp/n (/dev/sdc)', 'btrfs'],
  ['/tmp/nine', '/tmp (tmpfs)', 'tmpfs'],
  ['/srv/my data/sextant', '/srv/my data (/dev/sdb)', 'xfs'],
])('%s is on %s', (path, mount, type) => {
  expect(mountPoint(path, table)).toEqual({ mount, type });
});

test('without a table nothing is known', () => {
  expect(mountPoint('/data', '')).toBeUndefined();
});
