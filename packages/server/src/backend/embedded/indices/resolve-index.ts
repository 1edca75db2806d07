import { type JsonMap, wildcardTest } from '@sextant/contract';
import { resolveIndices, splitNames } from '../../../cluster/index-names.ts';
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
  const tests = names.map(wildcardTest);
  const behind = new Map<string, string[]>();
  for (const index of catalog.all()) {
    for (const alias of Object.keys(index.aliases)) {
      if (!tests.some((test) => test(alias))) continue;
      behind.set(alias, [...(behind.get(alias) ?? []), index.name]);
    }
  }
  const aliases = [...behind]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, members]) => ({ name, indices: members.sort() }));
  const streams = [...(catalog.streams?.() ?? [])].filter(([name]) => tests.some((test) => test(name)));
  const dataStreamsBody = streams.map(([name, members]) => ({
    name,
    backing_indices: members.map((member) => member.name),
    timestamp_field: context.metadata.entries(dataStreams).get(name)?.timestampField,
  }));
  return ok({ indices, aliases, data_streams: dataStreamsBody });
};
