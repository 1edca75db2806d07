import { ComponentSettings } from '../analysis/component-settings.ts';
import { definitionsOf, type FlatSettings } from '../analysis/definitions.ts';

/** Of how many words the shingles of an analyzer are. */
export interface ShingleSizes {
  readonly min: number;
  readonly max: number;
  /** Single words are among its tokens too. */
  readonly hasUnigrams: boolean;
}

/** Those of the first filter of a custom analyzer that makes shingles; null where none does. */
export function shinglesOf(analyzer: string, flat: FlatSettings): ShingleSizes | null {
  const definitions = definitionsOf(flat);
  const defined = definitions.analyzer.get(analyzer);
  if (defined === undefined) return null;
  for (const name of new ComponentSettings(analyzer, defined).list('filter').map(String)) {
    const parameters = definitions.filter.get(name);
    if ((parameters?.type ?? name) !== 'shingle') continue;
    const settings = new ComponentSettings(name, parameters ?? {});
    return {
      min: settings.integer('min_shingle_size', 2),
      max: settings.integer('max_shingle_size', 2),
      hasUnigrams: settings.flag('output_unigrams', true),
    };
  }
  return null;
}
