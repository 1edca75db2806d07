import type { Handlers } from '../context.ts';
import { count } from './count.ts';
import { multiSearch } from './multi-search.ts';
import { search } from './search.ts';

export const searchHandlers: Handlers = { search, count, msearch: multiSearch };
