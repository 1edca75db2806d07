/** The house rules that no linter knows. Prints each breach on a line and ends with 1 where there is one. */
import { join } from 'node:path';
import { importProblems } from './import-rules.ts';
import { sourceFiles } from './source-files.ts';
import { callProblems, lengthProblems, linkProblems, markerProblems, numberProblems } from './text-rules.ts';

const root = join(import.meta.dirname, '..', '..');
const code = sourceFiles(root, ['.ts', '.tsx', '.mjs']);
const documents = sourceFiles(root, ['.md']);
const problems = [
  ...importProblems(code),
  ...lengthProblems(code.filter(({ path }) => !path.endsWith('.mjs'))),
  ...callProblems(code),
  ...markerProblems([...code, ...documents]),
  ...linkProblems(documents, root),
  ...numberProblems(documents),
];
for (const problem of problems) console.log(problem);
process.exit(problems.length > 0 ? 1 : 0);
