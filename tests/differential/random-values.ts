import type { Dice } from './random-search.ts';

export type Json = Readonly<Record<string, unknown>>;

export function pick<T>(from: readonly T[], roll: Dice): T {
  return from[roll.below(from.length)]!;
}

/** True in `odds` of ten cases. */
export function chance(roll: Dice, odds: number): boolean {
  return roll.below(10) < odds;
}

/** The options that come, each with its odds of ten. */
export function options(
  roll: Dice,
  all: Readonly<Record<string, readonly [odds: number, value: () => unknown]>>,
) {
  const chosen: Record<string, unknown> = {};
  for (const [name, [odds, value]] of Object.entries(all)) if (chance(roll, odds)) chosen[name] = value();
  return chosen;
}

export function someOf<T>(from: readonly T[], roll: Dice, most: number): T[] {
  const left = [...from];
  const count = 1 + roll.below(Math.min(most, left.length));
  return Array.from({ length: count }, () => left.splice(roll.below(left.length), 1)[0]!);
}

const words = (
  'the quick brown fox jumps over lazy dogs running shoes red blue green garden hose run runs runner teapot ' +
  'kettle wifi water-proof 42 3.5'
).split(' ');

/** Words near the beginning of the list come more often. */
export function word(roll: Dice): string {
  return words[Math.min(roll.below(words.length), roll.below(words.length))]!;
}

export function text(roll: Dice, longest: number): string {
  return Array.from({ length: 1 + roll.below(longest) }, () => word(roll)).join(' ');
}

export function several<T>(roll: Dice, most: number, make: () => T): T | readonly T[] {
  const count = 1 + roll.below(most);
  return count === 1 ? make() : Array.from({ length: count }, make);
}

const START = 1_700_000_000_000;

export function dateText(roll: Dice): string {
  return new Date(START + roll.below(400) * 86_400_000 + roll.below(86_400) * 1000).toISOString();
}

export function point(roll: Dice): Json {
  return { lat: (roll.below(1400) - 700) / 10, lon: (roll.below(3400) - 1700) / 10 };
}

export function address(roll: Dice): string {
  return `10.${roll.below(3)}.${roll.below(4)}.${roll.below(20)}`;
}
