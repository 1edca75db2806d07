import type { JsonMap } from '@sextant/contract';
import type { AuditIndex } from '../../security/audit-index.ts';
import type { AccountAnswer } from '../account-call.ts';
import { refused } from './security-answers.ts';

/** As the row has read them. */
export interface AuditParams {
  readonly size?: number | undefined;
  readonly category?: string | undefined;
  readonly user?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly after?: string | undefined;
}

const sizeDefault = 100;
const sizeMax = 1_000;

/** Shows the audit log of the index, to those who may do everything. */
export class AuditApi {
  readonly #audit: AuditIndex | undefined;

  constructor(audit: AuditIndex | undefined) {
    this.#audit = audit;
  }

  /** Throws SecurityRefusal where there is none, or a parameter cannot be read. */
  async read({ size = sizeDefault, category, user, from, to, after }: AuditParams): Promise<AccountAnswer> {
    if (this.#audit === undefined) {
      throw refused(
        400,
        'The audit log is kept in files alone: [security.audit.type] is not [internal_opensearch].',
      );
    }
    if (size < 1 || size > sizeMax) throw refused(400, `[size] must be between 1 and ${sizeMax}`);
    const { total, entries, next } = await this.#audit.read({
      size,
      category,
      user,
      from: timeOf('from', from),
      to: timeOf('to', to),
      after: afterOf(after),
    });
    const body: JsonMap = {
      total,
      entries: [...entries],
      ...(next === undefined ? {} : { next: next.join('_') }),
    };
    return { status: 200, body };
  }
}

/** Milliseconds since 1970, or a date as ISO 8601 writes it. */
function timeOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d{1,15}$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isFinite(ms)) return ms;
  throw refused(400, `[${name}] must be a date or milliseconds since 1970`);
}

function afterOf(text: string | undefined): readonly number[] | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}_\d{1,15}$/.test(text)) throw refused(400, '[after] must be what [next] of an answer says');
  return text.split('_').map(Number);
}
