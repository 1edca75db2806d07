import { Double, isObject, type Json, Long } from '@sextant/contract';
import { compactJson } from '../../../wire/json-writer.ts';
import { doubleText } from '../../../wire/number-text.ts';
import { isKeptNumber } from '../ingest/java-values.ts';

/** The members of an object of parameters; undefined for all else. */
export function membersOf(value: Json | undefined): Readonly<Record<string, Json>> | undefined {
  if (!isObject(value) || value instanceof Double || value instanceof Long || isKeptNumber(value))
    return undefined;
  return value as Readonly<Record<string, Json>>;
}

/** A value where a template names it: a list by the places of its elements. */
export function valueText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (!Array.isArray(value)) return javaText(value);
  return `{${(value as readonly Json[]).map((each, place) => `${place}=${javaText(each)}`).join(', ')}}`;
}

/** As Java prints numbers, lists and maps. */
export function javaText(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(javaText).join(', ')}]`;
  if (value instanceof Double) return doubleText(value.value);
  if (value instanceof Long) return value.digits;
  if (isKeptNumber(value)) return value.rawJSON;
  const members = membersOf(value);
  if (members === undefined) return String(value);
  const parts = Object.entries(members).map(([name, each]) => `${name}=${javaText(each)}`);
  return `{${parts.join(', ')}}`;
}

/** What `toJson` makes of a value: lists and objects in JSON, others as their text. */
export function jsonText(value: Json | undefined): string {
  const isPlain = !Array.isArray(value) && membersOf(value) === undefined;
  return isPlain ? valueText(value) : compactJson(value as Json).toString();
}

/** As it may stand between the quotes of a JSON string. */
export function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** As Java's URLEncoder does. */
export function encodeUrl(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
