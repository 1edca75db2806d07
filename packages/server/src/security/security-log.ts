import type { Clock, Log, LogLevel } from '@sextant/base';
import { dictionary } from '@sextant/contract';
import { auditFields } from '../observe/audit-fields.ts';
import type { SecurityEvent, SecurityEvents } from './security-event.ts';

/** Where else what is worth a line goes. */
interface Audit {
  note(event: string, fields: Readonly<Record<string, unknown>>): void;
}

const windowMs = 60_000;
/** Lines a minute for one type of event and one address, and for one type from everywhere. */
const linesPerAddress = 5;
const linesPerType = 50;
const addressesMax = 1000;
const textLengthMax = 128;
const indicesMax = 10;

const levels: Readonly<Record<SecurityEvent['type'], LogLevel>> = {
  'login succeeded': 'debug',
  'login failed': 'warn',
  'login throttled': 'warn',
  'token refused': 'warn',
  'certificate refused': 'warn',
  'access denied': 'warn',
  'password changed': 'info',
  'profile changed': 'info',
  'security changed': 'info',
  'token created': 'info',
  'token changed': 'info',
  'token revoked': 'info',
  'token rotated': 'info',
  'signed out': 'debug',
};

/**
 * Writes security events to the log of the service. Of one type a few lines a minute are written for each address, and
 * some for all; the rest is counted and told at the end of the minute, so that nobody can fill the disk or hide in
 * what he makes others write. What only a signed-in user can cause is always written.
 */
export class SecurityLog implements SecurityEvents {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #audit: Audit | undefined;
  readonly #lines = new Map<string, number>();
  readonly #left = new Map<SecurityEvent['type'], number>();
  #windowEnds = 0;
  #telling = false;

  constructor(log: Log, clock: Clock, audit?: Audit) {
    this.#log = log;
    this.#clock = clock;
    this.#audit = audit;
  }

  record(event: SecurityEvent): void {
    const level = levels[event.type];
    if (level === 'warn' && !this.#hasRoom(event)) return;
    const fields = fieldsOf(event);
    this.#log.log(level, 'security', event.type, fields);
    if (level !== 'debug') this.#audit?.note(event.type, auditFields(event.type, fields));
  }

  #hasRoom({ type, address }: SecurityEvent): boolean {
    const now = this.#clock.nanos() / 1e6;
    if (now >= this.#windowEnds) {
      this.#lines.clear();
      this.#windowEnds = now + windowMs;
    }
    const addressKey = `${type} ${address}`;
    const ofAddress = this.#lines.get(addressKey) ?? 0;
    const ofType = this.#lines.get(type) ?? 0;
    const isFull = this.#lines.size >= addressesMax;
    if (ofAddress >= linesPerAddress || ofType >= linesPerType || isFull) {
      this.#left.set(type, (this.#left.get(type) ?? 0) + 1);
      this.#tellLater(this.#windowEnds - now);
      return false;
    }
    this.#lines.set(addressKey, ofAddress + 1);
    this.#lines.set(type, ofType + 1);
    return true;
  }

  #tellLater(ms: number): void {
    if (this.#telling) return;
    this.#telling = true;
    this.#clock.after(ms, () => {
      this.#telling = false;
      for (const [type, count] of this.#left) {
        const what = `${type}: more of these were not written`;
        this.#log.log('warn', 'security', what, { count });
        this.#audit?.note(what, { ...auditFields(type, {}), count });
      }
      this.#left.clear();
    });
  }
}

function fieldsOf(event: SecurityEvent): Record<string, unknown> {
  const { type: _, username, address, ...more } = event;
  const fields = dictionary<unknown>({ address });
  if (username !== undefined) fields.user = plainText(username);
  for (const [name, value] of Object.entries(more)) {
    if (Array.isArray(value))
      fields[name] = value.slice(0, indicesMax).map((item) => plainText(String(item)));
    else fields[name] = plainText(String(value));
  }
  return fields;
}

/**
 * A text from outside, for a line of a log: cut, and with control characters, line separators and marks that turn the
 * direction of text written as escapes.
 */
export function plainText(text: string): string {
  const cut = text.length > textLengthMax ? `${text.slice(0, textLengthMax)}…` : text;
  return cut
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
