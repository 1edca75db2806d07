import type { IndexSettingChanges } from '../../../cluster/settings/index-setting-changes.ts';

export const NO_PIPELINE = '_none';
const SETTING = 'index.search.default_pipeline';

/** Which indices name a pipeline for their searches: as long as none does, no search looks for it. */
export class DefaultPipelines {
  readonly #indices = new Set<string>();

  constructor(settings: IndexSettingChanges) {
    settings.onChange(SETTING, ({ index: { name }, after = NO_PIPELINE }) => {
      if (after === NO_PIPELINE) this.#indices.delete(name);
      else this.#indices.add(name);
    });
  }

  get areAbsent(): boolean {
    return this.#indices.size === 0;
  }

  /** The one that all indices have in common, of those that set it; undefined: none, or several. */
  commonOf(indices: readonly { readonly settings: Readonly<Record<string, unknown>> }[]): string | undefined {
    const named = new Set(indices.map(({ settings }) => settings[SETTING]).filter((id) => id !== undefined));
    const [id] = named;
    return named.size === 1 && id !== NO_PIPELINE ? String(id) : undefined;
  }
}
