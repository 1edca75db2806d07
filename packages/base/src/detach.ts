/**
 * Takes the memory of a buffer away: its views are empty from then on, whoever holds them. False where the runtime cannot
 * (Node 20); then nothing has changed.
 */
export function detach(buffer: ArrayBuffer): boolean {
  try {
    buffer.transfer(0);
    return buffer.detached;
  } catch {
    return false;
  }
}
