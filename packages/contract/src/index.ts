export { className } from './class-name.ts';
export { ApiError, apiError, type ErrorCause, type ErrorRow, type ErrorType, errorTable } from './errors.ts';
export { indexNameProblem, nameProblem } from './index-name.ts';
export { notBoolean } from './not-boolean.ts';
export { openApiDocument } from './openapi.ts';
export { catParams } from './routes/cat-params.ts';
export { routeTable } from './routes/index.ts';
export {
  commonParams,
  type Family,
  type Method,
  methodsAt,
  type ParamSpec,
  type ParamType,
  type Privilege,
  type Route,
} from './routes/route.ts';
export type {
  BackendRouteName,
  ParamsOf,
  PathParamsOf,
  RouteName,
  ServiceRouteName,
} from './routes/row-types.ts';
export { didYouMean, similarNames } from './suggest.ts';
export { unrecognized } from './unrecognized.ts';
export { boxedDouble, boxedJson, isBoxedDouble } from './wire/boxed-double.ts';
export { bytesText } from './wire/bytes-text.ts';
export { nearestDecimal } from './wire/decimal.ts';
export { hasFragileNumber } from './wire/fragile-number.ts';
export { isObject } from './wire/is-object.ts';
export { Double, Float, GivenJson, type Json, type JsonMap, Long, RawJson } from './wire/json.ts';
export { withoutComments } from './wire/json-comments.ts';
export type { JsonProblem } from './wire/json-cursor.ts';
export { type JsonScan, scanJson } from './wire/json-scan.ts';
export { hasMembers, mapMembers, mapTexts, orderMembers } from './wire/json-tree.ts';
export {
  exactLong,
  type NumberReading,
  parseDocument,
  parseWithDoubles,
  parseWithLongs,
} from './wire/long-texts.ts';
export { checkNameLengths } from './wire/name-length.ts';
export { dictionary, setOwn, table } from './wire/names.ts';
export { parseNumbers, type ReadNumber } from './wire/parse-numbers.ts';
export { parseNamed } from './wire/plain-names.ts';
export { sourceJson } from './wire/source-json.ts';
export { byteUnits, timeUnits } from './wire/units.ts';
export { matchesPattern, matchesWildcard, wildcardTest } from './wire/wildcard.ts';
