import { apiError } from '@sextant/contract';
import {
  type AnalysisCharge,
  type Analyzer,
  type AnalyzerParts,
  analyzerRegistry,
  type IndexMetadata,
  Mapping,
} from '@sextant/engine';
import type { AnalyzeRequest } from './analyze-request.ts';

export interface ChosenAnalyzer {
  readonly analyzer: Analyzer;
  /** Undefined: a built-in analyzer, which is shown as one step. */
  readonly parts?: AnalyzerParts;
  /** Positions between the texts of an array. */
  readonly gap: number;
  /** The same where its steps are shown. */
  readonly stepGap: number;
}

type Settings = IndexMetadata['settings'];

/** Positions between the values of an array, where nothing says otherwise. */
const GAP = 100;

/** The analyzer that a request means. Throws ApiError. */
export function chooseAnalyzer(
  wanted: AnalyzeRequest,
  index: IndexMetadata | undefined,
  charge: AnalysisCharge,
): ChosenAnalyzer {
  const settings = index?.settings ?? {};
  if (wanted.analyzer !== undefined) return namedAnalyzer(wanted.analyzer, index);
  if (wanted.normalizer !== undefined) return namedNormalizer(wanted.normalizer, settings);
  const { tokenizer, filters, charFilters } = wanted;
  if (tokenizer !== undefined || filters.length + charFilters.length > 0) {
    const parts = { charFilters, tokenizer: tokenizer ?? 'keyword', filters };
    const analyzer = analyzerRegistry(settings).assemble(parts, index === undefined, charge);
    // Without a tokenizer it is a normalizer, which has no gap.
    return { analyzer, parts, gap: tokenizer === undefined ? 0 : GAP, stepGap: 0 };
  }
  if (wanted.field !== undefined) return fieldAnalyzer(wanted.field, index);
  return namedAnalyzer(index === undefined ? 'standard' : 'default', index);
}

function namedAnalyzer(name: string, index: IndexMetadata | undefined): ChosenAnalyzer {
  const registry = analyzerRegistry(index?.settings ?? {});
  const analyzer = registry.analyzer(name);
  if (analyzer === undefined) {
    const scope = index === undefined ? 'global analyzer' : 'analyzer';
    throw apiError('illegal_argument_exception', `failed to find ${scope} [${name}]`);
  }
  const parts = registry.partsOf('analyzer', name);
  const gap = index === undefined ? 0 : (analyzer.positionIncrementGap ?? GAP);
  return { analyzer, gap, stepGap: gap, ...(parts === undefined ? {} : { parts }) };
}

function namedNormalizer(name: string, settings: Settings): ChosenAnalyzer {
  const registry = analyzerRegistry(settings);
  const analyzer = registry.normalizer(name);
  const parts = registry.partsOf('normalizer', name);
  if (analyzer !== undefined && parts !== undefined) return { analyzer, parts, gap: 0, stepGap: 0 };
  throw apiError('illegal_argument_exception', `failed to find normalizer under [${name}]`);
}

function fieldAnalyzer(name: string, index: IndexMetadata | undefined): ChosenAnalyzer {
  if (index === undefined) {
    throw apiError('illegal_argument_exception', 'analysis based on a specific field requires an index');
  }
  const { settings } = index;
  const field = Mapping.create(index.mappings, settings).field(name);
  if (field === undefined) return namedAnalyzer('default', index);
  if (field.normalizer !== undefined) return namedNormalizer(field.normalizer.name, settings);
  if (field.analyzer !== undefined) {
    const named = namedAnalyzer(field.analyzer.name, index);
    // A field within another makes more of what that one's analyzer gives.
    if (named.analyzer === field.analyzer) return named;
    return { analyzer: field.analyzer, gap: named.gap, stepGap: named.stepGap };
  }
  if (field.fieldType.isText) return namedAnalyzer('keyword', index);
  throw apiError(
    'illegal_argument_exception',
    `Can't process field [${name}], Analysis requests are only supported on tokenized fields`,
  );
}
