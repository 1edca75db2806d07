/**
 * Builds what is shipped: dist/sextant (the service, bundled with its libraries, one file per thread) and dist/ui.
 * A state file remembers the sources' hash, so that a second run does no work twice. `--force` builds anyway.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

const root = join(import.meta.dirname, '..', '..');
const dist = join(root, 'dist');

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  if (statSync(folder).isFile()) return [folder];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\.test\.tsx?$|\/dist\/|\/node_modules\/|tsbuildinfo/.test(path.slice(root.length)))
    .sort();
}

function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((part) => filesUnder(join(root, part)))) {
    hash.update(path.slice(root.length)).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Runs `work` unless the sources are as they were when the target was last built. */
async function once(target: string, sources: readonly string[], work: () => Promise<void>): Promise<void> {
  const state = join(dist, `.${target}-state`);
  const hash = hashOf(['package-lock.json', 'tools/build', ...sources]);
  const fresh = existsSync(join(dist, target)) && existsSync(state) && readFileSync(state, 'utf8') === hash;
  if (fresh && !process.argv.includes('--force')) return;
  process.stdout.write(`Building ${target} …\n`);
  await work();
  mkdirSync(dist, { recursive: true });
  writeFileSync(state, hash);
}

const server = join(root, 'packages', 'server', 'src');

const common = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  conditions: ['source'],
  minifySyntax: true,
  minifyWhitespace: true,
  // A trace tells lines: in one line for all it would tell nothing, and the runtime prints the line of what ends the process.
  lineLimit: 160,
  legalComments: 'linked',
  logLevel: 'warning',
  external: ['*.node'],
  // CommonJS libraries inside an ES module bundle still call require for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
} as const satisfies BuildOptions;

/** The library has more of them, and English only of Porter's first kind. */
const stemmerLanguages = (
  'arabic armenian danish dutch finnish french german greek hungarian indian indonesian irish italian lithuanian ' +
  'nepali norwegian portuguese romanian russian serbian spanish swedish tamil turkish'
).split(' ');

/** The threads share no file with the service: each loads what it needs, and a start waits for the writer. */
async function buildThreads(out: string): Promise<void> {
  const embedded = join(server, 'backend', 'embedded');
  await build({
    ...common,
    entryPoints: [
      ...['writer', 'merge', 'search'].map((name) => join(embedded, `${name}-worker.ts`)),
      join(server, 'observe', 'slow-log-worker.ts'),
    ],
    entryNames: '[name]',
    outdir: out,
  });
}

async function buildService(): Promise<void> {
  const out = join(dist, 'sextant');
  rmSync(out, { recursive: true, force: true });
  await buildThreads(out);
  const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  await build({
    ...common,
    entryPoints: {
      main: join(server, 'main.ts'),
      // Loaded when the first regular expression comes, through the name that the folder's package.json gives it.
      re2js: 're2js',
      // And of each language, when its first word comes.
      'stemmers/english': 'porter2',
      ...Object.fromEntries(
        stemmerLanguages.map((language) => [`stemmers/${language}`, `@orama/stemmers/${language}`]),
      ),
    },
    outdir: out,
    splitting: true,
    define: { SEXTANT_VERSION: JSON.stringify(version.version) },
  });
  writeFileSync(
    join(out, 'package.json'),
    `${JSON.stringify({
      type: 'module',
      imports: { '#re2js': './re2js.js', '#stemmers/*': './stemmers/*.js' },
    })}\n`,
  );
}

async function buildUi(): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const result = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'packages', 'ui'),
    stdio: 'inherit',
  });
  if (result.status !== 0) throw new Error('the web interface could not be built');
  rmSync(join(dist, 'ui'), { recursive: true, force: true });
  cpSync(join(root, 'packages', 'ui', 'dist'), join(dist, 'ui'), {
    recursive: true,
    filter: (path) => !path.includes(`${join('dist', 'types')}`),
  });
}

await once(
  'sextant',
  ['contract', 'base', 'engine', 'server'].flatMap((name) => [
    `packages/${name}/src`,
    `packages/${name}/package.json`,
  ]),
  buildService,
);
await once(
  'ui',
  [
    'packages/contract/src',
    'packages/ui/src',
    'packages/ui/index.html',
    'packages/ui/vite.config.ts',
    'packages/ui/public',
  ],
  buildUi,
);
