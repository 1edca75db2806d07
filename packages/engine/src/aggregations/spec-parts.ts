/** What a `missing` parameter may hold. */
export type MissingValue = string | number | boolean;

/** The parameters that every aggregation over the values of a field shares. */
export interface SourceSpec {
  readonly field: string;
  readonly missing: MissingValue | null;
  readonly format: string | null;
  readonly timeZone: string | null;
  readonly valueType: string | null;
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
