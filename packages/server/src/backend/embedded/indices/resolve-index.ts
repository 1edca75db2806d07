import { type JsonMap, wildcardTest } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import { type IndicesOptions, resolveIndices, splitNames } from '../../../cluster/index-names.ts';
import { indicesOptions, metadataIndices } from '../../../cluster/indices-options.ts';
import { indexSetting } from '../../../cluster/settings/index-rows.ts';
import { catalogOf, type Handler, ok } from '../context.ts';
import { dataStreams, streamOf } from '../streams/data-stream.ts';

/** Indices and aliases that an expression means. */
export const resolveIndexNames: Handler<'indices.resolve_index'> = async (context, request) => {
  const names = splitNames(request.pathParams.name);
  const options = {
    ...indicesOptions(request.params, metadataIndices),
    ignoreUnavailable: true,
    withoutStreams: true,
  };
  const catalog = catalogOf(context, request);
  const direct = resolveIndices(catalog, names, options).filter((entry) => entry.direct);
  const indices = direct.map(({ index }): JsonMap => {
    const aliases = Object.keys(index.aliases).sort();
    return {
      name: index.name,
      ...(aliases.length === 0 ? {} : { aliases }),
      attributes: [
        ...(indexSetting(index.settings, 'index.hidden') ? ['hidden'] : []),
        index.state === 'open' ? 'open' : 'closed',
      ],
      data_stream: streamOf(context.metadata, index.name),
    };
  });
  indices.sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1));
  const behind = new Map<string, string[]>();
  const hidden = new Set<string>();
  for (const index of catalog.all()) {
    for (const [alias, { isHidden }] of Object.entries(index.aliases)) {
      behind.set(alias, [...(behind.get(alias) ?? []), index.name]);
      if (isHidden === true) hidden.add(alias);
    }
  }
  const aliases = [...meant(names, behind.keys(), options, hidden)]
    .sort()
    .map((name) => ({ name, indices: behind.get(name)!.sort() }));
  const all = catalog.streams?.() ?? new Map<string, readonly IndexMetadata[]>();
  const streams = [...meant(names, all.keys(), options)].map((name) => [name, all.get(name)!] as const);
  const dataStreamsBody = streams.map(([name, members]) => ({
    name,
    backing_indices: members.map((member) => member.name),
    timestamp_field: context.metadata.entries(dataStreams).get(name)?.timestampField,
  }));
  return ok({ indices, aliases, data_streams: dataStreamsBody });
};

/** The aliases or data streams that an expression means, names and exclusions in their turn; `_all` means none. `hidden`: not met by wildcards. */
function meant(
  expressions: readonly string[],
  known: Iterable<string>,
  { expandOpen, expandClosed, expandHidden }: IndicesOptions,
  hidden: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const all = [...known];
  const met = expandOpen || expandClosed ? all.filter((name) => expandHidden || !hidden.has(name)) : [];
  const found = new Set<string>();
  let wildcardSeen = false;
  for (const expression of expressions) {
    const isPattern = expression.includes('*');
    if (wildcardSeen && expression.startsWith('-')) {
      const goes = wildcardTest(expression.slice(1));
      for (const name of [...found]) if (goes(name)) found.delete(name);
    } else {
      const matches = wildcardTest(expression);
      for (const name of isPattern ? met : all) if (matches(name)) found.add(name);
      wildcardSeen ||= isPattern;
    }
  }
  return found;
}
