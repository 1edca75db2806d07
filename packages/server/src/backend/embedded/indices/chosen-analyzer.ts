import { apiError } from '@sextant/contract';
import { type Analyzer, analyzerRegistry, type IndexMetadata, Mapping } from '@sextant/engine';
import type { AnalyzeRequest } from './analyze-request.ts';

/** What an analyzer is put together from: names, or definitions of a request. */
export interface AnalyzerParts {
  readonly tokenizer: unknown;
  readonly filters: readonly unknown[];
}

export interface ChosenAnalyzer {
  readonly analyzer: Analyzer;
  /** Undefined: a built-in analyzer, which is shown as one step. */
  readonly parts?: AnalyzerParts;
}

type Settings = IndexMetadata['settings'];

/** The analyzer that a request means. Throws ApiError. */
export function chooseAnalyzer(wanted: AnalyzeRequest, index: IndexMetadata | undefined): ChosenAnalyzer {
  const settings = index?.settings ?? {};
  if (wanted.analyzer !== undefined) {
    return namedAnalyzer(wanted.analyzer, settings, index === undefined ? 'global analyzer' : 'analyzer');
  }
  if (wanted.normalizer !== undefined) return namedNormalizer(wanted.normalizer, settings);
  if (wanted.tokenizer !== undefined || wanted.filter.length > 0) {
    const parts = { tokenizer: wanted.tokenizer ?? 'keyword', filters: wanted.filter };
    return { analyzer: analyzerRegistry(settings).assemble(parts.tokenizer, parts.filters), parts };
  }
  if (wanted.field !== undefined) return fieldAnalyzer(wanted.field, index);
  return namedAnalyzer('default', settings, 'analyzer');
}

function namedAnalyzer(name: string, settings: Settings, scope: string): ChosenAnalyzer {
  const analyzer = analyzerRegistry(settings).analyzer(name) ?? notFound(scope, name);
  const prefix = `index.analysis.analyzer.${name}`;
  const tokenizer = settings[`${prefix}.tokenizer`];
  if (tokenizer === undefined) return { analyzer };
  return { analyzer, parts: { tokenizer, filters: listSetting(settings, `${prefix}.filter`) } };
}

function namedNormalizer(name: string, settings: Settings): ChosenAnalyzer {
  const analyzer = analyzerRegistry(settings).normalizer(name) ?? notFound('normalizer', name);
  const own = listSetting(settings, `index.analysis.normalizer.${name}.filter`);
  const filters = own.length === 0 && name === 'lowercase' ? ['lowercase'] : own;
  return { analyzer, parts: { tokenizer: 'keyword', filters } };
}

/** A list: one value with commas, an array, or `name.0`, `name.1`, … */
function listSetting(settings: Settings, name: string): readonly string[] {
  const value = settings[name];
  if (typeof value === 'string') return value.split(',').map((part) => part.trim());
  if (value !== undefined) return value;
  const items: string[] = [];
  for (let at = 0; settings[`${name}.${at}`] !== undefined; at++)
    items.push(String(settings[`${name}.${at}`]));
  return items;
}

function notFound(what: string, name: string): never {
  throw apiError('illegal_argument_exception', `failed to find ${what} [${name}]`);
}

function fieldAnalyzer(name: string, index: IndexMetadata | undefined): ChosenAnalyzer {
  if (index === undefined) {
    throw apiError('illegal_argument_exception', 'analysis based on a specific field requires an index');
  }
  const { settings } = index;
  const field = Mapping.create(index.mappings, settings).field(name);
  if (field === undefined) return namedAnalyzer('default', settings, 'analyzer');
  if (field.normalizer !== undefined) return namedNormalizer(field.normalizer.name, settings);
  if (field.analyzer !== undefined) return namedAnalyzer(field.analyzer.name, settings, 'analyzer');
  if (field.fieldType.isText) return namedAnalyzer('keyword', settings, 'analyzer');
  throw apiError(
    'illegal_argument_exception',
    `Can't process field [${name}], Analysis requests are only supported on tokenized fields`,
  );
}
