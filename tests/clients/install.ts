import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOfSystem, type Library } from './libraries.ts';

const cache = join(import.meta.dirname, '..', '..', '.cache', 'clients');
const limit = 240_000;

/** The folder that holds the library; it is brought from its registry when it is not there. Throws with what the tool printed. */
export function install(library: Library): string {
  if (isOfSystem(library)) return '';
  return brought(`${library.package}-${library.version}`, (folder) => {
    if (library.language === 'javascript') installNpm(folder, `${library.package}@${library.version}`);
    else if (library.language === 'java') installJava(library, folder);
    else if (library.language === 'go') installGo(library, folder);
    else installPython(folder, [`${library.package}==${library.version}`, ...(library.beside ?? [])]);
  });
}

/**
 * As `install`. Curator asks for exact versions of what it uses, some of which can no longer be built: it gets those that can, of
 * the same generation.
 */
export function installCurator(): string {
  return brought('elasticsearch-curator-5.8.4', (folder) => {
    installPython(folder, ['--no-deps', 'elasticsearch-curator==5.8.4']);
    installPython(folder, [
      'elasticsearch==7.13.4',
      'urllib3==1.26.18',
      'click==7.1.2',
      'pyyaml==6.0.1',
      'voluptuous==0.12.2',
      'certifi',
      'six',
      'requests',
    ]);
  });
}

/** The folder of the programs of elasticdump. */
export function installElasticdump(): string {
  const version = '6.125.1';
  const folder = brought(`elasticdump-${version}`, (making) => installNpm(making, `elasticdump@${version}`));
  return join(folder, 'node_modules', 'elasticdump', 'bin');
}

/**
 * The program of the exporter, built from the sources that the proxy of Go's modules has; undefined where there is no Go of 1.20 or
 * newer. It is not installed by its name: the proxy lists no versions of it.
 */
export function installExporter(): string | undefined {
  if (spawnSync('go', ['-C', import.meta.dirname, 'version']).status !== 0) return undefined;
  const module = 'github.com/prometheus-community/elasticsearch_exporter@v1.5.0';
  const folder = brought('elasticsearch_exporter-1.5.0', (making) => {
    const found = run('go', ['mod', 'download', '-json', module]);
    const { Dir: sources } = JSON.parse(found) as { readonly Dir: string };
    cpSync(sources, join(making, 'sources'), { recursive: true });
    // What the cache of modules holds may not be written to.
    chmodSync(join(making, 'sources'), 0o755);
    run('go', ['-C', join(making, 'sources'), 'build', '-mod=mod', '-o', join(making, 'exporter'), '.']);
  });
  return join(folder, 'exporter');
}

function brought(name: string, make: (folder: string) => void): string {
  const folder = join(cache, name.replaceAll(/[^\w.-]+/g, '-'));
  if (existsSync(folder)) return folder;
  const making = `${folder}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  make(making);
  renameSync(making, folder);
  return folder;
}

function installNpm(folder: string, wish: string): void {
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', wish]);
}

/** Clients of generation 8 bring no reader of JSON of their own. */
const jackson = 'com.fasterxml.jackson.core:jackson-databind:2.18.3';

function installJava(library: Library, folder: string): void {
  const wishes = [`${library.package}:${library.version}`, jackson].map((wish) => {
    const [group, name, version] = wish.split(':');
    const names = `<groupId>${group}</groupId><artifactId>${name}</artifactId>`;
    return `<dependency>${names}<version>${version}</version></dependency>`;
  });
  const own = '<groupId>session</groupId><artifactId>session</artifactId><version>1</version>';
  const parts = `<modelVersion>4.0.0</modelVersion>${own}<dependencies>${wishes.join('')}</dependencies>`;
  writeFileSync(join(folder, 'pom.xml'), `<project>${parts}</project>`);
  const to = `-DoutputDirectory=${join(folder, 'lib')}`;
  run('mvn', [
    '--batch-mode',
    '--quiet',
    '--file',
    join(folder, 'pom.xml'),
    'dependency:copy-dependencies',
    to,
  ]);
}

/** The module of a session, which is built when it is held; `go` itself keeps what it has brought and built. */
function installGo(library: Library, folder: string): void {
  const wish = `${library.package} v${library.version}`;
  writeFileSync(join(folder, 'go.mod'), `module session\n\ngo 1.24\n\nrequire ${wish}\n`);
  run('go', ['-C', folder, 'mod', 'download', library.package]);
}

/** Into a folder and not into an environment of its own: it can be moved, and takes a second less. */
function installPython(folder: string, wishes: readonly string[]): void {
  const quietly = ['--quiet', '--disable-pip-version-check', '--root-user-action=ignore'];
  run('python3', ['-m', 'pip', 'install', ...quietly, '--target', folder, ...wishes]);
}

/** Answers with what it printed. */
function run(command: string, args: readonly string[]): string {
  const done = spawnSync(command, args, { encoding: 'utf8', timeout: limit });
  if (done.status === 0) return done.stdout;
  throw new Error(
    `${command} ${args.join(' ')}\n${done.stdout ?? ''}${done.stderr ?? done.error?.message ?? ''}`,
  );
}
