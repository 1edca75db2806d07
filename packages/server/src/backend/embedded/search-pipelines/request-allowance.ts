import { apiError } from '@sextant/contract';
import { ScriptAllowance } from '@sextant/engine';
import type { BackendRequest } from '../../backend.ts';

/** What scripts may do: they have the thread that serves everybody. */
const OPERATIONS_MAX = 10_000_000;
/** Bytes of what processors were given and made of it: they are written at once. */
const SHOWN_MAX = 32 * 1024 * 1024;

/** What the pipelines of one request may take together, of however many searches it is. */
export class RequestAllowance {
  readonly scripts = new ScriptAllowance(OPERATIONS_MAX);
  #shown = 0;

  /** Throws ApiError. */
  show(bytes: number): void {
    this.#shown += bytes;
    if (this.#shown <= SHOWN_MAX) return;
    const reason = `the processors of a search pipeline would show more than [${SHOWN_MAX}] bytes`;
    throw apiError('illegal_argument_exception', reason);
  }
}

const allowances = new WeakMap<BackendRequest, RequestAllowance>();

export function allowanceOf(request: BackendRequest): RequestAllowance {
  const before = allowances.get(request);
  if (before !== undefined) return before;
  const allowance = new RequestAllowance();
  allowances.set(request, allowance);
  return allowance;
}
