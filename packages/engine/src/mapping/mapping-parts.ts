import type { FlatSettings } from '../analysis/registry.ts';
import { booleanOf } from './boolean-value.ts';
import { checkKinds, type DerivedFields } from './derived/derived-fields.ts';
import type { FieldView } from './field-view.ts';
import { checkDepth, checkFieldsRead, checkPartitions, type Limits } from './mapping-limits.ts';
import { type JsonObject, MappingParser, parseDynamic } from './mapping-parser.ts';
import { ObjectMapper } from './object-mapper.ts';
import { checkRootKeys, parseRootSettings, type RootSettings } from './root-settings.ts';

/** What a mapping is made of. */
export interface MappingParts {
  readonly root: ObjectMapper;
  readonly rootEnabled: boolean | undefined;
  readonly settings: RootSettings;
  readonly flat: FlatSettings;
  /** Hides some of the fields. */
  readonly view?: FieldView;
  /** In place of those of `settings`. */
  readonly derived?: DerivedFields;
}

/** Reads the JSON of a mapping. Throws ApiError. */
export function parseParts(
  definition: JsonObject,
  flat: FlatSettings,
  { depth: limit, totalFields }: Limits,
): MappingParts {
  const parser = new MappingParser(flat, {
    checkDepth: (path, depth) => checkDepth(path, depth, limit),
    checkFields: (count) => checkFieldsRead(count, totalFields),
  });
  const { dynamic, enabled } = definition;
  const { disableObjects, children } = parser.inner('_doc', '', definition);
  checkPartitions(children.values(), flat);
  const settings = parseRootSettings(definition);
  checkRootKeys(definition);
  const root = new ObjectMapper({
    name: '_doc',
    path: '',
    dynamic: dynamic === undefined ? undefined : parseDynamic(dynamic),
    enabled: enabled === undefined ? undefined : booleanOf('enabled.enabled', enabled),
    disableObjects,
    children,
  });
  checkKinds({ root, settings }, { root, settings });
  return { root, rootEnabled: enabled === undefined ? undefined : root.enabled, settings, flat };
}
