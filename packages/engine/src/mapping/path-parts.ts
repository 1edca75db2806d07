import { isWhitespace } from '../analysis/tokenizers/characters.ts';
import { illegalArgument } from './errors.ts';

/**
 * `a.b.c` in parts; refused where a part is empty or blank. A dot at the very end is overlooked, as in
 * OpenSearch.
 */
export function pathParts(key: string): string[] {
  const parts = key.split('.');
  while (parts.length > 0 && parts[parts.length - 1] === '') parts.pop();
  if (parts.length === 0) throw illegalArgument('field name cannot contain only the character [.]');
  for (const part of parts) {
    if (part === '') {
      throw illegalArgument(
        `object field starting or ending with a [.] makes object resolution ambiguous: [${key}]`,
      );
    }
    if (isBlank(part)) throw illegalArgument(`object field cannot contain only whitespace: ['${key}']`);
  }
  return parts;
}

/** As Java has it, to which no-break spaces are no white space. */
function isBlank(text: string): boolean {
  for (const char of text) if (!isWhitespace(char)) return false;
  return true;
}
