import { ApiError, type ErrorCause, scanJson, setOwn, withoutComments } from '@sextant/contract';
import { failed, type IngestDocument } from '../ingest-document.ts';
import { isValues, javaText, parseValue, type Value } from '../java-values.ts';
import type { ProcessorType } from '../processor.ts';
import { givenValue, textOf } from './field-values.ts';
import { plainPattern } from './patterns.ts';

export const json: ProcessorType = (config) => {
  const field = config.text('field');
  const target = config.optionalText('target_field');
  const toRoot = config.flag('add_to_root', false);
  if (toRoot && target !== undefined) {
    throw config.wrong('target_field', 'Cannot set a target field while also setting `add_to_root` to true');
  }
  return (document) => {
    if (!toRoot) {
      document.set(target ?? field, parsedJson(document, document.get(field), field));
      return;
    }
    // Its name is no path, as in OpenSearch.
    const given = Object.hasOwn(document.fields, field) ? document.fields[field]! : null;
    const value = parsedJson(document, given, field);
    if (!isValues(value)) throw failed('cannot add non-map fields to root of document');
    for (const [name, each] of Object.entries(value)) setOwn(document.fields, name, each);
  };
};

/** What a text says; another value is itself. */
function parsedJson(document: IngestDocument, value: Value, field: string): Value {
  if (isValues(value)) throw failed(`field [${field}] is not a text of JSON`);
  // A mark of the order of bytes says nothing.
  const text = javaText(value).replace(/^\ufeff/, '');
  document.work(text.length);
  const bytes = Buffer.from(text);
  // What stands behind the first value is not looked at.
  const { problem, comments, end } = scanJson(bytes, { firstOnly: true });
  if (problem !== undefined) throw notJson(problem);
  try {
    const isPlain = comments.length === 0 && end === bytes.length;
    const first = isPlain ? bytes : bytes.subarray(0, end);
    const plain = isPlain ? text : Buffer.from(withoutComments(first, comments)).toString();
    return plain.trim() === '' ? null : parseValue(plain);
  } catch (error) {
    if (error instanceof ApiError) throw notJson(error.error);
    throw notJson({ type: 'json_parse_exception', reason: (error as Error).message });
  }
}

const javaNames: ReadonlyMap<string, string> = new Map([
  ['json_e_o_f_exception', 'io.JsonEOFException'],
  ['stream_constraints_exception', 'exc.StreamConstraintsException'],
]);

function notJson(causedBy: ErrorCause): ApiError {
  const name = javaNames.get(causedBy.type) ?? 'JsonParseException';
  const reason = `com.fasterxml.jackson.core.${name}: ${causedBy.reason}`;
  return new ApiError({ type: 'illegal_argument_exception', reason, causedBy });
}

/** Of a pair that is taken apart and set by its path. */
const STEPS_PER_PAIR = 80;

export const kv: ProcessorType = (config) => {
  const field = config.text('field');
  const target = config.optionalText('target_field');
  const ignoreMissing = config.flag('ignore_missing', false);
  const fieldSplit = plainPattern(config.text('field_split'));
  const splitText = config.text('value_split');
  const valueSplit = plainPattern(splitText);
  const included = namesOf(config.optionalList('include_keys'));
  const excluded = namesOf(config.optionalList('exclude_keys'));
  const trimKey = trimmer(config.optionalText('trim_key'));
  const trimValue = trimmer(config.optionalText('trim_value'));
  const unwrap = config.flag('strip_brackets', false) ? stripBrackets : (text: string) => text;
  const prefix = config.optionalText('prefix') ?? '';
  return (document) => {
    if (!ignoreMissing && !document.has(field)) throw failed(`field [${field}] doesn't exist`);
    const value = givenValue(document, { field, ignoreMissing }, 'extract key-value pairs. ');
    if (value === undefined) return;
    const text = textOf(field, value);
    document.work(text.length);
    const parts = fieldSplit.split(text, false);
    document.work(parts.length * STEPS_PER_PAIR);
    for (const part of parts) {
      const found = valueSplit.groups(part)?.[0];
      const at = found == null ? -1 : part.indexOf(found);
      if (at < 0) throw failed(`field [${field}] does not contain value_split [${splitText}]`);
      const key = trimKey(part.slice(0, at));
      if (included !== undefined && !included.has(key)) continue;
      if (excluded?.has(key) === true) continue;
      const told = unwrap(trimValue(part.slice(at + found!.length)));
      appendOrSet(document, target === undefined ? `${prefix}${key}` : `${target}.${prefix}${key}`, told);
    }
  };
};

function namesOf(list: readonly Value[] | undefined): ReadonlySet<string> | undefined {
  return list === undefined ? undefined : new Set(list.map(javaText));
}

function appendOrSet(document: IngestDocument, path: string, text: string): void {
  if (document.has(path)) document.append(path, text);
  else document.set(path, text);
}

function trimmer(characters: string | undefined): (text: string) => string {
  if (characters === undefined) return (text) => text;
  const set = new Set(characters);
  return (text) => {
    let from = 0;
    let to = text.length;
    while (from < to && set.has(text[from]!)) from++;
    while (to > from && set.has(text[to - 1]!)) to--;
    return text.slice(from, to);
  };
}

const brackets = /^(?:\((.*)\)|\[(.*)\]|<(.*)>|"(.*)"|'(.*)')$/s;

function stripBrackets(text: string): string {
  const found = brackets.exec(text);
  return found === null ? text : (found.slice(1).find((each) => each !== undefined) ?? text);
}

export const csv: ProcessorType = (config) => {
  const field = config.text('field');
  const names = config.texts('target_fields');
  if (names.length === 0) throw config.wrong('target_fields', "target fields list can't be empty");
  const separator = config.optionalText('separator') ?? ',';
  if (separator.length !== 1) {
    throw config.wrong('separator', 'separator has to be single character like , or ;');
  }
  const quote = config.optionalText('quote') ?? '"';
  if (quote.length !== 1) throw config.wrong('quote', 'quote has to be single character like " or \'');
  const ignoreMissing = config.flag('ignore_missing', false);
  const trim = config.flag('trim', false);
  const empty = config.take('empty_value');
  return (document) => {
    const value = givenValue(document, { field, ignoreMissing }, 'extract data.');
    if (value === undefined) return;
    const text = textOf(field, value);
    document.work(text.length);
    const cells = readCsv(text, { separator, quote, trim });
    names.forEach((name, i) => {
      const cell = cells[i];
      if (cell === undefined) return;
      if (cell !== '') document.set(name, cell);
      else if (empty !== undefined) document.set(name, empty);
    });
  };
};

interface CsvRules {
  readonly separator: string;
  readonly quote: string;
  readonly trim: boolean;
}

function pastBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at;
}

/** The cells of one line. A quote is doubled within quotes; nothing but blanks may stand beside them. */
function readCsv(text: string, { separator, quote, trim }: CsvRules): string[] {
  const cells: string[] = [];
  if (text === '') return cells;
  let at = 0;
  for (;;) {
    const start = pastBlanks(text, at);
    if (trim || text[start] === quote) at = start;
    let cell = '';
    if (text[at] === quote) {
      at++;
      for (;;) {
        if (at >= text.length) throw failed('Unmatched quote');
        if (text[at] !== quote) cell += text[at++];
        else if (text[at + 1] === quote) {
          cell += quote;
          at += 2;
        } else break;
      }
      at++;
      at = pastBlanks(text, at);
      if (at < text.length && text[at] !== separator) {
        throw failed(`character '${text[at]}' after quoted field at ${at}`);
      }
    } else {
      const end = text.indexOf(separator, at);
      const raw = text.slice(at, end < 0 ? text.length : end);
      const bad = [...raw].findIndex((each) => each === quote || each === '\n' || each === '\r');
      if (bad >= 0) throw failed(`Illegal character inside unquoted field at ${at + bad}`);
      cell = trim ? raw.trimEnd() : raw;
      at += raw.length;
    }
    cells.push(cell);
    if (at >= text.length) return cells;
    at++;
  }
}
