import { dictionary } from '@sextant/contract';
import type { AliasMetadata } from '@sextant/engine';
import type { SettingsUpdate } from '../../../cluster/flat-settings.ts';
import { layLegacyMappings, layMappings } from './merge-mappings.ts';
import type {
  ComponentTemplate,
  IndexTemplate,
  JsonObject,
  LegacyTemplate,
  TemplateParts,
} from './template-kinds.ts';

/** What templates give an index, before what its creation says. */
export interface Composition {
  readonly settings: SettingsUpdate;
  readonly aliases: Readonly<Record<string, AliasMetadata>>;
  /** Lays the mappings of a creation over those of the templates. Throws ApiError. */
  readonly mappings: (own: JsonObject) => JsonObject;
}

/** The parts of a template, the lowest first. */
function partsOf(
  { composedOf = [], template }: IndexTemplate,
  components: ReadonlyMap<string, ComponentTemplate>,
): TemplateParts[] {
  const parts = composedOf.flatMap((name) => components.get(name)?.template ?? []);
  return template === undefined ? parts : [...parts, template];
}

/** `base`: mappings below those of the template. */
export function composeIndexTemplate(
  template: IndexTemplate,
  components: ReadonlyMap<string, ComponentTemplate>,
  base: readonly JsonObject[] = [],
): Composition {
  const parts = partsOf(template, components);
  const layers = [...base, ...parts.flatMap(({ mappings }) => (mappings === undefined ? [] : [mappings]))];
  return {
    settings: laid(parts.map(({ settings }) => settings)),
    aliases: laid(parts.map(({ aliases }) => aliases)),
    mappings: (own) => {
      if (layers.length === 0) return own;
      return layMappings(Object.keys(own).length === 0 ? layers : [...layers, own]);
    },
  };
}

/** The last one counts most. */
export function composeLegacyTemplates(templates: readonly LegacyTemplate[]): Composition {
  return {
    settings: laid(templates.map(({ settings }) => settings)),
    aliases: laid(templates.map(({ aliases }) => aliases)),
    mappings: (own) => [...templates.map(({ mappings }) => mappings), own].reduce(layLegacyMappings, {}),
  };
}

function laid<T>(layers: readonly (Readonly<Record<string, T>> | undefined)[]): Record<string, T> {
  return layers.reduce<Record<string, T>>((below, above) => Object.assign(below, above), dictionary());
}

/** The aliases of an index of this name. */
export function namedAliases(
  aliases: Readonly<Record<string, AliasMetadata>>,
  index: string,
): Record<string, AliasMetadata> {
  const named: Record<string, AliasMetadata> = dictionary();
  for (const [name, alias] of Object.entries(aliases)) named[name.replaceAll('{index}', index)] = alias;
  return named;
}
