import type { AliasMetadata } from '@sextant/engine';
import type { SettingsUpdate } from '../../../cluster/flat-settings.ts';
import type { Section } from '../../../cluster/metadata/cluster-metadata.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** What an index is made with, as far as a template says it. */
export interface TemplateParts {
  /** null takes away what a lower one says. */
  readonly settings?: SettingsUpdate;
  /** As it was given. */
  readonly mappings?: JsonObject;
  /** `{index}` in a name stands for that of the index. */
  readonly aliases?: Readonly<Record<string, AliasMetadata>>;
}

/** A part that index templates are composed of. */
export interface ComponentTemplate {
  readonly template: TemplateParts;
  readonly version?: number;
  readonly _meta?: JsonObject;
}

/** Of those that fit the name of an index, the one of the highest priority counts alone. */
export interface IndexTemplate {
  readonly indexPatterns: readonly string[];
  readonly template?: TemplateParts;
  /** Names of component templates: later ones go before earlier ones, the template itself before all. */
  readonly composedOf?: readonly string[];
  readonly priority?: number;
  readonly version?: number;
  readonly _meta?: JsonObject;
  /** It makes data streams. */
  readonly dataStream?: { readonly timestampField: string };
}

/** All that fit the name of an index count together, where no index template does; greater orders go before. */
export interface LegacyTemplate {
  readonly indexPatterns: readonly string[];
  readonly order: number;
  readonly version?: number;
  readonly settings: SettingsUpdate;
  readonly mappings: JsonObject;
  readonly aliases: Readonly<Record<string, AliasMetadata>>;
}

export const indexTemplates: Section<IndexTemplate> = { name: 'index_template' };
export const componentTemplates: Section<ComponentTemplate> = { name: 'component_template' };
export const legacyTemplates: Section<LegacyTemplate> = { name: 'templates' };
