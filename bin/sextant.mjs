#!/usr/bin/env node
// Plain JavaScript for Node 20: finds a Node that can run the service, and becomes it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode } from './find-node.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const main = join(root, 'dist', 'sextant', 'main.js');

const node = findNode(root);
if (node === undefined) {
  process.stderr.write(
    `Sextant needs Node 24 or newer and found ${process.version}; install Node 24 for ${process.platform}-${process.arch}, then run the command again.\n`,
  );
  process.exit(1);
}
if (!existsSync(main)) {
  process.stderr.write('Sextant is not built; run `npm run build` in its folder.\n');
  process.exit(1);
}

if (node === process.execPath) {
  const { enableCompileCache } = await import('node:module');
  enableCompileCache?.();
  await import(main);
} else {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}
