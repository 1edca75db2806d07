import { dictionary, type JsonMap } from '@sextant/contract';
import { checkBlocks } from '../../../cluster/blocks.ts';
import { metadataIndices } from '../../../cluster/indices-options.ts';
import { type Handler, ok } from '../context.ts';
import { asSeen } from '../document/visible-documents.ts';
import { streamOf } from '../streams/data-stream.ts';
import { aliasesBody } from './alias-metadata.ts';
import { refuseTypes } from './create-index.ts';
import { defaultsBody, settingsBody, settingsView, shownSettings } from './index-settings-body.ts';
import { resolvedNames } from './resolve.ts';

/** Aliases, mappings and settings; HEAD says whether all names exist. */
export const getIndex: Handler<'indices.get'> = async (context, request) => {
  refuseTypes(request);
  const indices = resolvedNames(context, request, metadataIndices);
  checkBlocks(indices, 'metadata_read');
  const view = settingsView(request.params);
  const body: Record<string, JsonMap> = dictionary();
  for (const index of indices) {
    body[index.name] = {
      aliases: aliasesBody(index.aliases),
      mappings: asSeen(context, request, index).mappings as JsonMap,
      settings: settingsBody(shownSettings(index, view.human), view),
      data_stream: streamOf(context.metadata, index.name),
      ...(request.params.include_defaults === true ? { defaults: defaultsBody(index, view) } : {}),
    };
  }
  return ok(body);
};
