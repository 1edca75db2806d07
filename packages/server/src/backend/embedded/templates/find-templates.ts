import type { ClusterMetadata } from '../../../cluster/metadata/cluster-metadata.ts';
import {
  type IndexTemplate,
  indexTemplates,
  type LegacyTemplate,
  legacyTemplates,
} from './template-kinds.ts';
import { matchesAll, matchesAny } from './template-patterns.ts';

export interface Named<T> {
  readonly name: string;
  readonly template: T;
}

interface Wanted {
  readonly index: string;
  /** Templates for everything are not for hidden indices. */
  readonly hidden: boolean;
}

function fits({ indexPatterns }: { readonly indexPatterns: readonly string[] }, wanted: Wanted): boolean {
  if (wanted.hidden && matchesAll(indexPatterns)) return false;
  return matchesAny(indexPatterns, wanted.index);
}

/** The index template that an index of this name is made with. */
export function winningTemplate(
  templates: ReadonlyMap<string, IndexTemplate>,
  wanted: Wanted,
): Named<IndexTemplate> | undefined {
  let winner: Named<IndexTemplate> | undefined;
  for (const [name, template] of templates) {
    if (!fits(template, wanted)) continue;
    if ((winner?.template.priority ?? 0) < (template.priority ?? 0) || winner === undefined) {
      winner = { name, template };
    }
  }
  return winner;
}

export function findIndexTemplate(
  metadata: ClusterMetadata,
  index: string,
  hidden = false,
): Named<IndexTemplate> | undefined {
  return winningTemplate(metadata.entries(indexTemplates), { index, hidden });
}

/** Legacy templates for an index, in the order in which they are laid over each other: the last one counts most. */
export function findLegacyTemplates(
  metadata: ClusterMetadata,
  index: string,
  hidden = false,
): Named<LegacyTemplate>[] {
  const found: Named<LegacyTemplate>[] = [];
  for (const [name, template] of metadata.entries(legacyTemplates)) {
    if (fits(template, { index, hidden })) found.push({ name, template });
  }
  return found.sort((a, b) => a.template.order - b.template.order);
}
