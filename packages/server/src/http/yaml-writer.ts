import { type AnswerTree, membersOf, unfold } from '../wire/answer-tree.ts';
import { scalarJson } from '../wire/json-writer.ts';

/** Words that a YAML 1.1 reader would not take for text. */
const reserved = new Set(['', 'y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null', '~']);

/** YAML in the form of Jackson's writer: `---`, values in double quotes, keys plain where that is safe. */
export function yaml(tree: AnswerTree): Buffer {
  return Buffer.from(`---${block(tree, '')}\n`);
}

/** What follows a key or dash: on the same line for scalars and empty containers, below otherwise. */
function block(given: AnswerTree, indent: string): string {
  const scalar = scalarYaml(given);
  if (scalar !== undefined) return ` ${scalar}`;
  const tree = unfold(given);
  if (Array.isArray(tree)) return tree.length === 0 ? ' []' : list(tree as readonly AnswerTree[], indent);
  const members = membersOf(tree);
  if (members === undefined) return block(tree, indent);
  if (members.length === 0) return ' {}';
  return members.map(([key, value]) => `\n${indent}${keyText(key)}:${member(value, indent)}`).join('');
}

/** Lists stand at the indentation of their key, objects two deeper. */
function member(given: AnswerTree, indent: string): string {
  const tree = unfold(given);
  return block(tree, Array.isArray(tree) ? indent : `${indent}  `);
}

function list(items: readonly AnswerTree[], indent: string): string {
  return items
    .map((item) => {
      const text = block(item, `${indent}  `);
      return `\n${indent}-${text.startsWith('\n') ? ` ${text.slice(indent.length + 3)}` : text}`;
    })
    .join('');
}

function scalarYaml(tree: AnswerTree): string | undefined {
  return typeof tree === 'string' ? quoted(tree) : scalarJson(tree);
}

function keyText(key: string): string {
  const plain = /^[\p{L}_][^\p{C}"'\\{}[\],&*!|>%@`]*$/u.test(key) && !/: |:$| #|\s$/.test(key);
  return plain && !reserved.has(key.toLowerCase()) ? key : quoted(key);
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(/\\u00([0-9a-f]{2})/g, '\\x$1');
}
