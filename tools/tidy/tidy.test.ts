import { expect, test } from 'vitest';
import { importProblems } from './import-rules.ts';
import { callProblems, lengthProblems, linkProblems, markerProblems, numberProblems } from './text-rules.ts';

function file(path: string, text: string): { path: string; text: string } {
  return { path, text };
}

test('an import against the rank of the engine is found, one along it is not', () => {
  const up = file('packages/engine/src/segment/a.ts', "import { b } from '../search/b.ts';\n");
  const down = file('packages/engine/src/search/b.ts', "import { a } from '../segment/a.ts';\n");
  const sideways = file(
    'packages/engine/src/shard/store/c.ts',
    "import type { q } from '../../query/q.ts';\n",
  );
  expect(importProblems([up])).toHaveLength(1);
  expect(importProblems([down])).toEqual([]);
  expect(importProblems([sideways])).toHaveLength(1);
});

test('the engine is a secret of the embedded backend', () => {
  const text = "import type { Engine } from '@sextant/engine';\n";
  expect(importProblems([file('packages/server/src/http/a.ts', text)])).toHaveLength(1);
  expect(importProblems([file('packages/server/src/backend/embedded/a.ts', text)])).toEqual([]);
});

test('the contract imports nothing and the two backends do not know each other', () => {
  expect(importProblems([file('packages/contract/src/a.ts', "import 'node:fs';\n")])).toHaveLength(1);
  const across = file(
    'packages/server/src/backend/opensearch/a.ts',
    "import { b } from '../embedded/b.ts';\n",
  );
  expect(importProblems([across])).toHaveLength(1);
});

test('a feature of the interface does not import another feature', () => {
  const across = file('packages/ui/src/features/indices/a.tsx', "import { b } from '../console/b.tsx';\n");
  expect(importProblems([across])).toHaveLength(1);
});

test('long files, banned calls and markers are found', () => {
  expect(lengthProblems([file('packages/engine/src/a.ts', 'x\n'.repeat(401))])).toHaveLength(2);
  expect(callProblems([file('packages/engine/src/a.ts', 'const t = Date.now();\n')])).toHaveLength(1);
  expect(callProblems([file('packages/engine/src/a.ts', '// not Date.now()\n')])).toEqual([]);
  expect(markerProblems([file('packages/engine/src/a.ts', `// ${'TO'}${'DO'} later\n`)])).toHaveLength(1);
});

test('a generator is of a module or of a class', () => {
  const find = (text: string): readonly string[] =>
    callProblems([file('packages/engine/src/a.ts', `${text}\n`)]);
  expect(find('    *prepare(segment) {')).toHaveLength(1);
  expect(find('  use(function* () {')).toHaveLength(1);
  expect(find('export async function* lines() {')).toEqual([]);
  expect(find('  async *#limited(source) {')).toEqual([]);
  expect(find('   * a star in a comment')).toEqual([]);
});

test('a link of a document must lead somewhere', () => {
  const root = import.meta.dirname;
  const bad = file('README.md', '[a](missing.md) [b](#nowhere) [c](https://example.org)\n# Here\n');
  const good = file('README.md', '[a](tidy.ts) [b](#here)\n# Here\n');
  expect(linkProblems([bad], root)).toHaveLength(2);
  expect(linkProblems([good], root)).toEqual([]);
});

test('each decision has a number of its own, which stands in its heading', () => {
  const decision = (name: string, heading: string) => file(`docs/decisions/${name}.md`, `# ${heading}\n`);
  const first = decision('0001-one', '1. One');
  expect(
    numberProblems([first, decision('0002-two', '2. Two'), file('docs/style.md', '# 1. Style')]),
  ).toEqual([]);
  expect(numberProblems([first, decision('0001-other', '1. Other')])).toHaveLength(1);
  expect(numberProblems([first, decision('0003-three', '2. Three')])).toHaveLength(1);
});
