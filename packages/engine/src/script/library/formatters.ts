import { dateFormat, englishFormat } from '../../mapping/date/date-format.ts';
import { JavaError } from '../java-error.ts';
import { meter } from '../meter.ts';
import { classOf, JavaValue, textOf } from '../values.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { printDate } from './counted-dates.ts';
import { DAY_MS, dateTimeError } from './date-ranges.ts';
import {
  type DateKind,
  JavaDate,
  JavaInstant,
  JavaLocal,
  type LocalKind,
  localText,
  offsetText,
  temporalMs,
} from './date-values.ts';
import { checkLetters, fittingPattern, unsupported } from './format-fields.ts';
import { type IsoShape, readShape } from './iso-texts.ts';
import { isRegion, type JavaZone } from './zones.ts';

/** What formatters of ISO 8601 write and read, by the names that Java gives them. */
interface IsoStyle extends Omit<IsoShape, 'isRegion'> {
  readonly hasRegion: boolean;
}

const styles: ReadonlyMap<string, IsoStyle> = new Map(
  (
    [
      ['ISO_LOCAL_DATE', true, false, false, false],
      ['ISO_DATE', true, false, undefined, false],
      ['ISO_OFFSET_DATE', true, false, true, false],
      ['ISO_LOCAL_TIME', false, true, false, false],
      ['ISO_TIME', false, true, undefined, false],
      ['ISO_OFFSET_TIME', false, true, true, false],
      ['ISO_LOCAL_DATE_TIME', true, true, false, false],
      ['ISO_OFFSET_DATE_TIME', true, true, true, false],
      ['ISO_ZONED_DATE_TIME', true, true, true, true],
      ['ISO_DATE_TIME', true, true, undefined, true],
    ] as const
  ).map(([name, hasDate, hasTime, hasOffset, hasRegion]) => [
    name,
    { hasDate, hasTime, hasOffset, hasRegion },
  ]),
);

/** What a text said: the wall clock, and the instant where it says a zone. */
interface ReadDate {
  readonly localMs: number;
  readonly hasDate: boolean;
  readonly hasTime: boolean;
  /** null: none is said. */
  readonly zone: string | null;
}

/** `DateTimeFormatter`. */
export class JavaFormat extends JavaValue {
  readonly javaClass = 'DateTimeFormatter';
  readonly pattern: string;
  readonly zone: string | null;
  /** The names of months and days are those of english, and not of the root locale. */
  readonly isEnglish: boolean;
  readonly #style: IsoStyle | undefined;
  constructor(pattern: string, zone: string | null = null, isEnglish = false) {
    super();
    this.pattern = pattern;
    this.zone = zone;
    this.isEnglish = isEnglish;
    this.#style = styles.get(pattern);
  }

  override text(): string {
    return this.pattern;
  }

  /** Throws UnsupportedTemporalTypeException for what lacks a field. */
  print(value: unknown, kind = classOf(value)): string {
    const own = value instanceof JavaDate ? value.zone : null;
    const zone = this.zone ?? own ?? 'Z';
    const ms = temporalMs(value);
    const hasZone = own !== null || (this.zone !== null && value instanceof JavaInstant);
    if (this.pattern === INSTANT) return new JavaInstant(ms).text();
    if (this.#style !== undefined) {
      const shown = new JavaDate(ms, zone);
      return printStyle(this.#style, shown, kind, hasZone);
    }
    const pattern =
      own === null ? fittingPattern(this.pattern, { kind, value, zone: this.zone }) : this.pattern;
    const text = printDate(ms, pattern, zone, this.isEnglish);
    const isBasic = this.pattern === BASIC && hasZone;
    return isBasic ? text + offsetText(new JavaDate(ms, zone).parts.offsetMs).replace(':', '') : text;
  }

  /** Throws DateTimeParseException. */
  read(text: string): ReadDate {
    const style = this.#style;
    if (style !== undefined) {
      const { localMs, offset, region } = readShape(text, style.hasRegion ? { ...style, isRegion } : style);
      return { ...style, localMs, zone: region ?? offset ?? this.zone };
    }
    const format = this.isEnglish ? englishFormat(this.pattern) : dateFormat(this.pattern);
    meter.pass(UNITS_PER_PATTERN + text.length);
    const ms = format.parseIn(text, false, this.zone ?? 'Z');
    if (Number.isNaN(ms)) {
      const { reason, causedBy } = format.failure(text).error;
      const why = causedBy?.reason ?? `Text '${text}' could not be parsed: ${reason}`;
      throw new JavaError('date_time_parse_exception', why);
    }
    const fields = format.fieldsIn(text) ?? {};
    const zone = zoneName(fields.zone ?? this.zone);
    return {
      localMs: new JavaDate(ms, zone ?? 'Z').localMs,
      hasDate: dateFields.some((name) => fields[name] !== undefined),
      hasTime: fields.hour !== undefined || fields.clockHour !== undefined,
      zone,
    };
  }
}

const BASIC = 'uuuuMMdd';
/** `Instant.toString` */
const INSTANT = 'strict_date_time';
const dateFields = ['year', 'month', 'day', 'dayOfYear', 'weekYear', 'week'] as const;

/** `+01:00` for `+0100`. */
function zoneName(zone: string | null): string | null {
  return zone?.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2') ?? null;
}

function printStyle(style: IsoStyle, shown: JavaDate, kind: string, hasZone: boolean): string {
  const { hasDate, hasTime, hasOffset, hasRegion } = style;
  const isInstant = kind === 'Instant' && !hasZone;
  if (hasDate && (kind === 'LocalTime' || isInstant)) throw unsupported('Year');
  if (hasDate && kind === 'Year') throw unsupported('MonthOfYear');
  if (hasDate && kind === 'YearMonth') throw unsupported('DayOfMonth');
  if (hasTime && (isInstant || ['LocalDate', 'Year', 'YearMonth'].includes(kind)))
    throw unsupported('HourOfDay');
  if (hasOffset === true && !hasZone) throw unsupported('OffsetSeconds');
  const date = hasDate ? printDate(shown.ms, 'uuuu-MM-dd', shown.zone) : '';
  const time = hasTime ? printDate(shown.ms, 'HH:mm:ss.SSS', shown.zone).replace(/\.?0*$/, trimmed) : '';
  const offset = hasOffset !== false && hasZone ? offsetText(shown.parts.offsetMs) : '';
  const region = hasRegion && hasZone && !/^(?:Z|[+-].*)$/.test(shown.zone) ? `[${shown.zone}]` : '';
  return date + (hasDate && hasTime ? 'T' : '') + time + offset + region;
}

/** Zeros behind the point go, those of the seconds stay. */
function trimmed(zeros: string): string {
  return zeros.startsWith('.') ? '' : zeros.replace(/0+$/, '');
}

/** The wall clock that the text says, for what needs a date or a time. Throws DateTimeParseException. */
export function readLocalBy(kind: LocalKind, text: string, format: JavaFormat): JavaLocal {
  const read = format.read(text);
  const { localMs, hasDate, hasTime } = read;
  if ((kind !== 'LocalTime' && !hasDate) || (kind !== 'LocalDate' && !hasTime))
    throw cannotBe(kind, text, read);
  const day = Math.floor(localMs / DAY_MS) * DAY_MS;
  if (kind === 'LocalDate') return new JavaLocal(kind, day);
  return new JavaLocal(kind, kind === 'LocalTime' ? localMs - day : localMs);
}

/** As `readLocalBy`, for what needs a zone too. */
export function readDateBy(kind: DateKind, text: string, format: JavaFormat): JavaDate {
  const read = format.read(text);
  const { localMs, hasDate, hasTime, zone } = read;
  if (!hasDate || !hasTime || zone === null) throw cannotBe(kind, text, read);
  return new JavaDate(0, zone, kind).atLocal(localMs);
}

function cannotBe(kind: string, text: string, { localMs, hasDate, hasTime, zone }: ReadDate): JavaError {
  const parts = [
    hasDate ? localText(new JavaLocal('LocalDate', localMs)) : '',
    hasTime ? printDate(localMs, 'HH:mm:ss').replace(/:00$/, '') : '',
  ].filter((part) => part !== '');
  const iso = hasTime && hasDate ? localText(new JavaLocal('LocalDateTime', localMs)) : parts.join('T');
  const found = `{},ISO${zone === null ? '' : `,${zone}`} resolved to ${iso} of type java.time.format.Parsed`;
  const reason = `Unable to obtain ${kind} from TemporalAccessor: ${found}`;
  const what = `Text '${text}' could not be parsed: ${reason}`;
  return new JavaError('date_time_parse_exception', what).causedBy(dateTimeError(reason));
}

/** What a pattern that was not seen before takes. */
const UNITS_PER_PATTERN = 128;

/** Where no locale is named it is that of OpenSearch's process, which is english. */
function formatOf(pattern: string, locale: unknown = null): JavaFormat {
  meter.pass(UNITS_PER_PATTERN);
  checkLetters(pattern);
  return new JavaFormat(pattern, null, locale === null || textOf(locale) !== '');
}

const formatter = javaClass({
  name: 'DateTimeFormatter',
  fullName: 'java.time.format.DateTimeFormatter',
  constants: {
    'DateTimeFormatter ISO_INSTANT': new JavaFormat(INSTANT),
    'DateTimeFormatter BASIC_ISO_DATE': new JavaFormat(BASIC),
    ...Object.fromEntries(
      [...styles.keys()].map((name) => [`DateTimeFormatter ${name}`, new JavaFormat(name)]),
    ),
  },
  members: {
    'static DateTimeFormatter ofPattern(String)': formatOf,
    'static DateTimeFormatter ofPattern(String, def)': formatOf,
    'DateTimeFormatter withZone(ZoneId)': (self: JavaFormat, zone: JavaZone) =>
      new JavaFormat(self.pattern, zone.id, self.isEnglish),
    'String format(def)': (self: JavaFormat, date: unknown) => self.print(date),
  },
});

export const formatterClasses: readonly JavaClass[] = [formatter];
