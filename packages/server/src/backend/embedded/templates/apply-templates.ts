import { apiError } from '@sextant/contract';
import type { CreateIndex } from '@sextant/engine';
import { type SettingsUpdate, withoutNulls } from '../../../cluster/flat-settings.ts';
import type { ClusterMetadata } from '../../../cluster/metadata/cluster-metadata.ts';
import { isSystemIndex } from '../../system-index.ts';
import {
  type Composition,
  composeIndexTemplate,
  composeLegacyTemplates,
  namedAliases,
} from './compose-template.ts';
import { findIndexTemplate, findLegacyTemplates } from './find-templates.ts';
import { componentTemplates, type IndexTemplate, type JsonObject } from './template-kinds.ts';
import { checkAliasFilters } from './template-parts.ts';

/** An index of which templates may say more: a setting that is null takes away what they say. */
export type NewIndex = Omit<CreateIndex, 'settings'> & { readonly settings: SettingsUpdate };

/** The index with what templates give it: what its creation says goes before. Throws ApiError. */
export function withTemplates(metadata: ClusterMetadata, index: NewIndex): CreateIndex {
  if (isSystemIndex(index.name)) return complete(index);
  const hidden = String(index.settings['index.hidden'] ?? 'false') === 'true';
  const found = findIndexTemplate(metadata, index.name, hidden);
  if (found !== undefined) {
    if (found.template.dataStream !== undefined) throw onlyStreams(index.name, found.name);
    return withTemplate(metadata, index, found.template);
  }
  const legacy = findLegacyTemplates(metadata, index.name, hidden);
  if (legacy.length === 0) return complete(index);
  return composed(index, composeLegacyTemplates(legacy.map(({ template }) => template)));
}

/** The same with one composable template, whatever its patterns; `base`: mappings below it. Throws ApiError. */
export function withTemplate(
  metadata: ClusterMetadata,
  index: NewIndex,
  template: IndexTemplate,
  base: readonly JsonObject[] = [],
): CreateIndex {
  return composed(index, composeIndexTemplate(template, metadata.entries(componentTemplates), base));
}

function complete(index: NewIndex): CreateIndex {
  return { ...index, settings: withoutNulls(index.settings) };
}

function composed(index: NewIndex, { settings, aliases, mappings }: Composition): CreateIndex {
  checkAliasFilters(aliases);
  return {
    ...index,
    settings: withoutNulls({ ...settings, ...index.settings }),
    mappings: mappings(index.mappings),
    aliases: { ...namedAliases(aliases, index.name), ...index.aliases },
  };
}

function onlyStreams(index: string, template: string) {
  return apiError(
    'illegal_argument_exception',
    `cannot create index with name [${index}], because it matches with template [${template}] that creates data streams only, use create data stream api instead`,
  );
}

/** Names of the templates of the older kind that an index is made with; none where a composable one is its. */
export function legacyTemplatesOf(
  metadata: ClusterMetadata,
  { name, settings }: NewIndex,
): readonly string[] {
  const hidden = String(settings['index.hidden'] ?? 'false') === 'true';
  if (isSystemIndex(name) || findIndexTemplate(metadata, name, hidden) !== undefined) return [];
  return findLegacyTemplates(metadata, name, hidden).map((found) => found.name);
}
