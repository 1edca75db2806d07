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
