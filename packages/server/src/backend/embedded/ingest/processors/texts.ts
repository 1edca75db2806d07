import type { ApiError } from '@sextant/contract';
import { stripHtml } from '@sextant/engine';
import { failed } from '../ingest-document.ts';
import type { ProcessorType } from '../processor.ts';
import { eachText, fieldToField, givenValue, javaTrim, textOf } from './field-values.ts';
import { patternOf, plainPattern } from './patterns.ts';

export const lowercase: ProcessorType = (config) => eachText(config, (text) => text.toLowerCase());

export const uppercase: ProcessorType = (config) => eachText(config, (text) => text.toUpperCase());

export const trim: ProcessorType = (config) => eachText(config, javaTrim);

/** A text without both brackets has no markup, and keeps its entities. */
export const htmlStrip: ProcessorType = (config) =>
  eachText(config, (text, document) => {
    if (!text.includes('<') || !text.includes('>')) return text;
    document.work(text.length);
    return stripHtml(text);
  });

/** As Java's URLDecoder: `+` is a blank. */
export const urldecode: ProcessorType = (config) =>
  eachText(config, (text, document) => {
    document.work(text.length);
    const bad = /%(?![0-9a-fA-F]{2})(.{0,2})/s.exec(text);
    if (bad !== null) throw badEscape(bad[1]!);
    const bytes = text.replaceAll('+', ' ').split(/((?:%[0-9a-fA-F]{2})+)/);
    return bytes
      .map((part) => (part.startsWith('%') ? Buffer.from(part.replaceAll('%', ''), 'hex').toString() : part))
      .join('');
  });

function badEscape(after: string): ApiError {
  if (after.length < 2) return failed('URLDecoder: Incomplete trailing escape (%) pattern');
  const letter = /[^0-9a-fA-F]/.exec(after)?.[0] ?? '';
  return failed(
    `URLDecoder: Illegal hex characters in escape (%) pattern - not a hexadecimal digit: "${letter}" = ${letter.charCodeAt(0)}`,
  );
}

/** A character that a pattern is looked for at, and that may be a match, takes as long. */
const STEPS_PER_CHARACTER = 4;

export const gsub: ProcessorType = (config) => {
  const pattern = patternOf(config, 'pattern');
  const replacement = config.text('replacement');
  return eachText(config, (text, document) => {
    // Each character may be one match, and is looked for one by one.
    document.work(text.length * STEPS_PER_CHARACTER);
    const made = pattern.replaceAll(text, replacement);
    document.charge(made.length);
    return made;
  });
};

export const split: ProcessorType = (config) => {
  const fields = fieldToField(config);
  const separator = plainPattern(config.text('separator'));
  const preserveTrailing = config.flag('preserve_trailing', false);
  return (document) => {
    const value = givenValue(document, fields, 'split.');
    if (value === undefined) return;
    const text = textOf(fields.field, value);
    document.work(text.length * STEPS_PER_CHARACTER);
    document.set(fields.target, separator.split(text, preserveTrailing));
  };
};
