import { table } from '@sextant/contract';
import {
  type DateElement,
  FractionElement,
  LiteralElement,
  NumberElement,
  type NumberField,
  OptionalElement,
  ZoneElement,
} from './date-element.ts';
import { compilePattern } from './date-pattern.ts';

/** A built-in format: what it reads, what it prints, and whether OpenSearch tries several parsers for it. */
export interface NamedFormat {
  readonly elements: readonly DateElement[];
  readonly printer: readonly DateElement[];
  readonly isChoice: boolean;
}

type Flavor = 'lenient' | 'strict' | 'basic';

const OPTIONAL_TIME = 'Y[-M[-d[T[H[:m[:s[F]]][Z]]]]]';

/**
 * Specifications: Y year, x week year, D day of the year, w week, e day of the week, f fraction after a
 * point, F after a point or comma, Z zone, brackets for what may be left out, T and W themselves.
 */
const LENIENT: Readonly<Record<string, string>> = table({
  date_optional_time: OPTIONAL_TIME,
  date: 'Y[-M[-d]]',
  date_hour: 'Y-M-dTH',
  date_hour_minute: 'Y-M-dTH:m',
  date_hour_minute_second: 'Y-M-dTH:m:s',
  date_hour_minute_second_fraction: 'Y-M-dTH:m:sf',
  date_hour_minute_second_millis: 'Y-M-dTH:m:sf',
  date_time: 'Y-M-dTH:m:sfZ',
  date_time_no_millis: 'Y-M-dTH:m:sZ',
  hour: 'H',
  hour_minute: 'H:m',
  hour_minute_second: 'H:m:s',
  hour_minute_second_fraction: 'H:m:sf',
  hour_minute_second_millis: 'H:m:sf',
  ordinal_date: 'Y-D',
  ordinal_date_time: 'Y-DTH:m:sfZ',
  ordinal_date_time_no_millis: 'Y-DTH:m:sZ',
  time: 'H:m:sfZ',
  time_no_millis: 'H:m:sZ',
  t_time: 'TH:m:sfZ',
  t_time_no_millis: 'TH:m:sZ',
  week_date: 'x-Ww-e',
  week_date_time: 'x-Ww-eTH:m:sfZ',
  week_date_time_no_millis: 'x-Ww-eTH:m:sZ',
  weekyear: 'x',
  weekyear_week: 'x-Ww',
  weekyear_week_day: 'x-Ww-e',
  year: 'Y',
  year_month: 'Y-M',
  year_month_day: 'Y-M-d',
});

/** Where the strict form reads something else than the lenient one. */
const STRICT: Readonly<Record<string, string>> = table({
  date: 'Y-M-d',
  date_time: 'Y-M-dTH:m:s[f]Z',
  date_optional_time_nanos: OPTIONAL_TIME,
});

const BASIC: Readonly<Record<string, string>> = table({
  basic_date: 'YMd',
  basic_date_time: 'YMdTHmsfZ',
  basic_date_time_no_millis: 'YMdTHmsZ',
  basic_ordinal_date: 'YD',
  basic_ordinal_date_time: 'YDTHmsfZ',
  basic_ordinal_date_time_no_millis: 'YDTHmsZ',
  basic_time: 'HmsfZ',
  basic_time_no_millis: 'HmsZ',
  basic_t_time: 'THmsfZ',
  basic_t_time_no_millis: 'THmsZ',
  basic_week_date: 'xWwe',
  basic_week_date_time: 'xWweTHmsfZ',
  basic_week_date_time_no_millis: 'xWweTHmsZ',
});

const OTHERS: Readonly<Record<string, string>> = table({
  iso8601: OPTIONAL_TIME,
  rfc3339_lenient: 'Y[-M[-d[TH:m[:s[F]]Z]]]',
});

const FIELDS: Readonly<Record<string, NumberField>> = table({
  Y: 'year',
  x: 'weekYear',
  M: 'month',
  d: 'day',
  H: 'hour',
  m: 'minute',
  s: 'second',
  D: 'dayOfYear',
  w: 'week',
  e: 'dayOfWeek',
});

const PRINT: Readonly<Record<string, string>> = table({
  Y: 'uuuu',
  x: 'YYYY',
  M: 'MM',
  d: 'dd',
  H: 'HH',
  m: 'mm',
  s: 'ss',
  D: 'DDD',
  w: 'ww',
  e: 'e',
  f: '.SSS',
  F: '.SSS',
  Z: 'XXX',
  T: "'T'",
  W: "'W'",
});

function numberElement(letter: string, flavor: Flavor): DateElement {
  const field = FIELDS[letter]!;
  if (letter === 'e') return new NumberElement(field, 1, 1, 'never');
  if (letter === 'Y' || letter === 'x') {
    if (flavor === 'basic') return new NumberElement(field, 4, 4, 'normal');
    if (flavor === 'strict') return new NumberElement(field, 4, 10, 'exceedsPad');
    return new NumberElement(field, 1, 5, 'normal');
  }
  const width = letter === 'D' ? 3 : 2;
  // The last number of a basic date may be short, as it needs no end.
  const min = flavor === 'lenient' || (flavor === 'basic' && letter === 'd') ? 1 : width;
  return new NumberElement(field, min, width, 'never');
}

function elementsOf(spec: string, flavor: Flavor): DateElement[] {
  let at = 0;
  const read = (): DateElement[] => {
    const elements: DateElement[] = [];
    while (at < spec.length && spec[at] !== ']') {
      const letter = spec[at++]!;
      if (letter === '[') {
        elements.push(new OptionalElement(read()));
        at++;
      } else if (letter in FIELDS) elements.push(numberElement(letter, flavor));
      else if (letter === 'f') elements.push(new FractionElement(1, 9, '.'));
      else if (letter === 'F') elements.push(new FractionElement(1, 9, '.,'));
      else if (letter === 'Z') elements.push(new ZoneElement());
      else elements.push(new LiteralElement(letter));
    }
    return elements;
  };
  return read();
}

/** They print all digits of a second's fraction, the others three. */
const PRINTS_ALL: ReadonlySet<string> = new Set([
  'strict_date_optional_time_nanos',
  'strict_date_time',
  'ordinal_date_time',
  'strict_ordinal_date_time',
]);

function printerOf(name: string, spec: string): readonly DateElement[] {
  if (name === 'year') return compilePattern('u');
  const pattern = [...spec.replace(/[[\]]/g, '')].map((letter) => PRINT[letter] ?? letter).join('');
  const elements = compilePattern(pattern);
  if (!PRINTS_ALL.has(name)) return elements;
  return elements.map((each) =>
    each instanceof FractionElement ? new FractionElement(3, 9, '', 3, true) : each,
  );
}

/** The specification of a name with its flavor, or undefined. */
function lookUp(name: string): readonly [spec: string, flavor: Flavor] | undefined {
  const isStrict = name.startsWith('strict_');
  const base = isStrict ? name.slice('strict_'.length) : name;
  const basic = BASIC[base];
  if (basic !== undefined) return [basic, 'basic'];
  if (isStrict) {
    const strict = STRICT[base] ?? LENIENT[base];
    return strict === undefined ? undefined : [strict, 'strict'];
  }
  const other = OTHERS[name];
  if (other !== undefined) return [other, 'strict'];
  const lenient = LENIENT[name];
  return lenient === undefined ? undefined : [lenient, 'lenient'];
}

/** A built-in format by its name (`strict_date_time`), or undefined. */
export function namedFormat(name: string): NamedFormat | undefined {
  if (name in Object.prototype) return undefined;
  const found = lookUp(name);
  if (found === undefined) return undefined;
  const [spec, flavor] = found;
  const isChoice = spec.includes('Z') && spec !== OPTIONAL_TIME && !(name in OTHERS);
  return { elements: elementsOf(spec, flavor), printer: printerOf(name, spec), isChoice };
}
