import { civilDay, type DateParts, dateParts } from '../../mapping/date/date-parts.ts';
import type { DocField, DocPoint } from '../doc-values.ts';

/** Of the values of a document, of which there is at least one. */
export type OfField = (field: DocField) => number;

/** What expressions may ask of a field. */
export interface Member {
  readonly isMethod: boolean;
  readonly value: OfField;
  /** What it is of a document without a value. */
  readonly ofNothing: number;
}

type Rows = readonly (readonly [name: string, value: OfField, ofNothing?: number])[];

const SECOND_MS = 1000;
const SECONDS = 60;
const MINUTE_MS = 60_000;
const MINUTES = 60;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const YEARS_OF_CENTURY = 100;

const sum: OfField = (field) => field.sum();

function median(field: DocField): number {
  const { size } = field;
  const middle = size >>> 1;
  return (size & 1) === 1
    ? field.numberAt(middle)
    : (field.numberAt(middle - 1) + field.numberAt(middle)) / 2;
}

/** Of the values its first. */
export const first: OfField = (field) => field.numberAt(0);
const last: OfField = (field) => field.numberAt(field.size - 1);
const count: OfField = (field) => field.size;
const isEmpty: OfField = () => 0;

/** Values of a document are ascending. */
const variables: Rows = [
  ['value', first],
  ['empty', isEmpty, 1],
  ['length', count],
];
const methods: Rows = [
  ['getValue', first],
  ['isEmpty', isEmpty, 1],
  ['size', count],
  ['count', count],
  ['min', first],
  ['max', last],
  ['sum', sum],
  ['avg', (field) => sum(field) / field.size],
  ['median', median],
];

function table(names: Rows, calls: Rows): ReadonlyMap<string, Member> {
  const members = (rows: Rows, isMethod: boolean): [string, Member][] =>
    rows.map(([name, value, ofNothing = 0]) => [name, { isMethod, value, ofNothing }]);
  return new Map([...members(names, false), ...members(calls, true)]);
}

/** `NumericField`. */
export const numberMembers = table(variables, methods);

type OfDate = (ms: number) => number;

const ofFirst =
  (part: OfDate): OfField =>
  (field) =>
    part(field.numberAt(0));

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
const timeOf = (ms: number): number => ms - dayOf(ms) * DAY_MS;
const year: OfDate = (ms) => civilDay(dayOf(ms))[0];
const month: OfDate = (ms) => civilDay(dayOf(ms))[1];
const dayOfMonth: OfDate = (ms) => civilDay(dayOf(ms))[2];
const hour: OfDate = (ms) => Math.floor(timeOf(ms) / HOUR_MS);
const minute: OfDate = (ms) => Math.floor(timeOf(ms) / MINUTE_MS) % MINUTES;
const second: OfDate = (ms) => Math.floor(timeOf(ms) / SECOND_MS) % SECONDS;

/** `DateField`; months are counted from 0. */
export const dateMembers = table(variables, [
  ...methods,
  ['getYear', ofFirst(year)],
  ['getMonth', ofFirst((ms) => month(ms) - 1)],
  ['getDayOfMonth', ofFirst(dayOfMonth)],
  ['getHourOfDay', ofFirst(hour)],
  ['getMinutes', ofFirst(minute)],
  ['getSeconds', ofFirst(second)],
]);

/** What is asked for seldom is taken from all that a date has. */
const inUtc =
  (part: (parts: DateParts) => number): OfDate =>
  (ms) =>
    part(dateParts(ms, 'Z'));

const partsOfDate: readonly (readonly [name: string, part: OfDate])[] = [
  ['centuryOfEra', (ms) => Math.trunc(year(ms) / YEARS_OF_CENTURY)],
  ['dayOfMonth', dayOfMonth],
  ['dayOfWeek', inUtc(({ dayOfWeek }) => dayOfWeek)],
  ['dayOfYear', inUtc(({ dayOfYear }) => dayOfYear)],
  ['era', (ms) => (year(ms) > 0 ? 1 : 0)],
  ['hourOfDay', hour],
  ['millisOfDay', (ms) => Math.trunc(timeOf(ms))],
  ['millisOfSecond', (ms) => timeOf(ms) % SECOND_MS],
  ['minuteOfDay', (ms) => Math.floor(timeOf(ms) / MINUTE_MS)],
  ['minuteOfHour', minute],
  ['monthOfYear', month],
  ['secondOfDay', (ms) => Math.floor(timeOf(ms) / SECOND_MS)],
  ['secondOfMinute', second],
  ['weekOfWeekyear', inUtc(({ week }) => week)],
  ['weekyear', inUtc(({ weekYear }) => weekYear)],
  ['year', year],
  ['yearOfCentury', (ms) => year(ms) % YEARS_OF_CENTURY],
  ['yearOfEra', (ms) => (year(ms) > 0 ? year(ms) : 1 - year(ms))],
];

/** `DateObject`: what stands behind `.date`. */
export const dateObject = table(
  partsOfDate.map(([name, part]) => [name, ofFirst(part)] as const),
  partsOfDate.map(([name, part]) => [`get${name[0]!.toUpperCase()}${name.slice(1)}`, ofFirst(part)] as const),
);

const latitude: OfField = (field) => (field.value() as DocPoint).lat;
const longitude: OfField = (field) => (field.value() as DocPoint).lon;

/** `GeoField`, of which OpenSearch says that it is empty where it is not. */
export const geoMembers = table(
  [
    ['empty', () => 1],
    ['lat', latitude],
    ['lon', longitude],
  ],
  [
    ['isEmpty', () => 1],
    ['getLat', latitude],
    ['getLon', longitude],
  ],
);
