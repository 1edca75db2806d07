import { type ColumnNumber, coarseOf, compareFine, isFine, restOf, toBig } from '../mapping/fine-number.ts';
import { javaDouble, javaFloat } from '../mapping/java-text.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { nextFloatUp, nextHalfUp } from '../mapping/number-bounds.ts';
import { roundTo } from '../mapping/number-coercion.ts';
import { isSingle } from '../mapping/types/floats.ts';
import { existsText } from './exists-query.ts';
import type { NumberInterval } from './fine-range.ts';
import type { QueryContext } from './weight.ts';

/** A range of numbers, as explanations and profiles tell it. */
export interface ToldRange {
  readonly context: QueryContext;
  readonly name: string;
  readonly interval: NumberInterval;
  /** One value was asked for. */
  readonly isTerm: boolean;
  /** Its score is not 1. */
  readonly isBoosted: boolean;
}

type Ends = readonly [low: string, high: string];

/** What stands in place of an end that whole numbers do not have. */
const longEnds: Ends = ['-9223372036854775808', '9223372036854775807'];
const intEnds: Ends = ['-2147483648', '2147483647'];
const endsOf: ReadonlyMap<string, Ends> = new Map([
  ['integer', intEnds],
  ['short', intEnds],
  ['byte', intEnds],
  ['unsigned_long', ['0', '18446744073709551615']],
]);

const NANOS_PER_MS = 1_000_000;

export function rangeText(told: ToldRange): string {
  const { context, name, interval, isTerm, isBoosted } = told;
  const field = context.mapping.field(name);
  const none = noneReason(told);
  if (none !== null) return `MatchNoDocsQuery("${none}")`;
  const dates = isDate(field);
  if (dates && field!.indexed && !isTerm && placeOf(told) === 'within') return existsText([name], context);
  const range = `${name}:[${endText(field, interval.low, 0)} TO ${endText(field, interval.high, 1)}]`;
  if (field?.indexed === false || (isTerm && !dates)) return isBoosted && isEverywhere(told) ? '*:*' : range;
  if (!isBoosted) return `Approximate(${range})`;
  return isEverywhere(told) ? '*:*' : range;
}

/** Why nothing matches, where that is known of the whole shard; null: it is not. */
export function noneReason(told: ToldRange): string | null {
  const field = told.context.mapping.field(told.name);
  if (field?.indexed === false) return compareFine(told.interval.low, told.interval.high) > 0 ? '' : null;
  const isOutside = isDate(field) && !told.isTerm && placeOf(told) === 'outside';
  return isOutside ? 'User requested "match_none" query.' : null;
}

function isDate(field: MappedField | undefined): boolean {
  return field?.fieldType.numbers?.values === 'dates';
}

function endText(field: MappedField | undefined, value: ColumnNumber, end: 0 | 1): string {
  const type = field?.fieldType;
  const isWhole = type?.numbers?.hasFractions === false;
  const coarse = coarseOf(value);
  if (isWhole && !Number.isFinite(coarse)) return (endsOf.get(type.name) ?? longEnds)[coarse < 0 ? 0 : 1];
  if (type?.name === 'date_nanos')
    return String(BigInt(coarse) * BigInt(NANOS_PER_MS) + BigInt(restOf(value)));
  if (isFine(value)) return String(toBig(value));
  if (type !== undefined && isSingle(type)) return javaFloat(singleEnd(type.name, value, end));
  if (!isWhole) return javaDouble(value);
  return String(end === 0 ? Math.ceil(value) : Math.floor(value));
}

/** The outermost value of the type that the range has. */
function singleEnd(type: string, value: number, end: 0 | 1): number {
  const up = type === 'half_float' ? nextHalfUp : nextFloatUp;
  const near = roundTo(type, value);
  if (end === 0) return near < value ? up(near) : near;
  return near > value ? -up(-near) : near;
}

/** How the range lies to the values of the shard, as far as that is known; not told where some are hidden from the caller. */
function placeOf({ context, name, interval: { low, high } }: ToldRange): 'within' | 'outside' | 'across' {
  const { searcher } = context;
  if (searcher.isPart === true) return 'across';
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const segment of searcher.segments) {
    const column = segment.numeric(name);
    if (column === null || column.valueCount === 0) continue;
    min = Math.min(min, column.min);
    max = Math.max(max, column.max);
  }
  const [first, last] = [coarseOf(low), coarseOf(high)];
  if (first > max || last < min) return 'outside';
  // What lies beyond the milliseconds of the ends is not known of them.
  const isBelow = first < min || (first === min && restOf(low) === 0);
  const isAbove = last > max || (last === max && !isFine(high) && !isFine(low));
  return isBelow && isAbove ? 'within' : 'across';
}

/** Every document of the shard has a value in the range. */
function isEverywhere(told: ToldRange): boolean {
  const { searcher } = told.context;
  return (
    placeOf(told) === 'within' && searcher.segments.every((segment) => segment.exists(told.name) === 'all')
  );
}
