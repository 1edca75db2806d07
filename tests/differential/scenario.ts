/**
 * Scenario files: blocks of `METHOD /path` with the body's lines below, ended by an empty line; `#` starts a comment.
 * Lines before a request: `@header Name: value`, `@setup` (sent, not compared), `@exact` (no line end is added to an
 * NDJSON body), `@places` (the lines and columns of errors are compared), `@layout` (the text is compared with its spaces), `@unordered` (the order of keys is not compared),
 * `@keep NAME KEY` (what each service answers under the key stands later where `$(NAME)` is written).
 */
export interface Step {
  readonly line: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly setup: boolean;
  readonly layout: boolean;
  readonly places: boolean;
  readonly unordered: boolean;
  /** A key of the answer, by the name under which its value is kept. */
  readonly keeps: ReadonlyMap<string, string>;
}

interface Pending {
  readonly keeps: Map<string, string>;
  readonly headers: Record<string, string>;
  readonly flags: Set<string>;
}

const requestLine = /^(GET|POST|PUT|DELETE|HEAD|PATCH|OPTIONS)\s+(\S.*)$/;
const flagNames = new Set(['setup', 'exact', 'layout', 'places', 'unordered']);

function directive(line: string, pending: Pending): void {
  const [, name = '', rest = ''] = /^@(\w+)\s*(.*)$/.exec(line) ?? [];
  if (name === 'header') {
    const colon = rest.indexOf(':');
    pending.headers[rest.slice(0, colon).trim().toLowerCase()] = rest.slice(colon + 1).trim();
  } else if (name === 'keep') {
    const [kept = '', key = ''] = rest.split(' ');
    pending.keeps.set(kept, key);
  } else if (flagNames.has(name)) pending.flags.add(name);
  else throw new Error(`no such directive: ${line}`);
}

function stepOf(line: number, request: RegExpExecArray, pending: Pending, lines: readonly string[]): Step {
  const method = request[1]!;
  const path = request[2]!.trim();
  const isNdjson = /\/(?:_bulk|_msearch(?:\/template)?)(?:\?|$)/.test(path);
  const joined = lines
    .join('\n')
    .replace(/\$\{(.)\*(\d+)\}/g, (_, c: string, n: string) => c.repeat(Number(n)));
  const headers = { ...pending.headers };
  if (lines.length > 0) headers['content-type'] ??= isNdjson ? 'application/x-ndjson' : 'application/json';
  const ending = isNdjson && !pending.flags.has('exact') ? '\n' : '';
  return {
    line,
    method,
    path,
    headers,
    body: lines.length === 0 ? undefined : joined + ending,
    setup: pending.flags.has('setup'),
    layout: pending.flags.has('layout'),
    places: pending.flags.has('places'),
    unordered: pending.flags.has('unordered'),
    keeps: pending.keeps,
  };
}

function nothing(): Pending {
  return { headers: {}, flags: new Set(), keeps: new Map() };
}

/** Throws where a line is neither a request, a directive nor a comment. */
export function parseScenario(text: string): Step[] {
  const steps: Step[] = [];
  let pending: Pending = nothing();
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (line.startsWith('@')) {
      directive(line, pending);
      continue;
    }
    const request = requestLine.exec(line);
    if (request === null) throw new Error(`line ${at + 1} is no request: ${line}`);
    const first = at + 1;
    while (at + 1 < lines.length && lines[at + 1]!.trim() !== '') at++;
    const body = lines.slice(first, at + 1).filter((part) => !part.startsWith('#'));
    steps.push(stepOf(first, request, pending, body));
    pending = nothing();
  }
  return steps;
}
