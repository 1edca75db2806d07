import { deleteByQuery, updateByQuery } from '../by-query/by-query-handlers.ts';
import { reindex } from '../by-query/reindex.ts';
import { rethrottle } from '../by-query/rethrottle.ts';
import type { Handlers } from '../context.ts';
import { bulk } from './bulk.ts';
import { deleteDocument } from './delete-document.ts';
import { getDocument, getSource } from './get-document.ts';
import { indexDocument } from './index-document.ts';
import { multiGet } from './multi-get.ts';
import { updateDocument } from './update-document.ts';

export const documentHandlers: Handlers<'document'> = {
  index: indexDocument,
  index_auto_id: indexDocument,
  create: indexDocument,
  update: updateDocument,
  delete: deleteDocument,
  get: getDocument,
  get_source: getSource,
  mget: multiGet,
  bulk,
  update_by_query: updateByQuery,
  delete_by_query: deleteByQuery,
  reindex,
  update_by_query_rethrottle: rethrottle,
  delete_by_query_rethrottle: rethrottle,
  reindex_rethrottle: rethrottle,
};
