// Plain JavaScript for Node 20: a process and the one that it stands for end together, however either ends.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const mark = 'ENDS_WITH_ITS_PARENT';

/** Runs a Node that passes signals on to its child, and ends as the child ends; as shells say it where a signal did that. */
export function standInFor(node, args, options, onError) {
  const child = spawn(node, args, {
    ...options,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...options.env, [mark]: '1' },
  });
  // On Windows the console tells both of them, and whoever is killed ends at once.
  const pass = process.platform === 'win32' ? () => {} : (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass);
  child.on('error', onError);
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/**
 * Ends this process when its parent was killed: it would hold port and data, and nobody would know. What it has
 * acknowledged is on the disk.
 */
export function endWithParent() {
  const marked = process.env[mark] !== undefined;
  delete process.env[mark];
  if (!marked || process.channel === undefined) return;
  process.on('disconnect', () => process.exit(1));
  process.channel.unref();
}
