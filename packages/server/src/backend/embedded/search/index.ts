import type { Handlers } from '../context.ts';
import { count } from './count.ts';
import { fieldCaps } from './field-caps.ts';
import { multiSearch } from './multi-search.ts';
import { search } from './search.ts';
import { searchShards } from './search-shards.ts';

export const searchHandlers: Handlers<'search'> = {
  search,
  count,
  msearch: multiSearch,
  search_shards: searchShards,
  field_caps: fieldCaps,
};
