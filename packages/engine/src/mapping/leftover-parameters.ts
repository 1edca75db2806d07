import type { ApiError } from '@sextant/contract';
import { mapperParsing } from './errors.ts';
import { hashMapOrder, javaText } from './java-text.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** `[b : {a=2}] [a : 1]`: what is left over, as OpenSearch lists it. */
export function remaining(keys: readonly string[], given: JsonObject): string {
  return hashMapOrder(keys)
    .map((key) => ` [${key} : ${javaText(given[key])}]`)
    .join('');
}

export function unsupportedParameters(
  name: string,
  keys: readonly string[],
  definition: JsonObject,
): ApiError {
  const rest = remaining(keys, definition);
  return mapperParsing(`Mapping definition for [${name}] has unsupported parameters: ${rest}`);
}
