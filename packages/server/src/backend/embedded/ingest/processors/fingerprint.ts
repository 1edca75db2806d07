import { createHash } from 'node:crypto';
import { hashMapOrder } from '@sextant/engine';
import { failed, type IngestDocument, metadataNames } from '../ingest-document.ts';
import { isList, isValues, javaText, type Value, type Values } from '../java-values.ts';
import type { ProcessorType } from '../processor.ts';
import type { Config } from '../processor-config.ts';

/** Algorithms of Node by the names of requests, which hold the version whose way of joining fields is meant. */
const algorithms: ReadonlyMap<string, string> = new Map([
  ['MD5@2.16.0', 'md5'],
  ['SHA-1@2.16.0', 'sha1'],
  ['SHA-256@2.16.0', 'sha256'],
  ['SHA3-256@2.16.0', 'sha3-256'],
]);

/** A hash of some fields, or of all but some. */
export const fingerprint: ProcessorType = (config) => {
  const fields = namesOf(config, 'fields');
  const excluded = namesOf(config, 'exclude_fields');
  if (fields.length > 0) {
    refuseEmptyNames(config, 'fields', fields);
    if (excluded.length > 0) throw config.wrong('fields', 'either fields or exclude_fields can be set');
  }
  refuseEmptyNames(config, 'exclude_fields', excluded);
  const target = config.optionalText('target_field') ?? 'fingerprint';
  const method = config.optionalText('hash_method') ?? 'SHA-1@2.16.0';
  const algorithm = algorithms.get(method.toUpperCase());
  if (algorithm === undefined) {
    const known = 'MD5@2.16.0, SHA-1@2.16.0, SHA-256@2.16.0 or SHA3-256@2.16.0';
    throw config.wrong('hash_method', `hash method must be ${known}`);
  }
  const ignoreMissing = config.flag('ignore_missing', false);
  const hidden = new Set(excluded);
  return (document) => {
    const names = fields.length > 0 ? [...new Set(fields)] : Object.keys(document.fields);
    const wanted = names.filter((name) => !metadataNames.has(name) && !hidden.has(name)).sort();
    const text = wanted.map((name) => fieldText(document, name, ignoreMissing)).join('');
    if (text === '') return;
    document.charge(text.length);
    const hash = createHash(algorithm).update(`${text}|`).digest('base64');
    document.set(target, `${method}:${hash}`);
  };
};

function namesOf(config: Config, name: string): readonly string[] {
  return (config.optionalList(name) ?? []).map((each) => (each === null ? '' : javaText(each)));
}

function refuseEmptyNames(config: Config, name: string, names: readonly string[]): void {
  if (names.includes('')) throw config.wrong(name, 'field name cannot be null nor empty');
}

/** `|a|3:xyz`; of an object one such for each value in it, by its path. */
function fieldText(document: IngestDocument, name: string, ignoreMissing: boolean): string {
  if (!document.has(name)) {
    if (ignoreMissing) return '';
    throw failed(`field [${name}] doesn't exist`);
  }
  const value = document.get(name);
  if (!isValues(value)) return valueText(name, value);
  const flat = new Map<string, Value>();
  flatten(value, '', flat);
  return [...flat]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, each]) => valueText(`${name}.${path}`, each))
    .join('');
}

function valueText(path: string, value: Value): string {
  const text = printed(value);
  return `|${path}|${text.length}:${text}`;
}

function flatten(values: Values, before: string, into: Map<string, Value>): void {
  for (const [key, value] of Object.entries(values)) {
    if (isValues(value)) flatten(value, `${before}${key}.`, into);
    else into.set(before + key, value);
  }
}

/** As Java prints it, where the keys of a map have the order of their hashes. */
function printed(value: Value): string {
  if (isList(value)) return `[${value.map(printed).join(', ')}]`;
  if (!isValues(value)) return javaText(value);
  return `{${hashMapOrder(Object.keys(value))
    .map((key) => `${key}=${printed(value[key]!)}`)
    .join(', ')}}`;
}
