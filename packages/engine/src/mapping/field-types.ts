import { table } from '@sextant/contract';
import type { FieldType } from './field-type.ts';
import { alias } from './types/alias.ts';
import { binary } from './types/binary.ts';
import { boolean } from './types/boolean.ts';
import { completion } from './types/completion.ts';
import { constantKeyword } from './types/constant-keyword.ts';
import { date } from './types/date.ts';
import { dateNanos } from './types/date-nanos.ts';
import { flatObject, flattened } from './types/flat-object.ts';
import { double, float, halfFloat } from './types/floats.ts';
import { geoPoint } from './types/geo-point.ts';
import { byte, integral, long, short, unsignedLong } from './types/integers.ts';
import { ip } from './types/ip.ts';
import { join } from './types/join.ts';
import { keyword } from './types/keyword.ts';
import { matchOnlyText } from './types/match-only-text.ts';
import { dateRange, doubleRange, floatRange, integerRange, ipRange, longRange } from './types/ranges.ts';
import { rankFeature, rankFeatures } from './types/rank-feature.ts';
import { scaledFloat } from './types/scaled-float.ts';
import { searchAsYouType } from './types/search-as-you-type.ts';
import { text } from './types/text.ts';
import { tokenCount } from './types/token-count.ts';
import { version } from './types/version.ts';
import { wildcard } from './types/wildcard.ts';

/** Every type of field, by the name that mappings give it. */
const fieldTypes: Readonly<Record<string, FieldType>> = table({
  alias,
  binary,
  boolean,
  byte,
  constant_keyword: constantKeyword,
  completion,
  date,
  date_nanos: dateNanos,
  date_range: dateRange,
  double,
  double_range: doubleRange,
  flat_object: flatObject,
  flattened,
  float,
  float_range: floatRange,
  geo_point: geoPoint,
  half_float: halfFloat,
  integer: integral,
  integer_range: integerRange,
  ip,
  ip_range: ipRange,
  join,
  keyword,
  long,
  long_range: longRange,
  match_only_text: matchOnlyText,
  rank_feature: rankFeature,
  rank_features: rankFeatures,
  scaled_float: scaledFloat,
  search_as_you_type: searchAsYouType,
  short,
  text,
  token_count: tokenCount,
  unsigned_long: unsignedLong,
  version,
  wildcard,
});

/** The type of a name; undefined where there is none. */
export function fieldTypeOf(name: string): FieldType | undefined {
  return Object.hasOwn(fieldTypes, name) ? fieldTypes[name] : undefined;
}
