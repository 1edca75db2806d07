import { badArgument, JavaError } from '../java-error.ts';
import { cannotBe, JavaValue, type LongValue } from '../values.ts';
import { adjusted } from './adjusters.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { DAY_MS, dateTimeError, dayMs, dayOfYearMs } from './date-ranges.ts';
import { type JavaDate, JavaLocal } from './date-values.ts';

type Kind = 'date' | 'time' | 'zone';
type Read = (date: JavaDate) => number;
/** The wall clock where the field has another value. */
type Write = (date: JavaDate, value: number) => number;

interface Field {
  readonly kind: Kind;
  readonly range: readonly [least: number, most: number];
  readonly read: Read;
  readonly write?: Write;
}

/** `ChronoField` */
class JavaField extends JavaValue {
  readonly javaClass = 'ChronoField';
  readonly name: string;
  readonly field: Field;
  readonly #place: number;
  /** `place`: among those of its enumeration. */
  constructor(name: string, field: Field, place = 0) {
    super();
    this.name = name;
    this.field = field;
    this.#place = place;
  }

  compareTo(other: JavaField): number {
    return this.#place - other.#place;
  }

  /** `DayOfWeek` */
  override text(): string {
    if (this.name === 'AMPM_OF_DAY') return 'AmPmOfDay';
    return this.name
      .split('_')
      .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
      .join('')
      .replace('Ampm', 'AmPm');
  }

  /** Throws DateTimeException. */
  check(value: LongValue): number {
    const [least, most] = this.field.range;
    if (value >= least && value <= most) return Number(value);
    throw dateTimeError(`Invalid value for ${this.text()} (valid values ${least} - ${most}): ${value}`);
  }

  unsupported(): JavaError {
    return new JavaError('unsupported_temporal_type_exception', `Unsupported field: ${this.text()}`);
  }
}

const INT_MAX = 2_147_483_647;
const YEAR_MAX = 999_999_999;

/** Of a time of day: how many units went by, over and over after so many; `from`: the first of them. */
function timeField(unitMs: number, count: number, from = 0): Field {
  const shown = (value: number): number => (from === 1 && value === 0 ? count : value);
  const read: Read = ({ timeMs }) => shown(Math.floor(timeMs / unitMs) % count);
  const write: Write = (date, value) => date.localMs + (value - read(date)) * unitMs;
  return { kind: 'time', range: [from, count - 1 + from], read, write };
}

/** Of parts of a millisecond. */
function fractionField(perMs: number, count: number): Field {
  const ms = count / perMs;
  return {
    kind: 'time',
    range: [0, count - 1],
    read: ({ timeMs }) => (timeMs % ms) * perMs,
    write: ({ localMs, timeMs }, value) => localMs - (timeMs % ms) + Math.floor(value / perMs),
  };
}

function dateField(range: Field['range'], read: Read, write?: Write): Field {
  return { kind: 'date', range, read, ...(write === undefined ? {} : { write }) };
}

/** Days are added until the field has the value. */
function dayField(range: Field['range'], read: Read): Field {
  return dateField(range, read, (date, value) => date.localMs + (value - read(date)) * DAY_MS);
}

const inMonth = (date: JavaDate, months: number): number => date.atMonth(months).localMs;
const epochDay: Read = ({ localMs }) => Math.floor(localMs / DAY_MS);

const fields: ReadonlyMap<string, JavaField> = new Map(
  (
    [
      ['NANO_OF_SECOND', fractionField(1_000_000, 1_000_000_000)],
      ['NANO_OF_DAY', fractionField(1_000_000, DAY_MS * 1_000_000)],
      ['MICRO_OF_SECOND', fractionField(1000, 1_000_000)],
      ['MICRO_OF_DAY', fractionField(1000, DAY_MS * 1000)],
      ['MILLI_OF_SECOND', timeField(1, 1000)],
      ['MILLI_OF_DAY', timeField(1, DAY_MS)],
      ['SECOND_OF_MINUTE', timeField(1000, 60)],
      ['SECOND_OF_DAY', timeField(1000, 86_400)],
      ['MINUTE_OF_HOUR', timeField(60_000, 60)],
      ['MINUTE_OF_DAY', timeField(60_000, 1440)],
      ['HOUR_OF_AMPM', timeField(3_600_000, 12)],
      ['CLOCK_HOUR_OF_AMPM', timeField(3_600_000, 12, 1)],
      ['HOUR_OF_DAY', timeField(3_600_000, 24)],
      ['CLOCK_HOUR_OF_DAY', timeField(3_600_000, 24, 1)],
      ['AMPM_OF_DAY', timeField(DAY_MS / 2, 2)],
      ['DAY_OF_WEEK', dayField([1, 7], ({ parts }) => parts.dayOfWeek)],
      ['ALIGNED_DAY_OF_WEEK_IN_MONTH', dayField([1, 7], ({ parts }) => ((parts.day - 1) % 7) + 1)],
      ['ALIGNED_DAY_OF_WEEK_IN_YEAR', dayField([1, 7], ({ parts }) => ((parts.dayOfYear - 1) % 7) + 1)],
      [
        'DAY_OF_MONTH',
        dateField(
          [-INT_MAX, INT_MAX],
          ({ parts }) => parts.day,
          ({ parts, timeMs }, day) => dayMs(parts.year, parts.month, day) + timeMs,
        ),
      ],
      [
        'DAY_OF_YEAR',
        dateField(
          [-INT_MAX, INT_MAX],
          ({ parts }) => parts.dayOfYear,
          ({ parts, timeMs }, day) => dayOfYearMs(parts.year, day) + timeMs,
        ),
      ],
      ['EPOCH_DAY', dayField([-365_243_219_162, 365_241_780_471], epochDay)],
      ['ALIGNED_WEEK_OF_MONTH', dateField([1, 5], ({ parts }) => Math.floor((parts.day - 1) / 7) + 1)],
      ['ALIGNED_WEEK_OF_YEAR', dateField([1, 53], ({ parts }) => Math.floor((parts.dayOfYear - 1) / 7) + 1)],
      [
        'MONTH_OF_YEAR',
        dateField(
          [1, 12],
          ({ parts }) => parts.month,
          (date, month) => inMonth(date, date.parts.year * 12 + month - 1),
        ),
      ],
      [
        'PROLEPTIC_MONTH',
        dateField(
          [-YEAR_MAX * 12, YEAR_MAX * 12 + 11],
          ({ parts }) => parts.year * 12 + parts.month - 1,
          inMonth,
        ),
      ],
      [
        'YEAR_OF_ERA',
        dateField([1, YEAR_MAX], ({ parts }) => (parts.year >= 1 ? parts.year : 1 - parts.year)),
      ],
      [
        'YEAR',
        dateField(
          [-YEAR_MAX, YEAR_MAX],
          ({ parts }) => parts.year,
          (date, year) => inMonth(date, year * 12 + date.parts.month - 1),
        ),
      ],
      ['ERA', dateField([0, 1], ({ parts }) => Number(parts.year >= 1))],
      ['INSTANT_SECONDS', zoneField(({ ms }) => Math.floor(ms / 1000))],
      ['OFFSET_SECONDS', { ...zoneField(({ parts }) => parts.offsetMs / 1000), range: [-64_800, 64_800] }],
    ] as const
  ).map(([name, field], place) => [name, new JavaField(name, field, place)]),
);

const quarter = (month: number): number => Math.floor((month - 1) / 3);

/** `IsoFields` */
const isoFields: readonly JavaField[] = [
  new JavaField(
    'QUARTER_OF_YEAR',
    dateField(
      [1, 4],
      ({ parts }) => quarter(parts.month) + 1,
      (date, value) =>
        inMonth(
          date,
          date.parts.year * 12 + date.parts.month - 1 + (value - 1 - quarter(date.parts.month)) * 3,
        ),
    ),
  ),
  new JavaField(
    'DAY_OF_QUARTER',
    dayField([1, 92], ({ parts, localMs, timeMs }) => {
      const first = dayMs(parts.year, quarter(parts.month) * 3 + 1, 1);
      return (localMs - timeMs - first) / DAY_MS + 1;
    }),
  ),
  new JavaField(
    'WEEK_OF_WEEK_BASED_YEAR',
    dateField(
      [1, 53],
      ({ parts }) => parts.week,
      ({ localMs, parts }, week) => localMs + (week - parts.week) * 7 * DAY_MS,
    ),
  ),
  new JavaField(
    'WEEK_BASED_YEAR',
    dateField([-YEAR_MAX, YEAR_MAX], ({ parts }) => parts.weekYear),
  ),
];

function zoneField(read: Read): Field {
  return { kind: 'zone', range: [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER], read };
}

interface Holder<Self> {
  /** As a date of which fields are read. */
  readonly date: (self: Self) => JavaDate;
  /** By the field's name and kind. */
  readonly has: (name: string, kind: Kind) => boolean;
  /** With another wall clock. */
  readonly set: (self: Self, localMs: number) => Self;
}

/** `get`, `with` and their like of what has fields. */
export function fieldMembers<Self>(
  name: string,
  { date, has, set }: Holder<Self>,
): Readonly<Record<string, (...args: never[]) => unknown>> {
  const read = (self: Self, field: JavaField): number => {
    if (!has(field.name, field.field.kind)) throw field.unsupported();
    return field.field.read(date(self));
  };
  return {
    'int get(ChronoField)': (self: Self, field: JavaField) => {
      const isLong = Math.max(...field.field.range) > INT_MAX;
      if (!isLong || !has(field.name, field.field.kind) || name === 'Instant') {
        const value = read(self, field);
        if (!isLong) return value;
        throw field.unsupported();
      }
      const reason = `Invalid field '${field.text()}' for get() method, use getLong() instead`;
      throw new JavaError('unsupported_temporal_type_exception', reason);
    },
    'long getLong(ChronoField)': read,
    [`${name} with(def)`]: (self: Self, by: unknown) => {
      const isTime = by instanceof JavaLocal && by.javaClass === 'LocalTime';
      if (!has(isTime ? 'NANO_OF_DAY' : 'EPOCH_DAY', isTime ? 'time' : 'date'))
        throw fields.get(isTime ? 'NANO_OF_DAY' : 'EPOCH_DAY')!.unsupported();
      const localMs = adjusted(date(self), by);
      if (localMs === undefined) throw cannotBe(by, 'java.time.temporal.TemporalAdjuster');
      return set(self, localMs);
    },
    'boolean isSupported(ChronoField)': (_: Self, field: JavaField) => has(field.name, field.field.kind),
    [`${name} with(ChronoField, long)`]: (self: Self, field: JavaField, value: LongValue) => {
      const { kind, write } = field.field;
      if (!has(field.name, kind) || write === undefined) throw field.unsupported();
      return set(self, write(date(self), field.check(value)));
    },
  };
}

export const chronoFieldClasses: readonly JavaClass[] = [
  javaClass({
    name: 'IsoFields',
    fullName: 'java.time.temporal.IsoFields',
    constants: Object.fromEntries(isoFields.map((field) => [`ChronoField ${field.name}`, field])),
  }),
  javaClass({
    name: 'ChronoField',
    fullName: 'java.time.temporal.ChronoField',
    supers: ['Comparable'],
    constants: Object.fromEntries([...fields].map(([name, field]) => [`ChronoField ${name}`, field])),
    members: {
      'String name()': (self: JavaField) => self.name,
      'boolean isDateBased()': (self: JavaField) => self.field.kind === 'date',
      'boolean isTimeBased()': (self: JavaField) => self.field.kind === 'time',
      'static ChronoField valueOf(String)': (text: string) => {
        const found = fields.get(text);
        if (found === undefined) throw badArgument(`No enum constant java.time.temporal.ChronoField.${text}`);
        return found;
      },
    },
  }),
];
