import { type ApiError, apiError } from '@sextant/contract';
import { classOf, JavaArray } from './values.ts';

const inUtil = [
  'Base64.Decoder',
  'Base64.Encoder',
  'DoubleSummaryStatistics',
  'IntSummaryStatistics',
  'LongSummaryStatistics',
  'Optional',
  'OptionalDouble',
  'OptionalInt',
  'OptionalLong',
  'Random',
  'StringJoiner',
  'StringTokenizer',
  'UUID',
];

/** Classes whose values are not written into a document, as scripts call them, with their names in Java. */
const unwritten: ReadonlyMap<string, string> = new Map([
  ...inUtil.map((name) => [name, `java.util.${name.replace('.', '$')}`] as const),
  ['Character', 'java.lang.Character'],
  ['DateTimeFormatter', 'java.time.format.DateTimeFormatter'],
  ['DecimalFormat', 'java.text.DecimalFormat'],
  ['DoubleStream', 'java.util.stream.DoublePipeline'],
  ['IntStream', 'java.util.stream.IntPipeline'],
  ['Iterator', 'java.util.Iterator'],
  ['Lambda', 'java.lang.Object'],
  ['LongStream', 'java.util.stream.LongPipeline'],
  ['Map.Entry', 'java.util.HashMap$Node'],
  ['Matcher', 'java.util.regex.Matcher'],
  ['MathContext', 'java.math.MathContext'],
  ['Pattern', 'java.util.regex.Pattern'],
  ['SimpleDateFormat', 'java.text.SimpleDateFormat'],
  ['Stream', 'java.util.stream.ReferencePipeline'],
  ['StringBuffer', 'java.lang.StringBuffer'],
  ['StringBuilder', 'java.lang.StringBuilder'],
  ['YearMonth', 'java.time.YearMonth'],
  ['ZoneId', 'java.time.ZoneRegion'],
]);

/** Arrays that are not written as lists. */
const arrays: ReadonlyMap<string, string> = new Map([
  ['boolean', '[Z'],
  ['char', '[C'],
]);

/** Classes of `java.util` that are no `java.lang`. */
const inJavaUtil: ReadonlySet<string> = new Set([
  'ArrayList',
  'HashMap',
  'HashSet',
  'LinkedHashMap',
  'TreeMap',
]);

/** What Java says where a value should be of another class of its own. */
export function castError(value: unknown, wanted: string): ApiError {
  const own = classOf(value);
  const name = `java.${inJavaUtil.has(own) ? 'util' : 'lang'}.${own}`;
  const where = `(${name} and ${wanted} are in module java.base of loader 'bootstrap')`;
  return apiError('class_cast_exception', `class ${name} cannot be cast to class ${wanted} ${where}`);
}

/** What is told of a value that cannot be written into a document; undefined where it can. */
export function unwrittenError(value: unknown): ApiError | undefined {
  const name = value instanceof JavaArray ? arrays.get(value.element) : unwritten.get(classOf(value));
  if (name === undefined) return undefined;
  const reason = `cannot write xcontent for unknown value of type class ${name}`;
  return apiError('illegal_argument_exception', reason);
}
