import { wildcardTest } from '@sextant/contract';
import type { EmbeddedContext } from '../context.ts';
import { indexTemplates, legacyTemplates } from '../templates/template-kinds.ts';
import type { CatRequest } from './cat-request.ts';
import type { Cells } from './stats-cells.ts';

const listed = (names: readonly string[]): string => `[${names.join(', ')}]`;

/** Legacy templates, then composable ones. */
export function templateRows({ metadata }: EmbeddedContext, request: CatRequest): readonly Cells[] {
  const wanted = wildcardTest(request.pathParams.name ?? '*');
  const legacy = [...metadata.entries(legacyTemplates)].map(([name, { indexPatterns, order, version }]) => ({
    name,
    index_patterns: listed(indexPatterns),
    order: String(order),
    version: version === undefined ? null : String(version),
    composed_of: '',
  }));
  const composable = [...metadata.entries(indexTemplates)].map(([name, template]) => ({
    name,
    index_patterns: listed(template.indexPatterns),
    order: String(template.priority ?? 0),
    version: template.version === undefined ? null : String(template.version),
    composed_of: listed(template.composedOf ?? []),
  }));
  return [...legacy, ...composable].filter(({ name }) => wanted(name));
}
