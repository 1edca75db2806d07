import { dictionary } from '@sextant/contract';
import { listOf, type Parameters } from './component-settings.ts';

/** Flat settings of an index with full names, as IndexMetadata keeps them. */
export type FlatSettings = Readonly<Record<string, string | readonly string[]>>;

/** What the settings of an index define, by name. */
export interface Definitions {
  readonly char_filter: ReadonlyMap<string, Parameters>;
  readonly tokenizer: ReadonlyMap<string, Parameters>;
  readonly filter: ReadonlyMap<string, Parameters>;
  readonly analyzer: ReadonlyMap<string, Parameters>;
  readonly normalizer: ReadonlyMap<string, Parameters>;
}

const ANALYSIS_KEY = /^index\.analysis\.(analyzer|tokenizer|filter|char_filter|normalizer)\.([^.]+)\.(.+)$/;
const LIST_ITEM = /^(.+)\.\d+$/;

/** `index.analysis.analyzer.x.type: custom` → analyzer x with type custom; `filter.0`, `filter.1` become a list. */
export function definitionsOf(settings: FlatSettings): Definitions {
  const groups = {
    char_filter: new Map<string, Record<string, unknown>>(),
    tokenizer: new Map<string, Record<string, unknown>>(),
    filter: new Map<string, Record<string, unknown>>(),
    analyzer: new Map<string, Record<string, unknown>>(),
    normalizer: new Map<string, Record<string, unknown>>(),
  };
  for (const [key, value] of Object.entries(settings)) {
    const match = ANALYSIS_KEY.exec(key);
    if (match === null) continue;
    const [, group, name, parameter] = match;
    const entries = groups[group as keyof typeof groups];
    if (!entries.has(name!)) entries.set(name!, dictionary());
    const parameters = entries.get(name!)!;
    const item = LIST_ITEM.exec(parameter!);
    if (item === null) parameters[parameter!] = value;
    else parameters[item[1]!] = [...listOf(parameters[item[1]!]), String(value)];
  }
  return groups;
}
