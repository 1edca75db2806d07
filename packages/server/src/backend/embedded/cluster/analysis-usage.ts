import type { JsonMap } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';

type Group = 'char_filter' | 'tokenizer' | 'filter' | 'analyzer';

const groups: readonly Group[] = ['char_filter', 'tokenizer', 'filter', 'analyzer'];
const setting = /^index\.analysis\.(char_filter|tokenizer|filter|analyzer)\.([^.]+)\.(.+)$/;

class Tally {
  readonly #counts = new Map<string, { count: number; indices: Set<string> }>();

  add(name: string, index: string): void {
    const entry = this.#counts.get(name) ?? { count: 0, indices: new Set<string>() };
    entry.count++;
    entry.indices.add(index);
    this.#counts.set(name, entry);
  }

  body(): JsonMap[] {
    const entries = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
    return entries.map(([name, { count, indices }]) => ({ name, count, index_count: indices.size }));
  }
}

/** How often analysis components of each type are defined in settings, and which built-in ones are named. */
export function analysisUsage(indices: readonly IndexMetadata[]): JsonMap {
  const types = tallies();
  const builtIn = tallies();
  for (const index of indices) {
    const defined = definitionsOf(index);
    for (const group of groups) {
      for (const [, parameters] of defined[group]) {
        types[group].add(parameters.get('type')?.[0] ?? 'custom', index.name);
      }
    }
    for (const parameters of defined.analyzer.values()) {
      for (const group of ['char_filter', 'tokenizer', 'filter'] as const) {
        for (const name of parameters.get(group) ?? []) {
          if (!defined[group].has(name)) builtIn[group].add(name, index.name);
        }
      }
    }
    for (const name of analyzersOf(index.mappings)) {
      if (!defined.analyzer.has(name)) builtIn.analyzer.add(name, index.name);
    }
  }
  return Object.fromEntries([
    ...groups.map((group) => [`${group}_types`, types[group].body()]),
    ...groups.map((group) => [`built_in_${group}s`, builtIn[group].body()]),
  ]) as JsonMap;
}

function tallies(): Readonly<Record<Group, Tally>> {
  return { char_filter: new Tally(), tokenizer: new Tally(), filter: new Tally(), analyzer: new Tally() };
}

type Definitions = Readonly<Record<Group, Map<string, Map<string, string[]>>>>;

/** Per group and name the parameters; those of a list stand together whatever the form of the list. */
function definitionsOf(index: IndexMetadata): Definitions {
  const found: Definitions = {
    char_filter: new Map(),
    tokenizer: new Map(),
    filter: new Map(),
    analyzer: new Map(),
  };
  for (const [key, value] of Object.entries(index.settings)) {
    const [, group, name, rest] = setting.exec(key) ?? [];
    if (group === undefined || name === undefined || rest === undefined) continue;
    const parameters = found[group as Group].get(name) ?? new Map<string, string[]>();
    found[group as Group].set(name, parameters);
    const parameter = rest.replace(/\.\d+$/, '');
    const values = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
    parameters.set(parameter, [...(parameters.get(parameter) ?? []), ...values]);
  }
  return found;
}

function* analyzersOf(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if ((key === 'analyzer' || key === 'search_analyzer') && typeof value === 'string') yield value;
    else if (typeof value === 'object') yield* analyzersOf(value);
  }
}
