import { ApiError, apiError, type ErrorCause } from '@sextant/contract';
import { checkZone, type DateFormat, dateFormat, englishFormat } from '@sextant/engine';
import { failed, type IngestDocument } from '../ingest-document.ts';
import { javaText, type Value } from '../java-values.ts';
import type { ProcessorType } from '../processor.ts';
import type { Config } from '../processor-config.ts';
import { type TextSource, textTemplate } from '../text-template.ts';

/** Epoch milliseconds. Throws ApiError where the text does not fit. */
type ReadDate = (text: string, zone: string, now: number) => number;

function notNumber(text: string): ApiError {
  return apiError('number_format_exception', `For input string: "${text}"`);
}

function unix(text: string): number {
  const [, digits] = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[dDfF]?$/.exec(text.trim()) ?? [];
  if (digits === undefined) throw notNumber(text);
  return Math.trunc(Number(digits) * 1000);
}

function unixMs(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw notNumber(text);
  return Number(text);
}

/** TAI64N: seconds since 1970 plus 2^62, and nanoseconds, in hexadecimal. */
function tai64n(text: string): number {
  const match = /^@?([0-9a-fA-F]{16})([0-9a-fA-F]{8})$/.exec(text);
  if (match === null) throw notNumber(text);
  const seconds = Number(BigInt(`0x${match[1]}`) - (1n << 62n)) - 10;
  return seconds * 1000 + Math.trunc(Number.parseInt(match[2]!, 16) / 1e6);
}

/** The format for a pattern in the locale of a processor. */
type FormatOf = (pattern: string) => DateFormat;

function patternReader(pattern: string, formatOf: FormatOf): ReadDate {
  const format = formatOf(pattern);
  const hasYear = /[yuY]/.test(pattern.replace(/'[^']*'/g, '')) || /^\w+$/.test(pattern);
  // What says no year is of this one.
  const dated = hasYear ? format : formatOf(`uuuu ${pattern}`);
  // Here a number of an epoch is an instant, whatever the zone; in searches it is a local time.
  const isEpoch = pattern.startsWith('epoch_');
  return (text, given, now) => {
    const zone = isEpoch ? 'Z' : given;
    const year = new Date(now).getUTCFullYear();
    const ms = hasYear ? format.parseIn(text, false, zone) : dated.parseIn(`${year} ${text}`, false, zone);
    if (Number.isNaN(ms)) throw format.failure(text);
    return ms;
  };
}

function readerOf(format: string, formatOf: FormatOf): ReadDate {
  if (format === 'UNIX') return unix;
  if (format === 'UNIX_MS') return unixMs;
  if (format === 'TAI64N') return tai64n;
  return patternReader(format === 'ISO8601' ? 'iso8601' : format, formatOf);
}

/** Names of months and days are read in English alone: those of the root locale are all short. Throws ApiError. */
function formatsOf(config: Config): FormatOf {
  const locale = config.optionalText('locale');
  if (locale === undefined || /^root\b/i.test(locale)) return dateFormat;
  if (/^(?:en|english)\b/i.test(locale)) return englishFormat;
  throw config.wrong('locale', `[${locale}] is not supported: dates are read in English`);
}

/** Of the formats that fit the last one counts, as in OpenSearch; where none does the first says why, and the others beside it. */
class DateReader {
  readonly #formats: readonly string[];
  readonly #zone: TextSource;
  readonly formatOf: FormatOf;

  constructor(config: Config, formats: readonly string[]) {
    this.#formats = formats;
    this.#zone = textTemplate(config.optionalText('timezone') ?? 'UTC');
    this.formatOf = formatsOf(config);
  }

  read(document: IngestDocument, value: Value): { readonly ms: number; readonly zone: string } {
    const text = javaText(value);
    const failures: ErrorCause[] = [];
    const now = Date.parse(javaText(document.ingest.timestamp ?? null));
    let zone = 'Z';
    for (const format of this.#formats.toReversed()) {
      try {
        zone = zoneOf(this.#zone(document));
        if (value === null) throw failed('cannot parse empty date');
        return { ms: readerOf(format, this.formatOf)(text, zone, now), zone };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        failures.push(error.error);
      }
    }
    const [first, ...others] = failures.reverse();
    const reason = `unable to parse date [${text}]`;
    // Without a format there is nothing that it does not fit.
    if (first === undefined) throw apiError('illegal_argument_exception', reason);
    const suppressed = others.map(({ type, reason, causedBy }) => ({
      type,
      reason,
      ...(causedBy === undefined ? {} : { caused_by: { type: causedBy.type, reason: causedBy.reason } }),
    }));
    const details = suppressed.length === 0 ? first.details : { ...first.details, suppressed };
    throw new ApiError({
      type: 'illegal_argument_exception',
      reason,
      causedBy: { ...first, ...(details === undefined ? {} : { details }) },
    });
  }
}

function zoneOf(text: string): string {
  const zone = text === 'UTC' ? 'Z' : text;
  try {
    checkZone(zone);
  } catch (error) {
    if (error instanceof ApiError && error.error.causedBy !== undefined)
      throw new ApiError(error.error.causedBy);
    throw error;
  }
  return zone;
}

export const date: ProcessorType = (config) => {
  const field = config.text('field');
  const target = config.optionalText('target_field') ?? '@timestamp';
  const timezone = config.optionalText('timezone');
  const locale = config.optionalText('locale');
  const formats = config.texts('formats');
  const outputFormat = config.optionalText('output_format') ?? "yyyy-MM-dd'T'HH:mm:ss.SSSXXX";
  const reader = new DateReader(config.with({ timezone, locale }), formats);
  const output = reader.formatOf(outputFormat);
  return (document) => {
    const { ms, zone } = reader.read(document, document.get(field));
    document.set(target, output.format(ms, zone));
  };
};

/** Names the index by a date of the document, as date math that is worked out when the document is written. */
export const dateIndexName: ProcessorType = (config) => {
  const timezone = config.optionalText('timezone');
  const locale = config.optionalText('locale');
  const formats = config.optionalList('date_formats')?.map(javaText) ?? ["yyyy-MM-dd'T'HH:mm:ss.SSSXX"];
  const field = config.text('field');
  const prefix = textTemplate(config.optionalText('index_name_prefix') ?? '');
  const rounding = textTemplate(config.text('date_rounding'));
  const format = textTemplate(config.optionalText('index_name_format') ?? 'yyyy-MM-dd');
  const reader = new DateReader(config.with({ timezone, locale }), formats);
  return (document) => {
    const { ms, zone } = reader.read(document, document.get(field));
    const pattern = format(document);
    const shown = dateFormat(pattern).format(ms, zone);
    const named = zone === 'Z' ? 'UTC' : zone;
    document.set('_index', `<${prefix(document)}{${shown}||/${rounding(document)}{${pattern}|${named}}}>`);
  };
};
