import type { ScriptSpec } from '../script/script-spec.ts';

/** What a `missing` parameter may hold. */
export type MissingValue = string | number | boolean;

/** What the values of an aggregation are where a script makes them: numbers, dates, truths, addresses or texts. */
export type MadeKind = 'double' | 'long' | 'date' | 'boolean' | 'ip' | 'keyword' | 'points' | 'anything';

/** Values that a script makes: of those of a field, one by one, or of documents. */
export interface ScriptedValues {
  readonly script: ScriptSpec;
  /** Whose values it is given; null: it is given the document alone. */
  readonly of: string | null;
  /** Of a script that is given the document alone. `anything`: they are but counted; `points`: which no script makes. */
  readonly kind: MadeKind;
  /** They are taken as Java's long, whatever the script makes. */
  readonly areLongs: boolean;
}

/** The parameters that every aggregation over the values of a field shares. */
export interface SourceSpec {
  /** The field that is asked for; where a script makes the values, the name under which those are found. */
  readonly field: string;
  readonly missing: MissingValue | null;
  readonly format: string | null;
  readonly timeZone: string | null;
  readonly valueType: string | null;
  readonly scripted: ScriptedValues | null;
}

/** `by` is `_count`, `_key` or the path of a sub-aggregation (`stats.max`, `filtered>avg`). */
export interface OrderElement {
  readonly by: string;
  readonly ascending: boolean;
}

export interface Bounds<T> {
  readonly min: T | null;
  readonly max: T | null;
}

export type CalendarUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

export type DateInterval =
  | { readonly kind: 'calendar'; readonly unit: CalendarUnit }
  | { readonly kind: 'fixed'; readonly ms: number }
  /** An interval that only the search phase refuses; the text is the reason. */
  | { readonly kind: 'invalid'; readonly reason: string };
