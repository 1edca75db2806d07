import { apiError, type JsonMap } from '@sextant/contract';
import { Mapping } from '@sextant/engine';
import { withoutNulls } from '../../../cluster/flat-settings.ts';
import { type EmbeddedContext, type Handler, ok } from '../context.ts';
import { validationFailed } from '../document/write-params.ts';
import { composeIndexTemplate, namedAliases } from './compose-template.ts';
import { findLegacyTemplates, winningTemplate } from './find-templates.ts';
import { checkIndexTemplate, checkRequest, parseIndexTemplate } from './index-template.ts';
import { readObjectBody } from './read-body.ts';
import { componentTemplates, type IndexTemplate, indexTemplates, legacyTemplates } from './template-kinds.ts';
import { partsBody } from './template-parts.ts';
import { matchesAny, overlap } from './template-patterns.ts';

/** What a template of the body is called while it is looked at: a name that no template can have. */
const NEW_TEMPLATE = '_simulated';

/** Names of indices that nobody sees but in the aliases that are called after them. */
const NEW_INDEX = 'simulate_template_index';

export const simulateIndexTemplate: Handler<'indices.simulate_index_template'> = async (context, request) => {
  const { name: index } = request.pathParams;
  const { metadata } = context;
  const templates = new Map(metadata.entries(indexTemplates));
  if (!request.body.empty) {
    const given = await readObjectBody(request, 'index_template', parseIndexTemplate);
    checkRequest('simulate_index_template', given);
    checkIndexTemplate(context, 'simulate_index_template', given);
    templates.set(NEW_TEMPLATE, given);
  }
  const winner = winningTemplate(templates, { index, hidden: false });
  if (winner === undefined) return ok({});
  const legacy = findLegacyTemplates(metadata, index).map(({ name, template }) => entry(name, template));
  const others = [...templates].filter(
    ([name, { indexPatterns }]) => name !== winner.name && matchesAny(indexPatterns, index),
  );
  const overlapping = [...legacy, ...others.map(([name, template]) => entry(name, template))];
  return ok({ template: composedBody(context, winner.template, index), overlapping });
};

export const simulateTemplate: Handler<'indices.simulate_template'> = async (context, request) => {
  const { name } = request.pathParams;
  const { metadata } = context;
  const templates = metadata.entries(indexTemplates);
  if (request.body.empty && name === undefined) {
    throw validationFailed(['either index name or index template body must be specified for simulation']);
  }
  let template = templates.get(name ?? '');
  if (!request.body.empty) {
    template = await readObjectBody(request, 'index_template', parseIndexTemplate);
    checkRequest(name ?? 'simulate_template', template);
    if (request.params.create === true && name !== undefined && templates.has(name)) {
      throw apiError('illegal_argument_exception', `index template [${name}] already exists`);
    }
    checkIndexTemplate(context, name ?? 'simulate_template', template);
  }
  if (template === undefined) {
    throw apiError('illegal_argument_exception', `unable to simulate template [${name}] that does not exist`);
  }
  const { indexPatterns } = template;
  const meets = ([other, each]: [string, Pick<IndexTemplate, 'indexPatterns'>]): boolean =>
    other !== name && overlap(each.indexPatterns, indexPatterns);
  const legacy = [...metadata.entries(legacyTemplates)].filter(([, each]) =>
    overlap(each.indexPatterns, indexPatterns),
  );
  const overlapping = [...legacy, ...[...templates].filter(meets)].map(([other, each]) => entry(other, each));
  return ok({ template: composedBody(context, template, NEW_INDEX), overlapping });
};

function entry(name: string, { indexPatterns }: Pick<IndexTemplate, 'indexPatterns'>): JsonMap {
  return { name, index_patterns: indexPatterns };
}

/** What an index would be made with. */
function composedBody({ metadata }: EmbeddedContext, template: IndexTemplate, index: string): JsonMap {
  const components = metadata.entries(componentTemplates);
  const { settings, aliases, mappings } = composeIndexTemplate(template, components);
  const shown = Mapping.make(mappings({}), withoutNulls(settings)).toJson();
  return partsBody({
    settings,
    ...(Object.keys(shown).length === 0 ? {} : { mappings: shown }),
    aliases: namedAliases(aliases, index),
  });
}
