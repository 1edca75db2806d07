/** A call as a person writes it in the console. */
export interface ConsoleCall {
  readonly method: string;
  readonly path: string;
  readonly body?: string | undefined;
}

/** `GET /_search` and the body under it, as the console reads it. */
export function toConsoleLines(call: ConsoleCall): string {
  const head = `${call.method} ${call.path}`;
  return call.body ? `${head}\n${call.body.trimEnd()}` : head;
}

/**
 * The call for a POSIX shell. The token is named, never written: what is copied ends up in chats and tickets.
 * `-u admin` asks for the password.
 */
export function toCurl(call: ConsoleCall, origin: string, contentType = 'application/json'): string {
  const method = call.method === 'HEAD' ? '-I' : `-X ${call.method}`;
  const lines = [`curl -u admin ${method} ${quote(origin + encodePath(call.path))}`];
  if (call.body) {
    lines.push(
      `  -H ${quote(`Content-Type: ${contentType}`)}`,
      `  --data-binary ${quote(withEnd(call, contentType))}`,
    );
  }
  return lines.join(' \\\n');
}

function withEnd(call: ConsoleCall, contentType: string): string {
  const body = (call.body ?? '').trimEnd();
  return contentType.includes('ndjson') ? `${body}\n` : body;
}

function encodePath(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}

function quote(value: string): string {
  return `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
