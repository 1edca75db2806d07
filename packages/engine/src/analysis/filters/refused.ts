import { invalid } from '../component-settings.ts';
import type { TokenFilterType } from '../component-type.ts';

function refused(name: string, reason: string): TokenFilterType {
  return {
    name,
    make: () => {
      throw invalid(reason);
    },
  };
}

/** What OpenSearch does not have any more. */
export const removedTypes: readonly TokenFilterType[] = [
  refused('standard', 'The [standard] token filter has been removed.'),
];

/** What needs dictionaries in files, or scripts for each token, and stemmers that are not served. */
export const unsupportedTypes: readonly TokenFilterType[] = [
  'concatenate_graph',
  'condition',
  'hunspell',
  'hyphenation_decompounder',
  'kstem',
  'predicate_token_filter',
].map((name) => refused(name, `token filter [${name}] is not supported`));
