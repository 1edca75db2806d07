import { apiError } from '@sextant/contract';
import type { DateInterval } from '../spec-parts.ts';
import { type FieldParser, textField } from './field-parsers.ts';
import { calendarInterval, fixedInterval, legacyInterval } from './interval.ts';

/** The interval of dates, which is given in one of three ways. */
export function intervalFields(): {
  readonly parsers: Readonly<Record<string, FieldParser>>;
  readonly value: () => DateInterval;
} {
  let from: string | null = null;
  let interval: DateInterval = {
    kind: 'invalid',
    reason: 'Invalid interval specified, must be non-null and non-empty',
  };
  const claim = (name: string): void => {
    if (from === null || from === name) {
      from = name;
      return;
    }
    const others =
      name === 'interval'
        ? '[fixed_interval] or [calendar_interval] configuration options'
        : `[${from}] configuration option`;
    throw apiError('illegal_argument_exception', `Cannot use [${name}] with ${others}.`);
  };
  const parsers = {
    calendar_interval: textField((text) => {
      const parsed = calendarInterval(text);
      claim('calendar_interval');
      interval = parsed;
    }),
    fixed_interval: textField((text) => {
      const parsed = fixedInterval(text, 'date_histogram.fixedInterval');
      claim('fixed_interval');
      interval = parsed;
    }),
    interval: {
      tokens: ['VALUE_STRING', 'VALUE_NUMBER'],
      read: (value) => {
        claim('interval');
        interval = legacyInterval(typeof value === 'number' ? `${value}ms` : String(value));
      },
    } satisfies FieldParser,
  };
  return { parsers, value: () => Object.freeze(interval) };
}
