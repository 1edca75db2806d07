import { ApiError, apiError, table } from '@sextant/contract';
import type { ProcessorType } from '../processor.ts';
import { givenValue, textOf } from './field-values.ts';

type Role = 'value' | 'append' | 'skip' | 'nameOf' | 'valueOf';

interface Key {
  readonly name: string;
  readonly role: Role;
  /** Of appended parts: their order where it is said. */
  readonly place: number;
  /** Delimiters that follow may be repeated. */
  readonly padded: boolean;
  /** What ends the value; empty at the end of the pattern. */
  readonly delimiter: string;
}

const keyPattern = /%\{([^}]*)\}/g;

/** The parts of a pattern. Throws ApiError. */
class DissectPattern {
  readonly #pattern: string;
  readonly #lead: string;
  readonly #keys: readonly Key[];
  readonly #separator: string;

  constructor(pattern: string, separator: string) {
    this.#pattern = pattern;
    this.#separator = separator;
    const found = [...pattern.matchAll(keyPattern)];
    if (found.length === 0) throw unreadable(pattern, 'Unable to find any keys or delimiters.');
    this.#lead = pattern.slice(0, found[0]!.index);
    this.#keys = found.map((match, i) => {
      const from = match.index + match[0].length;
      return readKey(match[1]!, pattern.slice(from, found[i + 1]?.index ?? pattern.length));
    });
    this.#checkReferences();
  }

  #checkReferences(): void {
    const names = (role: Role) => this.#keys.filter((key) => key.role === role).map(({ name }) => name);
    const of = names('nameOf');
    const values = names('valueOf');
    const single = [
      ...of.filter((name) => !values.includes(name)),
      ...values.filter((name) => !of.includes(name)),
    ];
    if (single.length > 0) {
      const why = `Found invalid key/reference associations: '${single.join(',')}' Please ensure each '*<key>' is matched with a matching '&<key>`;
      throw unreadable(this.#pattern, why);
    }
  }

  /** The values by name, in the order of the pattern. Throws ApiError where the text does not fit. */
  read(text: string): ReadonlyMap<string, string> {
    if (!text.startsWith(this.#lead)) throw this.#noMatch(text);
    const values: string[] = [];
    let at = this.#lead.length;
    for (const key of this.#keys) {
      const { delimiter, padded } = key;
      const isLast = key === this.#keys.at(-1);
      const end = delimiter === '' ? text.length : text.indexOf(delimiter, at);
      if (end < 0 || (delimiter === '' && !isLast)) throw this.#noMatch(text);
      values.push(text.slice(at, end));
      at = end + delimiter.length;
      if (padded && delimiter !== '') while (text.startsWith(delimiter, at)) at += delimiter.length;
    }
    return this.#named(values);
  }

  #named(values: readonly string[]): ReadonlyMap<string, string> {
    const made = new Map<string, string>();
    const appended = new Map<string, { readonly place: number; readonly text: string }[]>();
    const references = new Map<string, string>();
    this.#keys.forEach(({ name, role, place }, i) => {
      const text = values[i]!;
      if (role === 'nameOf') references.set(name, text);
      if (role === 'value') made.set(name, text);
      if (role === 'append') {
        appended.set(name, [...(appended.get(name) ?? []), { place, text }]);
        if (!made.has(name)) made.set(name, '');
      }
    });
    this.#keys.forEach(({ name, role }, i) => {
      if (role === 'valueOf') made.set(references.get(name)!, values[i]!);
    });
    for (const [name, parts] of appended) {
      const first = this.#keys.some((key) => key.role === 'value' && key.name === name);
      const texts = [...parts].sort((a, b) => a.place - b.place).map(({ text }) => text);
      made.set(name, (first ? [made.get(name)!, ...texts] : texts).join(this.#separator));
    }
    made.delete('');
    return made;
  }

  #noMatch(text: string): ApiError {
    return apiError(
      'find_match',
      `Unable to find match for dissect pattern: ${this.#pattern} against source: ${text}`,
    );
  }
}

function readKey(text: string, delimiter: string): Key {
  const padded = text.endsWith('->');
  const key = padded ? text.slice(0, -2) : text;
  const match = /^([+?*&]?)([^/]*)(?:\/(\d+))?$/.exec(key);
  const modifier = match?.[1] ?? '';
  const name = match?.[2] ?? '';
  if (match === null || (match[3] !== undefined && modifier !== '+')) throw badKey(text);
  const place = match[3] === undefined ? -1 : Number(match[3]);
  if (modifier === '' && name === '') return { name, role: 'skip', place, padded, delimiter };
  if (modifier !== '?' && name === '') throw badKey(text);
  return { name, role: roles[modifier]!, place, padded, delimiter };
}

const roles: Readonly<Record<string, Role>> = table({
  '': 'value',
  '+': 'append',
  '?': 'skip',
  '*': 'nameOf',
  '&': 'valueOf',
});

function badKey(key: string): ApiError {
  const reason = `Unable to parse key: ${key} Reason: The key name could be determined`;
  return new ApiError({
    type: 'exception',
    reason: `org.opensearch.dissect.DissectException$KeyParse: ${reason}`,
    causedBy: { type: 'key_parse', reason },
  });
}

function unreadable(pattern: string, why: string): ApiError {
  const reason = `Unable to parse pattern: ${pattern} Reason: ${why}`;
  return new ApiError({
    type: 'exception',
    reason: `org.opensearch.dissect.DissectException$PatternParse: ${reason}`,
    causedBy: { type: 'pattern_parse', reason },
  });
}

export const dissect: ProcessorType = (config) => {
  const field = config.text('field');
  const text = config.text('pattern');
  const separator = config.optionalText('append_separator') ?? '';
  const ignoreMissing = config.flag('ignore_missing', false);
  const pattern = new DissectPattern(text, separator);
  return (document) => {
    const value = givenValue(document, { field, ignoreMissing }, 'process it.');
    if (value === undefined) return;
    for (const [name, part] of pattern.read(textOf(field, value))) document.set(name, part);
  };
};
