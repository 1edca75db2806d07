import { apiError, dictionary, isObject } from '@sextant/contract';

export type FlatSettings = Readonly<Record<string, string | readonly string[]>>;
/** null removes a setting. */
export type SettingsUpdate = Record<string, string | readonly string[] | null>;

/** What every object of some languages has: names that tools which read settings as objects would trip over. */
const reservedParts: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** An index, the cluster and a body have so many at most: all of them are checked, kept and told of by the thread that serves everybody. */
const SETTINGS_MAX = 10_000;

/** Throws ApiError. */
export function checkSettingCount(count: number): void {
  if (count <= SETTINGS_MAX) return;
  throw apiError('illegal_argument_exception', `Limit of settings [${SETTINGS_MAX}] has been exceeded`);
}

/**
 * Settings of a body, nested or dotted, with or without `index.` in front, as flat full names. A member
 * `index` or (on update) `settings` is a level of nesting only.
 */
export function flattenIndexSettings(body: unknown, key = 'settings'): SettingsUpdate {
  const named: SettingsUpdate = dictionary();
  for (const [name, value] of Object.entries(flattenSettings(body, key))) named[withPrefix(name)] = value;
  return named;
}

/**
 * Settings of a body, nested or dotted, as flat names. `key`: where they stand in the body. Throws ApiError for what
 * is no object, and for reserved parts of names.
 */
export function flattenSettings(body: unknown, key: string): SettingsUpdate {
  if (!isObject(body)) throw apiError('parse_exception', `key [${key}] must be an object`);
  const flat: SettingsUpdate = dictionary();
  let count = 0;
  flatten(body, '', (name, value) => {
    checkSettingCount(++count);
    flat[name] = value;
  });
  return flat;
}

function withPrefix(name: string): string {
  return name.startsWith('index.') || name === '*' ? name : `index.${name}`;
}

function flatten(
  object: Readonly<Record<string, unknown>>,
  prefix: string,
  add: (name: string, value: SettingsUpdate[string]) => void,
): void {
  for (const key of Object.keys(object)) {
    const value = object[key];
    const name = prefix + key;
    const reserved = key.split('.').find((part) => reservedParts.has(part));
    if (reserved !== undefined) {
      throw apiError(
        'illegal_argument_exception',
        `[${reserved}] is not allowed in the name of a setting [${name}]`,
      );
    }
    if (value === null) add(name, null);
    else if (Array.isArray(value)) add(name, listOf(value, name));
    else if (isObject(value)) flatten(value, `${name}.`, add);
    else add(name, String(value));
  }
}

function listOf(list: readonly unknown[], name: string): string[] {
  if (list.some(isObject)) {
    throw apiError('settings_exception', `Failed to load settings: [${name}] holds objects in a list`);
  }
  return list.map(String);
}

export interface NestedSettings {
  [key: string]: string | readonly string[] | NestedSettings;
}

/**
 * `index.blocks.write` → `{index: {blocks: {write}}}`. Where a name is also a group, the rest keeps its dots.
 */
export function nestSettings(flat: FlatSettings): NestedSettings {
  const root: NestedSettings = dictionary();
  for (const name of Object.keys(flat).sort()) {
    const parts = name.split('.');
    let node = root;
    let at = 0;
    for (; at < parts.length - 1; at++) {
      const below = node[parts[at]!];
      if (below === undefined) node = node[parts[at]!] = dictionary();
      else if (typeof below === 'string' || Array.isArray(below)) break;
      else node = below as NestedSettings;
    }
    node[parts.slice(at).join('.')] = flat[name]!;
  }
  return root;
}

/** Those that are set. */
export function withoutNulls(settings: SettingsUpdate): FlatSettings {
  const kept: Record<string, string | readonly string[]> = dictionary();
  for (const [name, value] of Object.entries(settings)) if (value !== null) kept[name] = value;
  return kept;
}
