import { multiSearchTemplate } from './multi-search-template.ts';
import { renderSearchTemplate, searchTemplate } from './search-template.ts';

export const searchTemplateHandlers = {
  search_template: searchTemplate,
  msearch_template: multiSearchTemplate,
  render_search_template: renderSearchTemplate,
} as const;
