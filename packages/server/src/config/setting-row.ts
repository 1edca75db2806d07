interface SettingBase {
  readonly summary: string;
  /** The long flag that sets it, beside `-E name=value`. */
  readonly flag?: string;
  /** Where the environment variable is not `SEXTANT_` and the name. */
  readonly env?: string;
  /** Never shown or logged. */
  readonly secret?: boolean;
}

/** One setting of the service. Without a default it may be absent. */
export type SettingRow = SettingBase &
  (
    | { readonly type: 'string'; readonly default?: string }
    | { readonly type: 'boolean'; readonly default?: boolean }
    | { readonly type: 'int'; readonly default: number; readonly min: number; readonly max: number }
    | { readonly type: 'bytes'; readonly default: string }
    | { readonly type: 'time'; readonly default: string }
    | {
        readonly type: 'list';
        readonly default: readonly string[];
        /** Between the items of a text; a comma where not given. */
        readonly separator?: string;
      }
    | { readonly type: 'enum'; readonly default?: string; readonly values: readonly string[] }
  );
