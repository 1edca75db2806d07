import type { ScriptHost } from '../../budget/script-host.ts';
import { englishFormat } from '../../mapping/date/date-format.ts';
import { JavaError } from '../java-error.ts';
import { meter } from '../meter.ts';
import { JavaValue, type LongValue } from '../values.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { printDate } from './counted-dates.ts';
import { exactLong } from './date-ranges.ts';
import type { JavaInstant } from './date-values.ts';
import { JavaDecimalFormat } from './decimal-format.ts';
import { type JavaRounding, roundingOf } from './rounding.ts';

/** `java.util.Date`. */
export class JavaUtilDate extends JavaValue {
  readonly javaClass = 'Date';
  ms: LongValue;

  constructor(ms: LongValue) {
    super();
    this.ms = ms;
  }

  override text(): string {
    // Years are told without a sign.
    return printDate(Number(this.ms), "EEE MMM dd HH:mm:ss 'UTC' yyyy").replace('+', '');
  }

  override hash(): number {
    const ms = BigInt(this.ms);
    return Number(BigInt.asIntN(32, ms ^ (ms >> 32n)));
  }

  override equalTo(other: unknown): boolean {
    return other instanceof JavaUtilDate && other.ms === this.ms;
  }

  compareTo(other: unknown): number {
    const { ms } = other as JavaUtilDate;
    return this.ms < ms ? -1 : Number(this.ms > ms);
  }
}

/** Letters that mean the same in `SimpleDateFormat` and in formats of fields; `S` of any other number of letters does not. */
const KNOWN =
  /^(?:y+|M{1,4}|d{1,2}|D{1,3}|E{1,4}|a|H{1,2}|h{1,2}|K{1,2}|k{1,2}|m{1,2}|s{1,2}|SSS|z|Z|X{1,3})$/;

/** What a date takes that is read, or a pattern, beside its characters. */
const UNITS_PER_DATE = 32;

const LETTERS = /^[GyYMLdDEuawWFHkKhmsSzZX]/;

/** Throws IllegalArgumentException for a pattern that is none, or whose letters mean something else elsewhere. */
function checkPattern(pattern: string): void {
  const bare = pattern.replaceAll(/'[^']*'/g, ' ');
  const illegal = (reason: string): JavaError => new JavaError('illegal_argument_exception', reason);
  const letters = bare.split("'")[0]!.match(/([a-zA-Z])\1*/g) ?? [];
  const foreign = letters.find((each) => !LETTERS.test(each));
  if (foreign !== undefined) throw illegal(`Illegal pattern character '${foreign[0]}'`);
  if (bare.includes("'")) throw illegal('Unterminated quote');
  const unknown = letters.find((each) => !KNOWN.test(each));
  if (unknown !== undefined) throw illegal(`Pattern [${unknown}] is not supported in [${pattern}]`);
}

/** `SimpleDateFormat`, in English and in UTC. */
class JavaSimpleDateFormat extends JavaValue {
  readonly javaClass = 'SimpleDateFormat';
  readonly pattern: string;

  constructor(pattern: string) {
    super();
    this.pattern = pattern;
    meter.pass(UNITS_PER_DATE + pattern.length);
    checkPattern(pattern);
  }

  override text(): string {
    return 'java.text.SimpleDateFormat';
  }

  format({ ms }: JavaUtilDate): string {
    return printDate(Number(ms), this.pattern, 'Z', true);
  }

  /** Throws ParseException. */
  parse(text: string): JavaUtilDate {
    meter.pass(UNITS_PER_DATE + text.length);
    const ms = englishFormat(this.pattern).parseIn(text, false, 'Z');
    if (!Number.isNaN(ms)) return new JavaUtilDate(ms);
    throw new JavaError('parse_exception', `Unparseable date: "${text}"`, [], 'ParseException');
  }
}

const date = javaClass({
  name: 'Date',
  fullName: 'java.util.Date',
  supers: ['Comparable'],
  hosted: { 'new make()': ({ clock }: ScriptHost) => new JavaUtilDate(Math.floor(clock.now())) },
  members: {
    'new make(long)': (ms: LongValue) => new JavaUtilDate(ms),
    'static Date from(Instant)': ({ exact }: JavaInstant) => new JavaUtilDate(exactLong(exact)),
    'long getTime()': (self: JavaUtilDate) => self.ms,
    'void setTime(long)': (self: JavaUtilDate, ms: LongValue) => {
      self.ms = ms;
    },
    'boolean after(Date)': (a: JavaUtilDate, b: JavaUtilDate) => a.ms > b.ms,
    'boolean before(Date)': (a: JavaUtilDate, b: JavaUtilDate) => a.ms < b.ms,
    'int compareTo(Date)': (a: JavaUtilDate, b: JavaUtilDate) => a.compareTo(b),
    'def clone()': (self: JavaUtilDate) => new JavaUtilDate(self.ms),
  },
});

const simpleDateFormat = javaClass({
  name: 'SimpleDateFormat',
  fullName: 'java.text.SimpleDateFormat',
  members: {
    'new make(String)': (pattern: string) => new JavaSimpleDateFormat(pattern),
    'String format(Date)': (self: JavaSimpleDateFormat, value: JavaUtilDate) => self.format(value),
    'Date parse(String)': (self: JavaSimpleDateFormat, text: string) => self.parse(text),
    'String toPattern()': (self: JavaSimpleDateFormat) => self.pattern,
  },
});

const made = (pattern: string) => (): JavaDecimalFormat => new JavaDecimalFormat(pattern);

const numberFormat = javaClass({
  name: 'NumberFormat',
  fullName: 'java.text.NumberFormat',
  members: {
    'static NumberFormat getInstance()': made('#,##0.###'),
    'static NumberFormat getNumberInstance()': made('#,##0.###'),
    'static NumberFormat getIntegerInstance()': made('#,##0'),
    'static NumberFormat getPercentInstance()': made('#,##0%'),
    'String format(Object)': (self: JavaDecimalFormat, value: unknown) => self.format(value),
    'Number parse(String)': (self: JavaDecimalFormat, text: string) => self.parse(text),
    'int getMaximumFractionDigits()': (self: JavaDecimalFormat) => self.layout.fractionMax,
    'int getMinimumFractionDigits()': (self: JavaDecimalFormat) => self.layout.fractionMin,
    'int getMinimumIntegerDigits()': (self: JavaDecimalFormat) => self.layout.wholeMin,
    'void setMaximumFractionDigits(int)': (self: JavaDecimalFormat, most: number) =>
      self.set({ fractionMax: most, fractionMin: Math.min(most, self.layout.fractionMin) }),
    'void setMinimumFractionDigits(int)': (self: JavaDecimalFormat, least: number) =>
      self.set({ fractionMin: least, fractionMax: Math.max(least, self.layout.fractionMax) }),
    'void setMinimumIntegerDigits(int)': (self: JavaDecimalFormat, least: number) =>
      self.set({ wholeMin: least }),
    'boolean isGroupingUsed()': (self: JavaDecimalFormat) => self.layout.group > 0,
    'void setGroupingUsed(boolean)': (self: JavaDecimalFormat, used: boolean) => {
      if (used !== self.layout.group > 0) self.set({ group: used ? 3 : 0 });
    },
    'RoundingMode getRoundingMode()': (self: JavaDecimalFormat) => roundingOf(self.rounding),
    'void setRoundingMode(RoundingMode)': (self: JavaDecimalFormat, { mode }: JavaRounding) => {
      self.rounding = mode;
    },
  },
});

const decimalFormat = javaClass({
  name: 'DecimalFormat',
  fullName: 'java.text.DecimalFormat',
  supers: ['NumberFormat'],
  members: {
    'new make()': made('#,##0.###'),
    'new make(String)': (pattern: string) => new JavaDecimalFormat(pattern),
    'void applyPattern(String)': (self: JavaDecimalFormat, pattern: string) => self.apply(pattern),
    'String toPattern()': (self: JavaDecimalFormat) => self.pattern,
    'int getGroupingSize()': (self: JavaDecimalFormat) => self.layout.group,
    'void setGroupingSize(int)': (self: JavaDecimalFormat, size: number) => self.set({ group: size }),
    'int getMultiplier()': (self: JavaDecimalFormat) => self.layout.multiplier,
    'void setMultiplier(int)': (self: JavaDecimalFormat, by: number) => self.set({ multiplier: by }),
    'String getPositivePrefix()': (self: JavaDecimalFormat) => self.layout.positive.prefix,
    'String getPositiveSuffix()': (self: JavaDecimalFormat) => self.layout.positive.suffix,
    'String getNegativePrefix()': (self: JavaDecimalFormat) => self.layout.negative.prefix,
    'String getNegativeSuffix()': (self: JavaDecimalFormat) => self.layout.negative.suffix,
  },
});

export const textFormatClasses: readonly JavaClass[] = [date, simpleDateFormat, numberFormat, decimalFormat];
