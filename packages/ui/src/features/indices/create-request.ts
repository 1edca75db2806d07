import { isObject } from '@sextant/contract';
import type { MessageKey } from '../../lib/messages/messages.ts';
import { shape, shapeAt, text } from '../../lib/shape.ts';

/** Form and JSON are two looks at one text: the form is read from it and writes back into it. */

export interface FieldRow {
  readonly name: string;
  readonly type: string;
}

export interface CreateForm {
  readonly shards: string;
  readonly replicas: string;
  /** Top-level fields of the mapping that have a type. */
  readonly fields: readonly FieldRow[];
}

type Body = Record<string, unknown>;

export const firstBody = bodyText({
  settings: { index: { number_of_shards: 1, number_of_replicas: 0 } },
  mappings: { properties: {} },
});

export const fieldTypes = [
  'keyword',
  'text',
  'long',
  'integer',
  'double',
  'float',
  'boolean',
  'date',
  'ip',
  'object',
];

/** The form that a body says, or undefined while the body is no JSON object. */
export function formOf(body: string): CreateForm | undefined {
  const parsed = parseBody(body);
  if (parsed === undefined) return undefined;
  const fields = Object.entries(shapeAt(parsed, 'mappings', 'properties'));
  return {
    shards: settingOf(parsed, 'number_of_shards'),
    replicas: settingOf(parsed, 'number_of_replicas'),
    fields: fields.map(([name, value]) => ({ name, type: text(shape(value), 'type', 'object') })),
  };
}

/** Settings may be written nested, dotted, or bare under `settings`. */
function settingOf(body: Body, key: string): string {
  const settings = shapeAt(body, 'settings');
  const value = shapeAt(settings, 'index')[key] ?? settings[`index.${key}`] ?? settings[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function withSetting(body: string, key: string, value: string): string {
  const parsed = parseBody(body) ?? {};
  const settings: Body = { ...shapeAt(parsed, 'settings') };
  delete settings[`index.${key}`];
  delete settings[key];
  const index: Body = { ...shapeAt(settings, 'index') };
  if (value === '') delete index[key];
  else index[key] = /^\d+$/.test(value) ? Number(value) : value;
  return bodyText({ ...parsed, settings: { ...settings, index } });
}

export function withField(body: string, field: FieldRow): string {
  const parsed = parseBody(body) ?? {};
  const properties = { ...shapeAt(parsed, 'mappings', 'properties'), [field.name]: { type: field.type } };
  return bodyText({ ...parsed, mappings: { ...shapeAt(parsed, 'mappings'), properties } });
}

export function withoutField(body: string, name: string): string {
  const parsed = parseBody(body) ?? {};
  const properties: Body = { ...shapeAt(parsed, 'mappings', 'properties') };
  delete properties[name];
  return bodyText({ ...parsed, mappings: { ...shapeAt(parsed, 'mappings'), properties } });
}

/** What is wrong with a name, by the rules of the service; it has the last word. */
export function nameProblem(name: string): MessageKey | undefined {
  if (name === '') return undefined;
  if (name !== name.toLowerCase()) return 'create.nameLower';
  if (/[\\/*?"<>| ,#:]/.test(name)) return 'create.nameCharacters';
  if (/^[-_+]/.test(name)) return 'create.nameStart';
  if (name === '.' || name === '..') return 'create.nameDots';
  return new TextEncoder().encode(name).length > 255 ? 'create.nameLong' : undefined;
}

function parseBody(body: string): Body | undefined {
  if (body.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(body);
    return isObject(parsed) ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}

function bodyText(body: Body): string {
  return JSON.stringify(body, null, 2);
}
