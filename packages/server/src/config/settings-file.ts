import { isObject } from '@sextant/contract';
import { parseDocument } from 'yaml';
import { ConfigError, type GivenSetting } from './settings.ts';

/** Settings of a YAML file, nested or with dotted names. Throws ConfigError that names the line. */
export function parseSettingsFile(text: string, file: string): GivenSetting[] {
  const document = parseDocument(text, { logLevel: 'silent' });
  const error = document.errors[0];
  if (error !== undefined) {
    const line = error.linePos?.[0].line;
    throw new ConfigError(
      `${file}${line === undefined ? '' : ` line ${line}`}: ${error.message.split('\n')[0]}`,
    );
  }
  const content: unknown = document.toJS({ maxAliasCount: 0 });
  const given: GivenSetting[] = [];
  if (content === null || content === undefined) return given;
  if (!isObject(content)) throw new ConfigError(`${file}: settings are written as name: value`);
  flatten(content, '', file, given);
  return given;
}

function flatten(
  object: Readonly<Record<string, unknown>>,
  prefix: string,
  file: string,
  given: GivenSetting[],
): void {
  for (const [key, value] of Object.entries(object)) {
    const name = prefix + key;
    if (Array.isArray(value)) given.push({ name, value: value.map(String), origin: file });
    else if (isObject(value)) flatten(value, `${name}.`, file, given);
    else if (value !== null && value !== undefined) given.push({ name, value: String(value), origin: file });
  }
}
