import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const { href } = new URL('../../bin/parent-child.mjs', import.meta.url);

test.each([
  ['process.exit(7)', 7],
  ["process.kill(process.pid, 'SIGKILL')", 137],
  ["process.kill(process.pid, 'SIGTERM')", 143],
])('whoever stands in for a process ends as it ends: %s', (child, status) => {
  const script = `
    const { standInFor } = await import(${JSON.stringify(href)});
    standInFor(process.execPath, ['--eval', ${JSON.stringify(child)}], {}, () => process.exit(99));`;
  const { status: told } = spawnSync(process.execPath, ['--input-type=module', '--eval', script]);
  expect(told).toBe(status);
});
