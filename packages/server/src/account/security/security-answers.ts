import type { JsonMap } from '@sextant/contract';
import type { AccountAnswer } from '../account-call.ts';

/** Whose words are spoken: OpenSearch's under `/_plugins/_security`, Easysearch's under `/_security`. */
export type SecurityDialect = 'opensearch' | 'easysearch';

/** Thrown where a call of the security interface ends with an error; shown as the security plugin of OpenSearch does. */
export class SecurityRefusal extends Error {
  readonly answer: AccountAnswer;

  constructor(status: number, body: JsonMap) {
    super('refused');
    this.answer = { status, body };
  }
}

const statusNames: ReadonlyMap<number, string> = new Map([
  [200, 'OK'],
  [201, 'CREATED'],
  [400, 'BAD_REQUEST'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [409, 'CONFLICT'],
  [429, 'TOO_MANY_REQUESTS'],
]);

/** `{"status":"OK","message":"…"}` */
export function message(status: number, text: string): AccountAnswer {
  return { status, body: { status: statusNames.get(status) ?? String(status), message: text } };
}

/** The error of that form. */
export function refused(status: number, text: string): SecurityRefusal {
  return new SecurityRefusal(status, message(status, text).body);
}

/** An error in what a body holds: `{"status":"error","reason":"…", …}` */
export function invalidContent(reason: string, details: JsonMap = {}): SecurityRefusal {
  return new SecurityRefusal(400, { status: 'error', reason, ...details });
}
