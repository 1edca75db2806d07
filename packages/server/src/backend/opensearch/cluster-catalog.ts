import { type IndexCatalog, indicesOfAlias } from '../../cluster/index-names.ts';
import type { ClusterIndex } from './upstream-names.ts';

/** `GET /_resolve/index/*`. */
export interface ResolveBody {
  readonly indices?: readonly {
    readonly name: string;
    readonly attributes?: readonly string[];
    readonly aliases?: readonly string[];
  }[];
  readonly data_streams?: readonly { readonly name: string; readonly backing_indices: readonly string[] }[];
}

/** `GET /_alias`. */
export type AliasBody = Readonly<
  Record<
    string,
    {
      readonly aliases?: Readonly<
        Record<
          string,
          { readonly is_write_index?: boolean; readonly is_hidden?: boolean; readonly filter?: unknown }
        >
      >;
    }
  >
>;

/**
 * What the cluster holds, for resolving names here. `aliased`: what more there is to know of aliases, which a block on
 * any index keeps from being told; then an alias counts as filtered, and as one that no index is marked for writing.
 */
export function clusterCatalog(
  resolved: ResolveBody,
  aliased: AliasBody | undefined,
  nowMs: number,
): IndexCatalog<ClusterIndex> {
  const indices = new Map<string, ClusterIndex>();
  for (const { name, attributes = [], aliases = [] } of resolved.indices ?? []) {
    const told = aliased !== undefined && Object.hasOwn(aliased, name) ? aliased[name]?.aliases : undefined;
    indices.set(name, {
      name,
      uuid: '_na_',
      state: attributes.includes('closed') ? 'close' : 'open',
      settings: attributes.includes('hidden') ? { 'index.hidden': 'true' } : {},
      aliases: aliasesOf(aliases, told ?? {}),
    });
  }
  const streams = (resolved.data_streams ?? []).map(({ name, backing_indices: names }) => {
    const members = names.flatMap((each) => indices.get(each) ?? []);
    return [name, members] as const;
  });
  return {
    streams: () => new Map(streams),
    all: () => indices.values(),
    get: (name) => indices.get(name),
    behind: (alias) => indicesOfAlias(indices.values(), alias),
    require: () => {},
    mayName: () => true,
    now: () => nowMs,
  };
}

function aliasesOf(
  names: readonly string[],
  told: NonNullable<AliasBody[string]['aliases']>,
): ClusterIndex['aliases'] {
  const all = new Set([...names, ...Object.keys(told)]);
  const aliases = [...all].map((name): [string, ClusterIndex['aliases'][string]] => {
    if (!Object.hasOwn(told, name)) return [name, { isFiltered: true }];
    const { is_write_index: writes, is_hidden: hidden, filter } = told[name]!;
    return [
      name,
      {
        ...(writes === undefined ? {} : { isWriteIndex: writes }),
        ...(hidden === undefined ? {} : { isHidden: hidden }),
        isFiltered: filter !== undefined,
      },
    ];
  });
  return Object.fromEntries(aliases);
}
