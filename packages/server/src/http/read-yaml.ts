import { parseDocument } from 'yaml';

/** Aliases may multiply a body so far. */
const maxAliasCount = 100;

/** The value of a YAML text; undefined for an empty one. Throws Error with the position of what is wrong. */
export function readYaml(text: string): unknown {
  const document = parseDocument(text, { logLevel: 'silent', prettyErrors: true });
  const error = document.errors[0];
  if (error === undefined) return document.toJS({ maxAliasCount }) ?? undefined;
  const [place] = error.linePos ?? [];
  const at = place === undefined ? '' : ` at line ${place.line}, column ${place.col}`;
  throw new Error(`${error.message.split('\n')[0]?.replace(/ at line.*$/, '') ?? error.code}${at}`);
}
