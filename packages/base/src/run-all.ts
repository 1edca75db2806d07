/** Runs all, one after the other: one that fails keeps no other from its turn. Rejects at the end, with what was thrown. */
export async function runAll(steps: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 1) {
    const messages = errors.map((error) => (error instanceof Error ? error.message : String(error)));
    throw new AggregateError(errors, messages.join('; '));
  }
  if (errors.length > 0) throw errors[0];
}
