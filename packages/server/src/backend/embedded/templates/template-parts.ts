import { apiError, dictionary, isObject, type JsonMap } from '@sextant/contract';
import { type AliasMetadata, checkAnalyzers, checkSortLists, Mapping, similaritiesOf } from '@sextant/engine';
import {
  type FlatSettings,
  flattenIndexSettings,
  nestSettings,
  type SettingsUpdate,
} from '../../../cluster/flat-settings.ts';
import { checkAliasName } from '../../../cluster/name-rules.ts';
import {
  privateSettingProblems,
  validateSettingNames,
  validateSettingValues,
} from '../../../cluster/settings-validation.ts';
import { aliasesBody, parseAlias } from '../indices/alias-metadata.ts';
import { type Field, innerField, objectField, readFields } from './read-body.ts';
import type { JsonObject, TemplateParts } from './template-kinds.ts';

interface RawParts {
  readonly settings: JsonObject;
  readonly mappings: JsonObject;
  readonly aliases: JsonObject;
}

const rawFields = { settings: objectField, mappings: objectField, aliases: objectField } as const;

/** The member `template` of a template. */
export const partsField: Field<TemplateParts> = innerField((value) => {
  const { settings, mappings, aliases } = readFields<RawParts>('template', value, rawFields);
  return {
    ...(settings === undefined ? {} : { settings: flattenIndexSettings(settings) }),
    ...(mappings === undefined || Object.keys(mappings).length === 0 ? {} : { mappings }),
    ...(aliases === undefined ? {} : { aliases: aliasesOf(aliases) }),
  };
});

/** Their names are checked later, their filters where an index gets them. */
export function aliasesOf(value: unknown): Readonly<Record<string, AliasMetadata>> {
  if (!isObject(value)) throw apiError('parse_exception', 'key [aliases] must be an object');
  const aliases: Record<string, AliasMetadata> = dictionary();
  for (const [name, body] of Object.entries(value)) {
    const { filter, ...rest } = isObject(body) ? body : { filter: undefined };
    const alias = parseAlias(name, rest);
    aliases[name] = isObject(filter) ? { filter, ...alias } : alias;
  }
  return aliases;
}

/** Throws ApiError where a setting is unknown or its value does not fit; what only the service may set is told. */
export function settingProblems(settings: SettingsUpdate): string[] {
  validateSettingNames(settings);
  validateSettingValues(settings);
  return privateSettingProblems(settings);
}

/** Throws ApiError where settings that are read do not fit each other, or name no analyzer that can be made. */
export function checkTogether(settings: FlatSettings): void {
  checkSortLists(settings);
  checkAnalyzers(settings);
  similaritiesOf(settings);
}

/** Throws ApiError where an alias may not be called so; `patterns`: those of the template, none of which it may be. */
export function checkAliasNames(aliases: TemplateParts['aliases'], patterns: readonly string[] = []): void {
  for (const alias of Object.keys(aliases ?? {})) {
    checkAliasName(alias.replaceAll('{index}', 'index'), undefined);
    if (!patterns.includes(alias)) continue;
    const reason = `alias [${alias}] cannot be the same as any pattern in [${patterns.join(', ')}]`;
    throw apiError('illegal_argument_exception', reason);
  }
}

/** Throws ApiError where a filter cannot be read. */
export function checkAliasFilters(aliases: TemplateParts['aliases']): void {
  for (const [name, { filter }] of Object.entries(aliases ?? {})) {
    if (filter !== undefined) parseAlias(name, { filter });
  }
}

/** Throws ApiError where no index could have these mappings. The limits are those of a new index. */
export function checkMappings(mappings: JsonObject, settings: FlatSettings): void {
  // Beside other keys a type is an unknown one.
  Mapping.make({ properties: {}, ...mappings }, settings);
}

export function settingsBody(settings: SettingsUpdate, flat: boolean): JsonMap {
  return (flat ? settings : nestSettings(settings as FlatSettings)) as JsonMap;
}

export function partsBody({ settings, mappings, aliases }: TemplateParts, flat = false): JsonMap {
  return {
    settings: settings && settingsBody(settings, flat),
    mappings: mappings as JsonMap | undefined,
    aliases: aliases && aliasesBody(aliases),
  };
}
