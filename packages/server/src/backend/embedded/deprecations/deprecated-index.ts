import { isObject } from '@sextant/contract';
import type { SettingsUpdate } from '../../../cluster/flat-settings.ts';

type Warn = (text: string) => void;
type JsonObject = Readonly<Record<string, unknown>>;

const oldSetting = (name: string): string =>
  `[${name}] setting was deprecated in OpenSearch and will be removed in a future release! See the breaking changes ` +
  'documentation for the next major version.';
const retention =
  'Translog retention settings [index.translog.retention.age] and [index.translog.retention.size] are deprecated ' +
  'and effectively ignored. They will be removed in a future version.';
const fieldNames =
  'Disabling _field_names is not necessary because it no longer carries a large index overhead. Support for the ' +
  '`enabled` setting will be removed in a future major version. Please remove it from your mappings and templates.';
const multiFields = (names: readonly string[]): string =>
  `At least one multi-field, [${names.join(', ')}], was encountered that itself contains a multi-field. Defining ` +
  'multi-fields within a multi-field is deprecated and will no longer be supported in 8.0. To resolve the issue, ' +
  'all instances of [fields] that occur within a [fields] block should be removed from the mappings, either by ' +
  'flattening the chained [fields] blocks into a single level, or switching to [copy_to] if appropriate.';

/** Of both kinds of synonym filters. */
const synonymCase =
  'The ignore_case option on the synonym_graph filter is deprecated. Instead, insert a lowercase filter in the filter ' +
  'chain before the synonym_graph filter.';

/** Says that a name is one of those that are kept for hidden indices. */
export function warnOfName(name: string, hidden: boolean, warn: Warn): void {
  if (!name.startsWith('.') || hidden) return;
  warn(
    `index name [${name}] starts with a dot '.', in the next major version, index names starting with a dot are ` +
      'reserved for hidden indices and system indices',
  );
}

/** Says which settings of an index should no longer be set. */
export function warnOfIndexSettings(settings: SettingsUpdate, warn: Warn): void {
  const isSet = (name: string): boolean => settings[name] !== undefined && settings[name] !== null;
  if (isSet('index.translog.retention.age') || isSet('index.translog.retention.size')) warn(retention);
  const adjacency = 'index.max_adjacency_matrix_filters';
  if (isSet(adjacency)) warn(oldSetting(adjacency));
  for (const name of Object.keys(settings)) {
    const [, filter] = /^index\.analysis\.filter\.(.+)\.ignore_case$/.exec(name) ?? [];
    if (filter === undefined || !isSet(name)) continue;
    if (!String(settings[`index.analysis.filter.${filter}.type`]).startsWith('synonym')) continue;
    warn(synonymCase);
    break;
  }
}

/** Says what of a mapping should be written in another way. It was read and is sound. */
export function warnOfMapping(mapping: JsonObject, warn: Warn): void {
  if (isObject(mapping._field_names) && mapping._field_names.enabled !== undefined) warn(fieldNames);
  warnOfFields(mapping, warn);
}

function warnOfFields(node: JsonObject, warn: Warn): void {
  if (!isObject(node.properties)) return;
  for (const [name, field] of Object.entries(node.properties)) {
    if (!isObject(field)) continue;
    warnOfParameters(name, field, warn);
    if (isObject(field.fields)) {
      const chained = Object.entries(field.fields).filter(
        ([, part]) => isObject(part) && isObject(part.fields),
      );
      if (chained.length > 0) warn(multiFields(chained.map(([part]) => part)));
    }
    warnOfFields(field, warn);
  }
}

/** Types whose fields have no scores by similarity: the parameters of words are taken and do nothing. */
const scoreless: ReadonlySet<unknown> = new Set(
  (
    'binary boolean byte date date_nanos double float half_float integer ip long scaled_float short token_count ' +
    'unsigned_long rank_feature rank_features'
  ).split(' '),
);

function warnOfParameters(name: string, field: JsonObject, warn: Warn): void {
  const { type } = field;
  const idle = (parameter: string): void => {
    warn(`Parameter [${parameter}] has no effect on type [${String(type)}] and will be removed in future`);
  };
  const isBinary = type === 'binary';
  if (isBinary && field.index === true) idle('index');
  if (field.boost !== undefined) {
    if (isBinary) idle('boost');
    else warn(`Parameter [boost] on field [${name}] is deprecated and will be removed in 3.0`);
  }
  if (type === 'rank_feature' || type === 'rank_features') {
    for (const parameter of ['store', 'index', 'doc_values'])
      if (field[parameter] !== undefined) idle(parameter);
  }
  for (const parameter of ['similarity', 'index_options']) {
    if (field[parameter] !== undefined && scoreless.has(type)) idle(parameter);
  }
  if (type === 'geo_point' && field.similarity !== undefined) {
    warn(`The [similarity] parameter has no effect on field [${name}] and will be removed in 8.0`);
  }
}

/** Says that several templates of the older kind were put together for an index. */
export function warnOfLegacyTemplates(index: string, templates: readonly string[], warn: Warn): void {
  if (templates.length < 2) return;
  warn(
    `index [${index}] matches multiple legacy templates [${templates.join(', ')}], composable templates will only ` +
      'match a single template',
  );
}
