const forbidden = /[ "*\\<|,>/?]/;
const forbiddenText = 'must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?]';

/** What keeps a name from being that of an index, an alias or a data stream. */
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'must not be empty';
  if (forbidden.test(name)) return forbiddenText;
  if (name.includes('#')) return "must not contain '#'";
  if (name.includes(':')) return "must not contain ':'";
  if (/^[_\-+]/.test(name)) return "must not start with '_', '-', or '+'";
  const length = utf8Length(name);
  if (length > 255) return `index name is too long, (${length} > 255)`;
  if (name === '.' || name === '..') return "must not be '.' or '..'";
  return undefined;
}

/** What keeps a name from being that of an index. */
export function indexNameProblem(name: string): string | undefined {
  return nameProblem(name) ?? (name !== name.toLowerCase() ? 'must be lowercase' : undefined);
}

function utf8Length(text: string): number {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    length += 1 + Number(code >= 0x80) + Number(code >= 0x8_00) + Number(code >= 0x1_00_00);
  }
  return length;
}
