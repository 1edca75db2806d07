import { type DateParts, dateParts } from '../../mapping/date/date-parts.ts';
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
const MINUTE_MS = 60_000;
const YEARS_OF_CENTURY = 100;

function sum(field: DocField): number {
  let total = 0;
  for (let i = 0, { size } = field; i < size; i++) total += field.numberAt(i);
  return total;
}

function median(field: DocField): number {
  const { size } = field;
  const middle = size >>> 1;
  return (size & 1) === 1
    ? field.numberAt(middle)
    : (field.numberAt(middle - 1) + field.numberAt(middle)) / 2;
}

const first: OfField = (field) => field.numberAt(0);
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

const ofDate =
  (part: (parts: DateParts) => number): OfField =>
  (field) =>
    part(dateParts(field.numberAt(0), 'Z'));

/** `DateField`; months are counted from 0. */
export const dateMembers = table(variables, [
  ...methods,
  ['getYear', ofDate(({ year }) => year)],
  ['getMonth', ofDate(({ month }) => month - 1)],
  ['getDayOfMonth', ofDate(({ day }) => day)],
  ['getHourOfDay', ofDate(({ hour }) => hour)],
  ['getMinutes', ofDate(({ minute }) => minute)],
  ['getSeconds', ofDate(({ second }) => second)],
]);

function secondOfDay({ hour, minute, second }: DateParts): number {
  return (hour * 60 + minute) * 60 + second;
}

const yearOfEra = ({ year }: DateParts): number => (year > 0 ? year : 1 - year);

const partsOfDate: readonly (readonly [name: string, part: (parts: DateParts) => number])[] = [
  ['centuryOfEra', (parts) => Math.trunc(parts.year / YEARS_OF_CENTURY)],
  ['dayOfMonth', ({ day }) => day],
  ['dayOfWeek', ({ dayOfWeek }) => dayOfWeek],
  ['dayOfYear', ({ dayOfYear }) => dayOfYear],
  ['era', ({ year }) => (year > 0 ? 1 : 0)],
  ['hourOfDay', ({ hour }) => hour],
  ['millisOfDay', (parts) => secondOfDay(parts) * SECOND_MS + parts.millisecond],
  ['millisOfSecond', ({ millisecond }) => millisecond],
  ['minuteOfDay', (parts) => Math.trunc((secondOfDay(parts) * SECOND_MS) / MINUTE_MS)],
  ['minuteOfHour', ({ minute }) => minute],
  ['monthOfYear', ({ month }) => month],
  ['secondOfDay', secondOfDay],
  ['secondOfMinute', ({ second }) => second],
  ['weekOfWeekyear', ({ week }) => week],
  ['weekyear', ({ weekYear }) => weekYear],
  ['year', ({ year }) => year],
  ['yearOfCentury', ({ year }) => year % YEARS_OF_CENTURY],
  ['yearOfEra', yearOfEra],
];

/** `DateObject`: what stands behind `.date`. */
export const dateObject = table(
  partsOfDate.map(([name, part]) => [name, ofDate(part)] as const),
  partsOfDate.map(([name, part]) => [`get${name[0]!.toUpperCase()}${name.slice(1)}`, ofDate(part)] as const),
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
