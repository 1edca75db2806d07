#!/usr/bin/env node
// Plain JavaScript for Node 20: finds a Node that can run the service, and becomes it.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode } from './find-node.mjs';
import { heapEnvironment, heapFlags } from './heap-flags.mjs';
import { endWithParent, standInFor } from './parent-child.mjs';

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
  endWithParent();
  const { enableCompileCache } = await import('node:module');
  // Its threads are told of it by the environment alone, and each of them reads a program of some megabytes.
  const { directory } = enableCompileCache?.() ?? {};
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory;
  await import(main);
} else {
  const self = fileURLToPath(import.meta.url);
  standInFor(node, [...heapFlags(), self, ...process.argv.slice(2)], { env: heapEnvironment() }, (error) => {
    process.stderr.write(`Node could not be started: ${error.message}.\n`);
    process.exit(1);
  });
}
