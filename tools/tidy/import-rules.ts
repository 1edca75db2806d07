import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

/** What a package may import of the others, and whether of Node. Tests may import more: see `isTest`. */
const packages: Readonly<
  Record<string, { readonly may: readonly string[]; readonly node: 'no' | 'some' | 'yes' }>
> = {
  contract: { may: [], node: 'no' },
  base: { may: [], node: 'some' },
  engine: { may: ['base', 'contract'], node: 'some' },
  server: { may: ['base', 'contract', 'engine'], node: 'yes' },
  ui: { may: ['contract'], node: 'no' },
  bench: { may: ['base', 'contract', 'engine'], node: 'yes' },
};

/** Node modules that are pure functions over bytes, or load one: allowed in the engine. */
const pureNodeModules = ['node:zlib', 'node:buffer', 'node:module'];

/** Rooms of the engine by rank: imports (types too) go only downward or stay in the room. */
const engineRanks: readonly (readonly string[])[] = [
  ['budget'],
  ['analysis', 'codec', 'dsl'],
  ['mapping'],
  ['segment', 'translog'],
  ['shard/index', 'script'],
  ['shard/store', 'shard/history', 'query'],
  ['shard/write', 'collect', 'aggregations', 'highlight', 'suggest'],
  ['writer', 'search'],
  ['engine'],
];

/** Folders of the server, and which others each may import. `backend` is the port file alone. */
const serverMay: Readonly<Record<string, readonly string[]>> = {
  config: [],
  wire: [],
  observe: ['config'],
  cluster: ['config', 'observe'],
  tasks: [],
  patterns: [],
  tls: ['config', 'tasks'],
  transport: ['cluster', 'tls'],
  backend: ['transport', 'tasks', 'cluster'],
  'backend/embedded': ['backend', 'transport', 'tasks', 'cluster', 'observe', 'config', 'wire', 'patterns'],
  'backend/opensearch': ['backend', 'tasks', 'cluster', 'observe', 'config', 'patterns'],
  security: ['http', 'backend', 'cluster', 'observe', 'config', 'tls'],
  records: ['backend', 'tasks'],
  account: ['records', 'security', 'http', 'backend', 'observe', 'config', 'tls'],
  http: ['backend', 'tasks', 'observe', 'config', 'wire', 'tls'],
  service: ['http', 'backend', 'account', 'security', 'observe', 'config', 'cluster', 'tls'],
  'ui-host': ['http', 'observe', 'config'],
  diagnose: ['observe', 'config', 'tls'],
};

/** Folders of the interface, lowest first: each may import the ones before it. */
const uiLayers = ['lib', 'components', 'features', 'app'];

const importPattern =
  /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)\s*import\s*'([^']+)'/g;

export function importsOf(text: string): string[] {
  return [...text.matchAll(importPattern)].map((match) => (match[1] ?? match[2] ?? match[3])!);
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$|\/testing\//.test(path);
}

function packageProblems(name: string, path: string, specifier: string): string | undefined {
  const rule = packages[name];
  if (rule === undefined || isTest(path)) return undefined;
  if (specifier.startsWith('node:') && !nodeAllowed(name, path, specifier, rule.node)) {
    return `${name} must not import ${specifier}`;
  }
  const other = /^@sextant\/([a-z]+)(\/.*)?$/.exec(specifier);
  if (other === null) return undefined;
  if (!rule.may.includes(other[1]!)) return `${name} must not import @sextant/${other[1]}`;
  if (other[2] === '/testing' && name !== 'bench')
    return 'only tests and benchmarks may import a /testing door';
  if (name === 'engine' && other[2] === '/node')
    return 'the engine gets its ports as arguments, not from base/node';
  return undefined;
}

function nodeAllowed(name: string, path: string, specifier: string, rule: 'no' | 'some' | 'yes'): boolean {
  if (rule === 'yes') return true;
  if (rule === 'no') return name === 'ui' && /\.config\.ts$|\/ui\/(vite|build)/.test(path);
  if (name === 'base') return path.includes('/src/node/');
  return pureNodeModules.includes(specifier);
}

/** `shard/store` or `segment`; what is deeper belongs to its room. Undefined for the package's surface. */
function engineRoom(path: string): string | undefined {
  return /packages\/engine\/src\/(shard\/[a-z]+|[a-z]+)\//.exec(path)?.[1];
}

function engineRank(path: string): number {
  const room = engineRoom(path);
  if (room === undefined) return engineRanks.length;
  return engineRanks.findIndex((names) => names.includes(room));
}

function engineProblem(path: string, target: string): string | undefined {
  if (isTest(path)) return undefined;
  if (engineRoom(path) === engineRoom(target)) return undefined;
  const rank = engineRank(path);
  if (rank < 0) return `engine room ${engineRoom(path)} has no rank in tools/tidy/import-rules.ts`;
  if (engineRank(target) < rank) return undefined;
  return `engine ranks: ${path.slice(20)} must not import ${target.slice(20)}`;
}

function serverFolder(path: string): string {
  const inside = path.replace('packages/server/src/', '');
  const backend = /^backend\/(embedded|opensearch)\//.exec(inside);
  if (backend !== null) return `backend/${backend[1]}`;
  return inside.includes('/') ? inside.slice(0, inside.indexOf('/')) : '';
}

function serverProblem(path: string, target: string): string | undefined {
  const from = serverFolder(path);
  const to = serverFolder(target);
  if (isTest(path) || from === to || from === '') return undefined;
  const may = serverMay[from];
  if (may === undefined) return `server folder ${from} has no row in tools/tidy/import-rules.ts`;
  return may.includes(to) ? undefined : `server/${from} must not import server/${to || 'root'}`;
}

function uiProblem(path: string, target: string): string | undefined {
  if (isTest(path)) return undefined;
  const [from, feature] = path.replace('packages/ui/src/', '').split('/');
  const [to, otherFeature] = target.replace('packages/ui/src/', '').split('/');
  if (from === 'features' && to === 'features') {
    return feature === otherFeature
      ? undefined
      : `feature ${feature} must not import feature ${otherFeature}`;
  }
  const rank = uiLayers.indexOf(from!);
  if (rank < 0 || uiLayers.indexOf(to!) <= rank) return undefined;
  return `ui/${from} must not import ui/${to}`;
}

/** Where the server knows the engine: the backend over it, and what of it is a library of its own. */
const engineDoors = ['/backend/embedded/', '/server/src/patterns/', '/server/src/main.ts'];

/** Imports that go against the direction of the layers. */
export function importProblems(files: readonly SourceFile[]): string[] {
  const problems: string[] = [];
  for (const { path, text } of files) {
    const name = /^packages\/([a-z]+)\//.exec(path)?.[1];
    for (const specifier of importsOf(text)) {
      const problem = name === undefined ? undefined : importProblem(name, path, specifier);
      if (problem !== undefined) problems.push(`${path}: ${problem}`);
    }
  }
  return problems;
}

function importProblem(name: string, path: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) {
    const engineOutside = name === 'server' && specifier.startsWith('@sextant/engine') && !isTest(path);
    if (engineOutside && !engineDoors.some((door) => path.includes(door))) {
      return 'the engine is imported only from backend/embedded and patterns';
    }
    return packageProblems(name, path, specifier);
  }
  const target = posix.join(posix.dirname(path), specifier);
  if (!target.startsWith(`packages/${name}/`)) return `reaches out of its package: ${specifier}`;
  if (name === 'engine') return engineProblem(path, target);
  if (name === 'server') return serverProblem(path, target);
  if (name === 'ui') return uiProblem(path, target);
  return undefined;
}
