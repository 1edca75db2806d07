import { asciiFoldingRows } from './ascii-folding-table.ts';

let folds: Map<string, string> | undefined;

function unpack(): Map<string, string> {
  const map = new Map<string, string>();
  for (const [ascii, chars] of asciiFoldingRows) for (const char of chars) map.set(char, ascii);
  return map;
}

/** Letters, digits and marks beyond ASCII as ASCII, where there is such a form (`é` → `e`, `Æ` → `AE`). */
export function asciiFold(term: string): string {
  if (/^[\0-\x7f]*$/.test(term)) return term;
  folds ??= unpack();
  let result = '';
  for (const char of term) result += folds.get(char) ?? char;
  return result;
}
