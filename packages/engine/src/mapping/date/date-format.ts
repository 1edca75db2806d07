/** A date format by its pattern, as the `format` of a date field. */
export interface DateFormat {
  readonly pattern: string;
  /** Epoch milliseconds, NaN where the text does not fit. */
  parse(text: string): number;
}

const formats = new Map<string, DateFormat>();

export function dateFormat(pattern: string): DateFormat {
  let format = formats.get(pattern);
  if (format === undefined) {
    format = { pattern, parse: (text) => (/^-?\d{5,}$/.test(text) ? Number(text) : Date.parse(text)) };
    formats.set(pattern, format);
  }
  return format;
}

import { ApiError } from '@sextant/contract';
export function dateParseError(text: string, pattern: string): ApiError {
  return new ApiError({
    type: 'illegal_argument_exception',
    reason: `failed to parse date field [${text}] with format [${pattern}]`,
    causedBy: { type: 'date_time_parse_exception', reason: 'Failed to parse with all enclosed parsers' },
  });
}
