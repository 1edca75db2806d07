const page = 12;

/** The row that a key moves to, or undefined where the key does not move. */
export function keyTarget(key: string, place: number, count: number): number | undefined {
  const within = (target: number) => Math.max(0, Math.min(count - 1, target));
  switch (key) {
    case 'ArrowDown':
      return within(place + 1);
    case 'ArrowUp':
      return within(place - 1);
    case 'PageDown':
      return within(place + page);
    case 'PageUp':
      return within(place - page);
    case 'Home':
      return 0;
    case 'End':
      return within(count - 1);
    default:
      return undefined;
  }
}
