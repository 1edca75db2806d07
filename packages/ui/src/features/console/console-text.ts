/** One request as it stands in the editor. */
export interface ConsoleRequest {
  readonly method: string;
  /** With the query, beginning with `/`. */
  readonly path: string;
  /** As written, without comment lines at its ends; empty where there is none. */
  readonly body: string;
  /** Offsets in the text: start of the method, end of the last line that belongs to it. */
  readonly from: number;
  readonly to: number;
  /** Offset where the body begins. */
  readonly bodyFrom: number;
}

const head = /^[ \t]*(GET|POST|PUT|DELETE|HEAD|PATCH|OPTIONS)[ \t]+(\S.*?)[ \t]*$/i;

interface Line {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** All requests of a text in order. Lines before the first, and lines of comment alone, belong to none. */
export function parseRequests(text: string): readonly ConsoleRequest[] {
  const requests: ConsoleRequest[] = [];
  let open: { readonly line: Line; readonly method: string; readonly path: string; body: Line[] } | undefined;
  const close = () => {
    if (open !== undefined) requests.push(toRequest(open.line, open.method, open.path, open.body, text));
  };
  let inText = false;
  for (const line of linesOf(text)) {
    const match = inText ? null : head.exec(line.text);
    if (match === null) open?.body.push(line);
    else {
      close();
      open = { line, method: match[1]!.toUpperCase(), path: normalPath(match[2]!), body: [] };
    }
    if (line.text.split('"""').length % 2 === 0) inText = !inText;
  }
  close();
  return requests;
}

/** The request that a place belongs to: the one around it, else the last that begins before it. */
export function requestAt(requests: readonly ConsoleRequest[], place: number): ConsoleRequest | undefined {
  return requests.findLast((request) => request.from <= place) ?? requests[0];
}

/** The requests that a selection touches; the one at the cursor where nothing is selected. */
export function requestsIn(
  requests: readonly ConsoleRequest[],
  from: number,
  to: number,
): readonly ConsoleRequest[] {
  if (from !== to) {
    const touched = requests.filter((request) => request.from < to && request.to > from);
    if (touched.length > 0) return touched;
  }
  const single = requestAt(requests, from);
  return single === undefined ? [] : [single];
}

function toRequest(
  line: Line,
  method: string,
  path: string,
  lines: readonly Line[],
  text: string,
): ConsoleRequest {
  const first = lines.findIndex((each) => !isIdle(each.text));
  const last = lines.findLastIndex((each) => !isIdle(each.text));
  const from = line.from + line.text.search(/\S/);
  if (first < 0) return { method, path, body: '', from, to: line.to, bodyFrom: line.to };
  const bodyFrom = lines[first]!.from;
  const to = lines[last]!.to;
  return { method, path, body: text.slice(bodyFrom, to), from, to, bodyFrom };
}

function isIdle(line: string): boolean {
  return /^\s*(?:#.*|\/\/.*)?$/.test(line);
}

/** `_search`, `/_search` and a pasted `http://host:9200/_search` all mean the same. */
function normalPath(written: string): string {
  const path = written.replace(/^https?:\/\/[^/]+/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

function* linesOf(text: string): Generator<Line> {
  let from = 0;
  while (from <= text.length) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    yield { text: text.slice(from, to), from, to };
    from = to + 1;
  }
}
