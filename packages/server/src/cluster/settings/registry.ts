import { matchesWildcard } from '@sextant/contract';
import type { SettingRow } from './setting-row.ts';

/** The rows of one scope, asked by names from outside. */
export class SettingRegistry {
  readonly #rows: ReadonlyMap<string, SettingRow>;
  readonly #groups: readonly (readonly [pattern: string, row: SettingRow])[];

  constructor(table: Readonly<Record<string, SettingRow>>) {
    const entries = Object.entries(table);
    this.#rows = new Map(entries.filter(([name]) => !name.includes('*')));
    this.#groups = entries.filter(([name]) => name.includes('*'));
  }

  /**
   * The row of a full name, also inside a group; undefined = unknown. A star stands for at least one character, and
   * between dots for one part of a name.
   */
  find(name: string): SettingRow | undefined {
    const row = this.#rows.get(name);
    if (row !== undefined) return row;
    return this.#groups.find(([pattern]) => isOf(pattern, name))?.[1];
  }

  /** Full names, without groups. */
  names(): readonly string[] {
    return [...this.#rows.keys()];
  }

  /** Every setting with its row, groups too, for the documentation. */
  rows(): readonly (readonly [name: string, row: SettingRow])[] {
    return [...this.#rows, ...this.#groups];
  }
}

function isOf(pattern: string, name: string): boolean {
  if (name.length < pattern.length || !matchesWildcard(pattern, name)) return false;
  return pattern.endsWith('*') || name.split('.').length === pattern.split('.').length;
}
