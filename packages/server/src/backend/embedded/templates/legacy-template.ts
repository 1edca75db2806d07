import { apiError, dictionary, isObject, type JsonMap } from '@sextant/contract';
import { flattenIndexSettings, withoutNulls } from '../../../cluster/flat-settings.ts';
import { splitNames } from '../../../cluster/index-names.ts';
import { requireAliasRight } from '../../alias-right.ts';
import { type Handler, ok, type RequestOf } from '../context.ts';
import { validationFailed } from '../document/write-params.ts';
import { aliasesBody } from '../indices/alias-metadata.ts';
import { readMappings } from '../indices/create-index.ts';
import { entriesNamed, removeEntries } from '../kept-entries.ts';
import { checkClusterBlocks } from '../request-blocks.ts';
import { asPattern } from './index-template.ts';
import { indexTemplates, type JsonObject, type LegacyTemplate, legacyTemplates } from './template-kinds.ts';
import {
  aliasesOf,
  checkAliasNames,
  checkMappings,
  checkTogether,
  settingProblems,
  settingsBody,
} from './template-parts.ts';
import { checkTemplate, matchesAll, overlap, templateMissing } from './template-patterns.ts';

export const putTemplate: Handler<'indices.put_template'> = async (context, request) => {
  const { name } = request.pathParams;
  const template = parseTemplate(await body(request), request);
  checkClusterBlocks(context, request, undefined);
  const { metadata } = context;
  if (request.params.create === true && metadata.entries(legacyTemplates).has(name)) {
    throw apiError('illegal_argument_exception', `index_template [${name}] already exists`);
  }
  requireAliasRight(request.access, Object.keys(template.aliases).map(asPattern));
  checkSound(name, template);
  const newer = [...metadata.entries(indexTemplates)].filter(([, { indexPatterns }]) =>
    overlap(indexPatterns, template.indexPatterns),
  );
  if (newer.length > 0) {
    const names = newer.map(([each]) => each).join(',');
    const patterns = newer.map(([each, { indexPatterns }]) => `${each} => [${indexPatterns.join(', ')}]`);
    request.warn(
      `legacy template [${name}] has index patterns [${template.indexPatterns.join(', ')}] matching patterns from existing composable templates [${names}] with patterns (${patterns.join(',')}); this template [${name}] may be ignored in favor of a composable template at index creation time`,
    );
  }
  metadata.change({ section: legacyTemplates, entries: new Map([[name, template]]) });
  return ok({ acknowledged: true });
};

async function body(request: RequestOf<'indices.put_template'>): Promise<JsonObject> {
  if (request.body.empty) throw apiError('parse_exception', 'request body is required');
  const read: unknown = await request.body.json('script-doubles');
  if (isObject(read)) return read;
  throw apiError(
    'not_x_content_exception',
    'Compressor detection can only be called on some xcontent bytes or compressed xcontent bytes',
  );
}

function parseTemplate(given: JsonObject, request: RequestOf<'indices.put_template'>): LegacyTemplate {
  let indexPatterns: readonly string[] | undefined;
  let order = request.params.order ?? 0;
  let version: number | undefined;
  const parts: {
    settings: LegacyTemplate['settings'];
    mappings: JsonObject;
    aliases: LegacyTemplate['aliases'];
  } = { settings: {}, mappings: {}, aliases: {} };
  for (const [key, value] of Object.entries(given)) {
    switch (key) {
      case 'template':
        request.warn('Deprecated field [template] used, replaced by [index_patterns]');
        indexPatterns = patternsOf(value);
        break;
      case 'index_patterns':
        indexPatterns = patternsOf(value);
        break;
      case 'order':
        order = orderOf(value, order);
        break;
      case 'version':
        if (typeof value !== 'number' || !Number.isInteger(value)) {
          throw apiError('illegal_argument_exception', 'Malformed [version] value, should be an integer');
        }
        version = value;
        break;
      case 'settings':
        if (!isObject(value)) {
          throw apiError(
            'illegal_argument_exception',
            'Malformed [settings] section, should include an inner object',
          );
        }
        parts.settings = flattenIndexSettings(value);
        break;
      case 'mappings':
        parts.mappings = readMappings(value, request);
        break;
      case 'aliases':
        parts.aliases = withoutFlags(aliasesOf(value));
        break;
      default:
        throw apiError('parse_exception', `unknown key [${key}] in the template `);
    }
  }
  if (indexPatterns === undefined || indexPatterns.length === 0) {
    throw validationFailed(['index patterns are missing']);
  }
  return { indexPatterns, order, ...(version === undefined ? {} : { version }), ...parts };
}

/** A legacy template knows of an alias its filter and its routing alone. */
function withoutFlags(aliases: LegacyTemplate['aliases']): LegacyTemplate['aliases'] {
  const kept = dictionary(aliases);
  for (const [name, { isWriteIndex: _write, isHidden: _hidden, ...alias }] of Object.entries(aliases)) {
    kept[name] = alias;
  }
  return kept;
}

function patternsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.map(String);
  throw apiError(
    'illegal_argument_exception',
    'Malformed [template] value, should be a string or a list of strings',
  );
}

function orderOf(value: unknown, otherwise: number): number {
  if (value === null) return otherwise;
  const text = String(value);
  if (/^-?\d+$/.test(text)) return Number(text);
  throw apiError('number_format_exception', `For input string: "${text}"`);
}

function checkSound(name: string, { indexPatterns, settings, mappings, aliases }: LegacyTemplate): void {
  const problems = settingProblems(settings);
  if (matchesAll(indexPatterns) && settings['index.hidden'] !== undefined) {
    problems.push('global templates may not specify the setting index.hidden');
  }
  checkTemplate(name, indexPatterns, problems);
  checkAliasNames(aliases, indexPatterns);
  checkTogether(withoutNulls(settings));
  checkMappings(mappings, withoutNulls(settings));
}

export function templateBody(template: LegacyTemplate, flat: boolean): JsonMap {
  return {
    order: template.order,
    version: template.version,
    index_patterns: template.indexPatterns,
    settings: settingsBody(template.settings, flat),
    mappings: template.mappings as JsonMap,
    aliases: aliasesBody(template.aliases),
  };
}

export const getTemplate: Handler<'indices.get_template'> = async (context, request) => {
  const names = splitNames(request.pathParams.name);
  const found = entriesNamed(context, legacyTemplates, names.length === 0 ? ['*'] : names);
  const flat = request.params.flat_settings === true;
  const templates = Object.fromEntries(found.map(([each, template]) => [each, templateBody(template, flat)]));
  return { status: found.length === 0 && names.length > 0 ? 404 : 200, kind: 'json', body: templates };
};

export const deleteTemplate: Handler<'indices.delete_template'> = async (context, request) =>
  removeEntries(context, request, {
    section: legacyTemplates,
    pattern: request.pathParams.name,
    missing: templateMissing,
  });
