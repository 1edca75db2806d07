import type { ScriptHost } from '../../budget/script-host.ts';
import { JavaError } from '../java-error.ts';
import { hashOf, type JavaArray, longOf } from '../values.ts';
import { type JavaClass, javaClass } from './class-table.ts';

function checkCopied(what: string, { element, values }: JavaArray, at: number, length: number): void {
  const where = `out of bounds for ${element}[${values.length}]`;
  let fault: string | null = null;
  if (at < 0) fault = `${what} index ${at} ${where}`;
  else if (length < 0) fault = `length ${length} is negative`;
  else if (at + length > values.length) fault = `last ${what} index ${at + length} ${where}`;
  if (fault !== null) throw new JavaError('array_index_out_of_bounds_exception', `arraycopy: ${fault}`);
}

/** `System.arraycopy`. Throws ArrayIndexOutOfBoundsException. */
function copied(from: JavaArray, at: number, to: JavaArray, toAt: number, length: number): void {
  checkCopied('source', from, at, length);
  checkCopied('destination', to, toAt, length);
  const items = from.values.slice(at, at + length);
  for (let i = 0; i < length; i++) to.values[toAt + i] = items[i];
}

const system = javaClass({
  name: 'System',
  fullName: 'java.lang.System',
  members: {
    'static int identityHashCode(Object)': hashOf,
    'static void arraycopy(Object, int, Object, int, int)': copied,
  },
  hosted: {
    'static long currentTimeMillis()': ({ clock }: ScriptHost) => Math.floor(clock.now()),
    'static long nanoTime()': ({ clock }: ScriptHost) => longOf(Math.floor(clock.nanos())),
  },
});

export const systemClasses: readonly JavaClass[] = [system];
