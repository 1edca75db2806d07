import type { SettingText, SettingType } from './setting-type.ts';

/**
 * When a setting may change. `dynamic`: at any time. `static`: for an index while it is closed, for the cluster in the
 * file that the service starts with. `final`: never after an index is made. `private`: by the service alone.
 */
type SettingUpdate = 'dynamic' | 'static' | 'final' | 'private';

/** One setting, or with a `*` in its name a group of settings. */
export interface SettingRow<T = unknown> {
  readonly type: SettingType<T>;
  readonly update: SettingUpdate;
  /** As `include_defaults` shows it; undefined: not shown. */
  readonly default: SettingText | undefined;
  /** Said of the default where it is another one on other machines. */
  readonly defaultText?: string;
  /** What changes by it, in a few words; false: it is kept and shown, and nothing else. */
  readonly heeded: string | false;
}

/** What the value of a row is once it is read. */
export type ValueOf<Row> = Row extends { readonly type: SettingType<infer T> } ? T : never;

type Make = <T>(
  type: SettingType<T>,
  fallback: SettingText | undefined,
  heeded: string | false,
) => SettingRow<T>;

const maker =
  (update: SettingUpdate): Make =>
  (type, fallback, heeded) => ({ type, update, default: fallback, heeded });

export const dynamic = maker('dynamic');
export const fixed = maker('static');
export const final = maker('final');
export const managed = maker('private');
