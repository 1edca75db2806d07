import { table } from '@sextant/contract';
import type { ProcessorType } from './processor.ts';
import { date, dateIndexName } from './processors/dates.ts';
import { dissect } from './processors/dissect.ts';
import { append, copy, dotExpander, remove, rename, set } from './processors/fields.ts';
import { drop, fail, foreach, pipeline, script } from './processors/flow.ts';
import { grok } from './processors/grok.ts';
import { csv, json, kv } from './processors/structured.ts';
import { gsub, lowercase, split, trim, uppercase, urldecode } from './processors/texts.ts';
import { bytes, convert, join, sort } from './processors/values.ts';

/** Every kind of processor: one line each, in the order in which `_nodes/ingest` names them. */
export const processorTypes: Readonly<Record<string, ProcessorType>> = table({
  append,
  bytes,
  convert,
  copy,
  csv,
  date,
  date_index_name: dateIndexName,
  dissect,
  dot_expander: dotExpander,
  drop,
  fail,
  foreach,
  grok,
  gsub,
  join,
  json,
  kv,
  lowercase,
  pipeline,
  remove,
  rename,
  script,
  set,
  sort,
  split,
  trim,
  uppercase,
  urldecode,
});
