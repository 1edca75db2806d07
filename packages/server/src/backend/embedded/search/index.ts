import type { Handlers } from '../context.ts';
import { searchPipelineHandlers } from '../search-pipelines/pipeline-handlers.ts';
import { searchTemplateHandlers } from '../search-templates/index.ts';
import { multiTermVectors, termVectors } from '../term-vectors/term-vectors.ts';
import {
  closePointInTime,
  createPit,
  deleteAllPits,
  deletePit,
  getAllPits,
  openPointInTime,
} from './contexts/point-in-time.ts';
import { clearScroll, scroll } from './contexts/scroll.ts';
import { count } from './count.ts';
import { explainDocument } from './explain-document.ts';
import { fieldCaps } from './field-caps.ts';
import { multiSearch } from './multi-search.ts';
import { rankEval } from './rank-eval/rank-eval.ts';
import { search } from './search.ts';
import { searchShards } from './search-shards.ts';

export const searchHandlers: Handlers<'search'> = {
  search,
  count,
  explain: explainDocument,
  msearch: multiSearch,
  scroll,
  clear_scroll: clearScroll,
  create_pit: createPit,
  open_point_in_time: openPointInTime,
  get_all_pits: getAllPits,
  delete_pit: deletePit,
  close_point_in_time: closePointInTime,
  delete_all_pits: deleteAllPits,
  rank_eval: rankEval,
  search_shards: searchShards,
  field_caps: fieldCaps,
  termvectors: termVectors,
  mtermvectors: multiTermVectors,
  ...searchPipelineHandlers,
  ...searchTemplateHandlers,
};
