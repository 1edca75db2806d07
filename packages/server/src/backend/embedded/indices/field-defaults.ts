import { dictionary, isObject, type Json, type JsonMap } from '@sextant/contract';
import { fieldTypeOf } from '@sextant/engine';

/** The definition of a field with the parameters that it leaves at their defaults, in its multi-fields too. */
export function withDefaults(definition: JsonMap): JsonMap {
  const type = String(definition.type);
  const defaults = fieldTypeOf(type)?.defaults;
  const { fields } = definition;
  const complete: Record<string, Json | undefined> = dictionary({ type, ...defaults, ...definition });
  if (isObject(fields)) {
    complete.fields = Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, withDefaults(field as JsonMap)]),
    );
  }
  if (fieldTypeOf(type)?.storage === 'text') {
    complete.search_analyzer ??= complete.analyzer;
    complete.search_quote_analyzer ??= complete.search_analyzer;
  }
  return complete;
}

/** The same of a field whose values a script makes. */
export function derivedWithDefaults(definition: JsonMap): JsonMap {
  const { type, script, ...rest } = definition;
  const own = { type, ...(script === undefined ? {} : { script }) };
  return dictionary<Json | undefined>({ ...own, ...derivedDefaults, ...rest });
}

const derivedDefaults: JsonMap = {
  properties: {},
  prefilter_field: '',
  format: 'strict_date_optional_time||epoch_millis',
  ignore_malformed: false,
};
