import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generation, type Library } from './libraries.ts';

const home = join(import.meta.dirname, 'sessions', 'go');
const limit = 400_000;

/** What the files of the sessions import. Other modules of the same kind take its place. */
const written = 'github.com/elastic/go-elasticsearch/v8';

/** Builds the session of a library in its folder; the program. Throws with what the compiler printed. */
export function buildGoSession(library: Library, folder: string): string {
  for (const file of ['steps.go', ...filesOf(library)]) {
    const source = readFileSync(join(home, file), 'utf8');
    writeFileSync(join(folder, file.replaceAll('/', '-')), adapted(source, library));
  }
  const program = join(folder, 'session');
  const args = ['-C', folder, 'build', '-mod=mod', '-o', program, '.'];
  const done = spawnSync('go', args, { encoding: 'utf8', timeout: limit });
  if (done.status !== 0) throw new Error(`go build: ${done.stdout ?? ''}${done.stderr ?? ''}`);
  return program;
}

/** Libraries that came of one another share a session; how they connect differs. */
function filesOf(library: Library): readonly string[] {
  if (library.package.startsWith('github.com/olivere/')) return ['olivere/session.go'];
  if (library.product === 'elasticsearch') {
    const typed = generation(library) === '7' ? 'functional/untyped.go' : 'functional/typed.go';
    return ['functional/session.go', 'functional/connect-elasticsearch.go', typed];
  }
  if (generation(library) === '2') {
    return ['functional/session.go', 'functional/connect-opensearch.go', 'functional/untyped.go'];
  }
  return ['opensearch/session.go'];
}

function adapted(source: string, library: Library): string {
  const moved = source.replaceAll(written, library.package);
  if (library.product === 'elasticsearch') return moved;
  return moved.replaceAll('/esapi"', '/opensearchapi"').replaceAll('/esutil"', '/opensearchutil"');
}
