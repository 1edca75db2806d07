import { table } from '@sextant/contract';

/** What can be done here with a field that every index has. */
interface SystemField {
  readonly type: string;
  readonly searchable: boolean;
  readonly aggregatable: boolean;
}

function field(type: string, searchable: boolean, aggregatable = false): SystemField {
  return { type, searchable, aggregatable };
}

/** The fields that every index has without mapping them, by name. */
export const systemFields: Readonly<Record<string, SystemField>> = table({
  _data_stream_timestamp: field('_data_stream_timestamp', false),
  _doc_count: field('long', false),
  _feature: field('_feature', false),
  _field_names: field('_field_names', true),
  _id: field('_id', true, true),
  _ignored: field('_ignored', true),
  _index: field('_index', true, true),
  _nested_path: field('_nested_path', true),
  _routing: field('_routing', true),
  _seq_no: field('_seq_no', true, true),
  _source: field('_source', false),
  _version: field('_version', false),
});
