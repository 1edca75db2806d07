import { type ApiError, apiError } from '@sextant/contract';
import { parseActionLine } from './bulk-action-line.ts';
import { type BulkAction, type BulkDefaults, BulkOperations } from './bulk-operations.ts';
import { idProblem, validationFailed } from './write-params.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** Lines between two pauses, so that other requests get their turn. */
const LINES_PER_TURN = 4000;

/** What is kept of an operation until it is answered bounds how many one request may have. */
const MAX_OPERATIONS = 1_000_000;

export interface ParsedBulk {
  readonly operations: BulkOperations;
  /** Some line had `_type`. */
  readonly typed: boolean;
}

/** Reads the whole body before anything is written: one bad line refuses all of it. Throws ApiError. */
export async function parseBulk(body: Buffer, defaults: BulkDefaults): Promise<ParsedBulk> {
  if (body.length === 0) throw apiError('parse_exception', 'request body is required');
  if (body[body.length - 1] !== LINE_FEED) {
    throw apiError('illegal_argument_exception', 'The bulk request must be terminated by a newline [\\n]');
  }
  const parser = new BulkParser(body, defaults);
  while (!parser.run(LINES_PER_TURN)) await new Promise((resume) => setImmediate(resume));
  return parser.finish();
}

class BulkParser {
  private readonly body: Buffer;
  private readonly defaults: BulkDefaults;
  private readonly operations = new BulkOperations();
  private readonly problems: string[] = [];
  private at = 0;
  private line = 0;
  private typed = false;
  /** The line before up to the quote before its id, and what it said: most bodies repeat it. */
  private knownHead = '\n';
  private knownAction: BulkAction | undefined;
  /** The last line without an id, and what it said. */
  private plainLine = '\n';
  private plainAction: BulkAction | undefined;

  constructor(body: Buffer, defaults: BulkDefaults) {
    this.body = body;
    this.defaults = defaults;
  }

  /** Reads up to `lines` action lines; true at the end of the body. */
  run(lines: number): boolean {
    const { body } = this;
    for (let left = lines; this.at < body.length; left--) {
      if (left === 0) return false;
      const end = body.indexOf(LINE_FEED, this.at);
      const start = this.at;
      this.at = end + 1;
      this.line++;
      const length = (body[end - 1] === CARRIAGE_RETURN ? end - 1 : end) - start;
      if (length > 0) this.actionLine(body.toString('latin1', start, start + length), start, start + length);
    }
    return true;
  }

  finish(): ParsedBulk {
    if (this.problems.length > 0) throw validationFailed(this.problems);
    if (this.operations.length === 0) throw validationFailed(['no requests added']);
    return { operations: this.operations, typed: this.typed };
  }

  private actionLine(text: string, start: number, end: number): void {
    if (text === this.plainLine) {
      this.documentLine(this.plainAction!, null);
      return;
    }
    const head = this.knownHead;
    if (text.startsWith(head) && this.knownAction !== undefined) {
      const quote = head.length + idLength(text, head.length);
      if (quote > head.length && text.length === quote + 3 && text.endsWith('"}}')) {
        this.documentLine(this.knownAction, text.slice(head.length, quote));
        return;
      }
    }
    if (text.trim() === '') return;
    this.readLine(this.body.toString('utf8', start, end), text);
  }

  private readLine(text: string, latin1: string): void {
    const read = parseActionLine(text, this.line, this.defaults);
    if (read.typed) this.typed = true;
    if (read.id === null && read.problems.length === 0) {
      this.plainLine = latin1;
      this.plainAction = read.action;
    } else this.remember(latin1, read.id, read.action);
    this.documentLine(read.action, read.id, read.problems);
  }

  /** Keeps the head of a line that ends with its id, for lines that begin alike. */
  private remember(text: string, id: string | null, action: BulkAction): void {
    const tail = `"${id}"}}`;
    this.knownAction = id !== null && text.endsWith(tail) ? action : undefined;
    const head = text.slice(0, text.length - tail.length + 1);
    this.knownHead = this.knownAction !== undefined && /"_id" ?: ?"$/.test(head) ? head : '\n';
  }

  /** `problems`: of the line itself, which do not count where the body ends before the document. */
  private documentLine(action: BulkAction, id: string | null, problems: readonly string[] = []): void {
    if (this.operations.length === MAX_OPERATIONS) throw tooMany();
    if (action.kind !== 'delete' && this.at >= this.body.length) return;
    this.problems.push(...problems);
    const tooLong = idProblem(id);
    if (tooLong !== undefined) this.problems.push(tooLong);
    if (action.kind === 'delete') {
      this.operations.add(action, id, this.at, this.at);
      return;
    }
    const start = this.at;
    const end = this.body.indexOf(LINE_FEED, start);
    this.at = end + 1;
    this.line++;
    this.operations.add(action, id, start, this.body[end - 1] === CARRIAGE_RETURN ? end - 1 : end);
  }
}

function tooMany(): ApiError {
  const reason = `Data too large, a bulk request may hold [${MAX_OPERATIONS}] operations; send it in smaller parts`;
  return apiError('circuit_breaking_exception', reason, { durability: 'PERMANENT' });
}

/**
 * Characters up to the next quote; less where an escape or a byte beyond ASCII makes the text not the id
 * itself.
 */
function idLength(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) return at - start;
    if (code === 92 || code > 126 || code < 32) return -1;
  }
  return -1;
}
