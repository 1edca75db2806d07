import { invalid } from './component-settings.ts';

/** What replacements may add to a text that is shorter: each character is noted, and of kilobytes they could make gigabytes. */
const ADDED_MAX = 4 * 1024 * 1024;

/** Throws ApiError where they add more to a text of this length. */
export function checkAdded(added: number, length: number): void {
  const most = Math.max(ADDED_MAX, length);
  if (added <= most) return;
  throw invalid(`replacements make a text of ${length} characters longer by more than ${most}`);
}
