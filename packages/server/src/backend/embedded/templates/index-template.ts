import { ApiError, apiError, type JsonMap } from '@sextant/contract';
import { withoutNulls } from '../../../cluster/flat-settings.ts';
import { requireAliasRight } from '../../alias-right.ts';
import type { EmbeddedContext, Handler } from '../context.ts';
import { ok } from '../context.ts';
import { validationFailed } from '../document/write-params.ts';
import { causeOf } from '../error-body.ts';
import { removeEntries } from '../kept-entries.ts';
import { checkClusterBlocks } from '../request-blocks.ts';
import { dataStreams } from '../streams/data-stream.ts';
import { composeIndexTemplate } from './compose-template.ts';
import { findIndexTemplate } from './find-templates.ts';
import { innerField, objectField, readFields, readObjectBody, textsField, wholeField } from './read-body.ts';
import {
  type ComponentTemplate,
  componentTemplates,
  type IndexTemplate,
  indexTemplates,
  type JsonObject,
  legacyTemplates,
  type TemplateParts,
} from './template-kinds.ts';
import { templateList } from './template-lists.ts';
import {
  checkAliasFilters,
  checkAliasNames,
  checkMappings,
  checkTogether,
  partsBody,
  partsField,
  settingProblems,
} from './template-parts.ts';
import { checkTemplate, invalidTemplate, matchesAll, overlap, templateMissing } from './template-patterns.ts';

const parser = 'index_template';

interface Draft {
  readonly index_patterns: readonly string[];
  readonly template: TemplateParts;
  readonly composed_of: readonly string[];
  readonly priority: number;
  readonly version: number;
  readonly _meta: JsonObject;
  readonly data_stream: NonNullable<IndexTemplate['dataStream']>;
}

const dataStreamField = innerField((value) => {
  const { timestamp_field: field } = readFields<{ timestamp_field: JsonObject; hidden: boolean }>(
    'data_stream_template',
    value,
    { timestamp_field: objectField, hidden: { read: (given) => given === true || given === false } },
  );
  return { timestampField: String(field?.name ?? '@timestamp') };
});

/** The body of an index template. Throws ApiError. */
export function parseIndexTemplate(body: JsonObject): IndexTemplate {
  const draft = readFields<Draft>(parser, body, {
    index_patterns: textsField,
    template: partsField,
    composed_of: textsField,
    priority: wholeField,
    version: wholeField,
    _meta: objectField,
    data_stream: dataStreamField,
  });
  const { index_patterns: indexPatterns, composed_of: composedOf, data_stream: dataStream, ...rest } = draft;
  if (indexPatterns === undefined) throw apiError('illegal_argument_exception', 'Required [index_patterns]');
  return {
    ...rest,
    indexPatterns,
    ...(composedOf === undefined ? {} : { composedOf }),
    ...(dataStream === undefined ? {} : { dataStream }),
  };
}

export const putIndexTemplate: Handler<'indices.put_index_template'> = async (context, request) => {
  const { name } = request.pathParams;
  const template = await readObjectBody(request, parser, parseIndexTemplate);
  checkRequest(name, template);
  checkClusterBlocks(context, request, undefined);
  const { metadata } = context;
  if (request.params.create === true && metadata.entries(indexTemplates).has(name)) {
    throw apiError('illegal_argument_exception', `index template [${name}] already exists`);
  }
  requireAliasRight(request.access, Object.keys(template.template?.aliases ?? {}).map(asPattern));
  checkIndexTemplate(context, name, template);
  const older = [...metadata.entries(legacyTemplates)].filter(([, { indexPatterns }]) =>
    overlap(indexPatterns, template.indexPatterns),
  );
  if (older.length > 0) {
    const names = older.map(([each]) => each).join(',');
    const patterns = older.map(([each, { indexPatterns }]) => `${each} => [${indexPatterns.join(', ')}]`);
    request.warn(
      `index template [${name}] has index patterns [${template.indexPatterns.join(', ')}] matching patterns from existing older templates [${names}] with patterns (${patterns.join(',')}); this template [${name}] will take precedence during new index creation`,
    );
  }
  metadata.change({ section: indexTemplates, entries: new Map([[name, template]]) });
  return ok({ acknowledged: true });
};

/** An alias that is called after its index may become any. */
export function asPattern(alias: string): string {
  return alias.replaceAll('{index}', '*');
}

/** Throws ApiError where the template is wrong by itself, whatever else there is. */
export function checkRequest(name: string, { priority, indexPatterns, template }: IndexTemplate): void {
  const problems: string[] = [];
  if (name.trim() === '') problems.push('name is missing');
  if (matchesAll(indexPatterns) && template?.settings?.['index.hidden'] !== undefined) {
    problems.push('global composable templates may not specify the setting index.hidden');
  }
  if (priority !== undefined && priority < 0) problems.push('index template priority must be >= 0');
  if (problems.length > 0) throw validationFailed(problems);
}

/** Throws ApiError where the template is not sound, or another one would be in its way. */
export function checkIndexTemplate(
  { metadata }: EmbeddedContext,
  name: string,
  template: IndexTemplate,
): void {
  const components = metadata.entries(componentTemplates);
  const missing = (template.composedOf ?? []).filter((each) => !components.has(each));
  if (missing.length > 0) {
    throw invalidTemplate(
      name,
      `index template [${name}] specifies component templates [${missing.join(', ')}] that do not exist`,
    );
  }
  checkPriorities(metadata.entries(indexTemplates), name, template);
  checkTemplate(name, template.indexPatterns, problemsOf(template));
  checkAliasNames(template.template?.aliases, template.indexPatterns);
  try {
    checkComposition(name, template, components);
  } catch (error) {
    const { composedOf = [] } = template;
    const parts = composedOf.length === 0 ? '' : ` with component templates [${composedOf.join(', ')}]`;
    const reason = `composable template [${name}] template after composition${parts} is invalid`;
    throw new ApiError({ type: 'illegal_argument_exception', reason, causedBy: causeOf(error) });
  }
}

/** Of a value that does not fit, OpenSearch makes a problem of the template; but of the refresh interval. */
function problemsOf({ template }: IndexTemplate): string[] {
  const { 'index.refresh_interval': interval, ...others } = template?.settings ?? {};
  if (interval !== undefined) settingProblems({ 'index.refresh_interval': interval });
  try {
    return settingProblems(others);
  } catch (error) {
    if (error instanceof ApiError && error.error.type === 'illegal_argument_exception')
      return [error.error.reason];
    throw error;
  }
}

function checkPriorities(
  templates: ReadonlyMap<string, IndexTemplate>,
  name: string,
  { indexPatterns, priority = 0 }: IndexTemplate,
): void {
  const others = [...templates].filter(
    ([other, existing]) =>
      other !== name &&
      (existing.priority ?? 0) === priority &&
      overlap(existing.indexPatterns, indexPatterns),
  );
  if (others.length === 0) return;
  const names = others.map(([other]) => other).join(', ');
  const patterns = others.map(([other, existing]) => `${other} => [${existing.indexPatterns.join(', ')}]`);
  throw apiError(
    'illegal_argument_exception',
    `index template [${name}] has index patterns [${indexPatterns.join(', ')}] matching patterns from existing templates [${names}] with patterns (${patterns.join(',')}) that have the same priority [${priority}], multiple index templates may not match during index creation, please use a different priority`,
  );
}

/** Throws ApiError where no index could be made with the template and its parts. */
export function checkComposition(
  name: string,
  template: IndexTemplate,
  components: ReadonlyMap<string, ComponentTemplate>,
): void {
  const { settings, aliases, mappings } = composeIndexTemplate(template, components);
  const set = withoutNulls(settings);
  checkTogether(set);
  checkAliasFilters(aliases);
  try {
    checkMappings(mappings({}), set);
  } catch (error) {
    const reason = `invalid composite mappings for [${name}]`;
    throw new ApiError({ type: 'illegal_argument_exception', reason, causedBy: causeOf(error) });
  }
}

export function indexTemplateBody(template: IndexTemplate): JsonMap {
  const { dataStream } = template;
  return {
    index_patterns: template.indexPatterns,
    template: template.template && partsBody(template.template),
    composed_of: template.composedOf ?? (template.template === undefined ? undefined : []),
    priority: template.priority,
    version: template.version,
    _meta: template._meta as JsonMap | undefined,
    data_stream: dataStream && { timestamp_field: { name: dataStream.timestampField } },
  };
}

export const getIndexTemplate: Handler<'indices.get_index_template'> = async (context, request) => {
  const { name } = request.pathParams;
  return templateList(context, { kind: 'index', section: indexTemplates, name, body: indexTemplateBody });
};

export const deleteIndexTemplate: Handler<'indices.delete_index_template'> = async (context, request) =>
  removeEntries(context, request, {
    section: indexTemplates,
    pattern: request.pathParams.name,
    missing: templateMissing,
    check: (names) => checkUnused(context, names),
  });

/** Throws ApiError where a data stream would have no template any more. */
function checkUnused({ metadata }: EmbeddedContext, removed: readonly string[]): void {
  const used = new Map<string, string>();
  for (const stream of metadata.entries(dataStreams).keys()) {
    const template = findIndexTemplate(metadata, stream)?.name;
    if (template !== undefined && removed.includes(template)) used.set(stream, template);
  }
  if (used.size === 0) return;
  const [streams, templates] = [[...used.keys()], [...new Set(used.values())]];
  throw apiError(
    'illegal_argument_exception',
    `unable to remove composable templates [${templates.join(', ')}] as they are in use by a data streams [${streams.join(', ')}]`,
  );
}
