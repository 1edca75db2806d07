import { ApiError, apiError, type JsonMap } from '@sextant/contract';
import { withoutNulls } from '../../../cluster/flat-settings.ts';
import { requireAliasRight } from '../../alias-right.ts';
import { type EmbeddedContext, type Handler, ok } from '../context.ts';
import { causeOf } from '../error-body.ts';
import { removeEntries } from '../kept-entries.ts';
import { checkClusterBlocks } from '../request-blocks.ts';
import { asPattern, checkComposition } from './index-template.ts';
import { objectField, readFields, readObjectBody, wholeField } from './read-body.ts';
import {
  type ComponentTemplate,
  componentTemplates,
  indexTemplates,
  type JsonObject,
  type TemplateParts,
} from './template-kinds.ts';
import { templateList } from './template-lists.ts';
import {
  checkAliasNames,
  checkMappings,
  checkTogether,
  partsBody,
  partsField,
  settingProblems,
} from './template-parts.ts';
import { checkTemplate, matchesAll, templateMissing } from './template-patterns.ts';

const parser = 'component_template';

interface Draft {
  readonly template: TemplateParts;
  readonly version: number;
  readonly _meta: JsonObject;
}

export const putComponentTemplate: Handler<'cluster.put_component_template'> = async (context, request) => {
  const { name } = request.pathParams;
  const { template, ...rest } = await readObjectBody(request, parser, (body) =>
    readFields<Draft>(parser, body, { template: partsField, version: wholeField, _meta: objectField }),
  );
  if (template === undefined) throw apiError('illegal_argument_exception', 'Required [template]');
  checkClusterBlocks(context, request, undefined);
  const { metadata } = context;
  if (request.params.create === true && metadata.entries(componentTemplates).has(name)) {
    throw apiError('illegal_argument_exception', `component template [${name}] already exists`);
  }
  requireAliasRight(request.access, Object.keys(template.aliases ?? {}).map(asPattern));
  checkParts(name, template);
  const component: ComponentTemplate = { template, ...rest };
  checkUses(context, name, component);
  metadata.change({ section: componentTemplates, entries: new Map([[name, component]]) });
  return ok({ acknowledged: true });
};

function checkParts(name: string, { settings = {}, mappings, aliases }: TemplateParts): void {
  checkTemplate(name, [], settingProblems(settings));
  checkAliasNames(aliases);
  const set = withoutNulls(settings);
  checkTogether(set);
  if (mappings !== undefined) checkMappings(mappings, set);
}

/** Throws ApiError where an index template that is composed of it would be sound no more. */
function checkUses({ metadata }: EmbeddedContext, name: string, component: ComponentTemplate): void {
  const uses = [...metadata.entries(indexTemplates)].filter(([, { composedOf }]) =>
    composedOf?.includes(name),
  );
  if (component.template.settings?.['index.hidden'] !== undefined) {
    const global = uses.filter(([, { indexPatterns }]) => matchesAll(indexPatterns)).map(([each]) => each);
    if (global.length > 0) {
      throw apiError(
        'illegal_argument_exception',
        `cannot update component template [${name}] because the following global templates would be updated: [${global.join(', ')}]`,
      );
    }
  }
  const components = new Map(metadata.entries(componentTemplates)).set(name, component);
  for (const [each, template] of uses) {
    try {
      checkComposition(each, template, components);
    } catch (error) {
      const reason = `updating component template [${name}] results in invalid composable template [${each}] after templates are merged`;
      throw new ApiError({ type: 'illegal_argument_exception', reason, causedBy: causeOf(error) });
    }
  }
}

export function componentTemplateBody(
  { template, version, _meta }: ComponentTemplate,
  flat = false,
): JsonMap {
  return { template: partsBody(template, flat), version, _meta: _meta as JsonMap | undefined };
}

export const getComponentTemplate: Handler<'cluster.get_component_template'> = async (context, request) => {
  const { name } = request.pathParams;
  const body = (template: ComponentTemplate): JsonMap => componentTemplateBody(template);
  return templateList(context, { kind: 'component', section: componentTemplates, name, body });
};

export const deleteComponentTemplate: Handler<'cluster.delete_component_template'> = async (
  context,
  request,
) =>
  removeEntries(context, request, {
    section: componentTemplates,
    pattern: request.pathParams.name,
    missing: templateMissing,
    check: (names) => checkUnused(context, names),
  });

/** Throws ApiError where index templates are composed of some. */
function checkUnused(context: EmbeddedContext, removed: readonly string[]): void {
  const used = removed.filter((each) => usersOf(context, each).length > 0);
  if (used.length === 0) return;
  const users = new Set(used.flatMap((each) => usersOf(context, each)));
  throw apiError(
    'illegal_argument_exception',
    `component templates [${used.join(', ')}] cannot be removed as they are still in use by index templates [${[...users].join(', ')}]`,
  );
}

function usersOf({ metadata }: EmbeddedContext, component: string): string[] {
  const templates = [...metadata.entries(indexTemplates)];
  return templates.filter(([, { composedOf }]) => composedOf?.includes(component)).map(([name]) => name);
}
