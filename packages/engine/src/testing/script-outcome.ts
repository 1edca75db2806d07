import { ApiError } from '@sextant/contract';
import { Program } from '../script/program.ts';
import { textOf } from '../script/values.ts';

/** What a script answers, as a text; or why it fails: the reason of the cause, its type where it has none. */
export function scriptOutcome(source: string): string {
  try {
    const program = new Program(source, { name: 'test', returns: 'def', variables: [] });
    return textOf(program.run(program.state([], null)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { type, reason } = error.error.causedBy!;
    return reason ?? type;
  }
}
