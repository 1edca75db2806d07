import { table } from '@sextant/contract';
import type { ProcessorType } from './processor.ts';
import { communityId } from './processors/community-id.ts';
import { date, dateIndexName } from './processors/dates.ts';
import { dissect } from './processors/dissect.ts';
import { append, copy, dotExpander, remove, rename, set } from './processors/fields.ts';
import { fingerprint } from './processors/fingerprint.ts';
import { drop, fail, foreach, pipeline, script } from './processors/flow.ts';
import { grok } from './processors/grok.ts';
import { removeByPattern } from './processors/remove-by-pattern.ts';
import { aclRouting, hierarchicalRouting, temporalRouting } from './processors/routings.ts';
import { csv, json, kv } from './processors/structured.ts';
import { gsub, htmlStrip, lowercase, split, trim, uppercase, urldecode } from './processors/texts.ts';
import { bytes, convert, join, sort } from './processors/values.ts';

/** Every kind of processor: one line each, in the order in which `_nodes/ingest` names them. */
export const processorTypes: Readonly<Record<string, ProcessorType>> = table({
  acl_routing: aclRouting,
  append,
  bytes,
  community_id: communityId,
  convert,
  copy,
  csv,
  date,
  date_index_name: dateIndexName,
  dissect,
  dot_expander: dotExpander,
  drop,
  fail,
  fingerprint,
  foreach,
  grok,
  gsub,
  hierarchical_routing: hierarchicalRouting,
  html_strip: htmlStrip,
  join,
  json,
  kv,
  lowercase,
  pipeline,
  remove,
  remove_by_pattern: removeByPattern,
  rename,
  script,
  set,
  sort,
  split,
  temporal_routing: temporalRouting,
  trim,
  uppercase,
  urldecode,
});
