import { JavaError } from '../java-error.ts';

const listFrames = [
  'java.base/jdk.internal.util.Preconditions.outOfBounds(Preconditions.java:100)',
  'java.base/jdk.internal.util.Preconditions.outOfBoundsCheckIndex(Preconditions.java:106)',
  'java.base/jdk.internal.util.Preconditions.checkIndex(Preconditions.java:302)',
  'java.base/java.util.Objects.checkIndex(Objects.java:365)',
];

/** Throws IndexOutOfBoundsException as ArrayList does. */
export function checkIndex(
  at: number,
  length: number,
  line = 'java.base/java.util.ArrayList.get(ArrayList.java:428)',
): void {
  if (at >= 0 && at < length) return;
  const reason = `Index ${at} out of bounds for length ${length}`;
  throw new JavaError('index_out_of_bounds_exception', reason, [...listFrames, line]);
}
