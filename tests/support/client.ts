/** A small JSON client, so that tests read like a transcript. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; the text itself where it is no JSON. */
  readonly body: unknown;
}

export interface Client {
  readonly url: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

function encoded(body: unknown): { readonly text: string; readonly type: string } | undefined {
  if (body === undefined) return undefined;
  if (typeof body !== 'string') return { text: JSON.stringify(body), type: 'application/json' };
  return { text: body, type: body.includes('\n') ? 'application/x-ndjson' : 'application/json' };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `authorization`: the whole header; undefined = none is sent. */
export function clientOf(url: string, authorization?: string): Client {
  return {
    url,
    call: async (method, path, body, extra = {}) => {
      const sent = encoded(body);
      const headers: Record<string, string> = { ...extra };
      if (authorization !== undefined && headers.authorization === undefined)
        headers.authorization = authorization;
      if (sent !== undefined && headers['content-type'] === undefined) headers['content-type'] = sent.type;
      const init: RequestInit = { method, headers, ...(sent === undefined ? {} : { body: sent.text }) };
      const response = await fetch(url + path, init);
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: parsed(text) };
    },
  };
}

export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** The value at a dotted path, `hits.total.value`; undefined where the path ends early. */
export function at(value: unknown, path: string): unknown {
  let current = value;
  for (const key of path.split('.')) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}

/** Ids of a search answer's hits, in order. */
export function hitIds(answer: Answer): string[] {
  const hits = (at(answer.body, 'hits.hits') ?? []) as readonly { readonly _id: string }[];
  return hits.map((hit) => hit._id);
}
