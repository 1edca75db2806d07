import { deleteComponentTemplate, getComponentTemplate, putComponentTemplate } from './component-template.ts';
import { deleteIndexTemplate, getIndexTemplate, putIndexTemplate } from './index-template.ts';
import { deleteTemplate, getTemplate, putTemplate } from './legacy-template.ts';
import { simulateIndexTemplate, simulateTemplate } from './simulate.ts';

export const templateHandlers = {
  'indices.put_index_template': putIndexTemplate,
  'indices.get_index_template': getIndexTemplate,
  'indices.delete_index_template': deleteIndexTemplate,
  'indices.simulate_index_template': simulateIndexTemplate,
  'indices.simulate_template': simulateTemplate,
  'cluster.put_component_template': putComponentTemplate,
  'cluster.get_component_template': getComponentTemplate,
  'cluster.delete_component_template': deleteComponentTemplate,
  'indices.put_template': putTemplate,
  'indices.get_template': getTemplate,
  'indices.delete_template': deleteTemplate,
} as const;
