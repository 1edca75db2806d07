import { languageAnalyzers } from './analyzers/languages.ts';
import { chinese, fingerprint, pattern, snowball } from './analyzers/parameterized.ts';
import { keyword, simple, standard, stop, whitespace } from './analyzers/simple.ts';
import type { AnalyzerType } from './component-type.ts';

const all: readonly AnalyzerType[] = [
  ...languageAnalyzers,
  chinese,
  fingerprint,
  keyword,
  pattern,
  simple,
  snowball,
  standard,
  stop,
  whitespace,
];

/** Analyzers by type: the built-in ones, made with the parameters of the settings where given. */
export const analyzerTypes: ReadonlyMap<string, AnalyzerType> = new Map(all.map((type) => [type.name, type]));
