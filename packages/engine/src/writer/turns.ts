/** After what waits now in the event loop: answers that are ready go out. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Messages that have arrived are handled, and what they put off to a turn of its own (a group of writes that is
 * committed) is done: they come with the second turn, and that with the third.
 */
export async function letOthersIn(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await nextTurn();
}

/** One after the other, each in a turn of its own: none of them makes others wait for more than itself. */
export async function eachInItsTurn<T>(items: readonly T[], action: (item: T) => void): Promise<void> {
  for (const [i, item] of items.entries()) {
    if (i > 0) await letOthersIn();
    action(item);
  }
}
