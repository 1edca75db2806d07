import { apiError } from '@sextant/contract';
import { isObject, type JsonObject, parsingError, toDouble, toText } from '../../dsl/json-reader.ts';
import { timeValueMs } from '../../dsl/time-value.ts';
import { parseDateMath } from '../../mapping/date/date-math.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import { type Fall, falls } from '../../script/falls.ts';
import type { QueryContext } from '../weight.ts';
import { DocumentValues } from './document-values.ts';
import type { ScoreFunction, ShardFunction } from './score-function.ts';

type Mode = 'min' | 'max' | 'sum' | 'avg' | 'median';
const modes: readonly string[] = ['min', 'max', 'sum', 'avg', 'median'];

interface Decay {
  readonly fall: Fall;
  readonly field: string;
  readonly options: JsonObject;
  readonly mode: Mode;
}

const DEFAULT_DECAY = 0.5;

/** `{"gauss":{"price":{"origin":20,"scale":5,"offset":1,"decay":0.5},"multi_value_mode":"avg"}}` */
export function parseDecay(name: keyof typeof falls, body: JsonObject): ScoreFunction {
  let field: string | null = null;
  let options: JsonObject = {};
  let mode: Mode = 'min';
  for (const [key, value] of Object.entries(body)) {
    if (isObject(value)) {
      field = key;
      options = value;
    } else if (key === 'multi_value_mode') mode = readMode(toText(value));
    else throw parsingError('malformed score function score parameters.');
  }
  if (field === null) throw parsingError('malformed score function score parameters.');
  const decay: Decay = { fall: falls[name], field, options, mode };
  return { bind: (context) => bindDecay(decay, context) };
}

function readMode(text: string): Mode {
  const lower = text.toLowerCase();
  if (modes.includes(lower)) return lower as Mode;
  throw apiError('illegal_argument_exception', `Illegal sort mode: ${text}`);
}

interface Curve {
  readonly origin: number;
  readonly offset: number;
  readonly scaled: number;
}

function bindDecay({ fall, field, options, mode }: Decay, context: QueryContext): ShardFunction {
  const mapped = context.mapping.field(field);
  if (mapped === undefined) throw parsingError(`unknown field [${field}]`);
  const { numbers } = mapped.fieldType;
  if (numbers === null || numbers.values === 'flags') {
    throw parsingError(`field [${field}] is of type [${mapped.type}], but only numeric types are supported.`);
  }
  const { origin, offset, scaled } = curveOf(mapped, options, fall, context);
  return (segment) => {
    const values = new DocumentValues(segment.numeric(field));
    return (docs, length, _scores, out) => {
      for (let i = 0; i < length; i++) {
        values.seek(docs[i]!);
        out[i] = fall.at(distanceOf(values, origin, offset, mode), scaled);
      }
    };
  };
}

function curveOf(field: MappedField, options: JsonObject, fall: Fall, context: QueryContext): Curve {
  const isDate = field.fieldType.numbers?.values === 'dates';
  const given = { scale: null as unknown, origin: null as unknown, offset: null as unknown };
  let decay = DEFAULT_DECAY;
  for (const [name, value] of Object.entries(options)) {
    if (name in given) given[name as keyof typeof given] = value;
    else if (name === 'decay') decay = toDouble(value);
    else throw apiError('parse_exception', `parameter [${name}] not supported!`);
  }
  if (given.scale === null || (given.origin === null && !isDate)) {
    const what = isDate
      ? '[scale] must be set for date fields.'
      : 'both [scale] and [origin] must be set for numeric fields.';
    throw apiError('parse_exception', what);
  }
  const scale = isDate
    ? timeValueMs(toText(given.scale), 'DecayFunctionParser.scale')
    : toDouble(given.scale);
  const offset = isDate
    ? timeValueMs(toText(given.offset ?? '0d'), 'DecayFunctionParser.offset')
    : toDouble(given.offset ?? 0);
  const origin = isDate ? dateOf(field, given.origin, context) : toDouble(given.origin);
  if (scale <= 0) throw invalid('scale must be > 0.0.');
  if (decay <= 0 || decay >= 1) throw invalid('decay must be in the range [0..1].');
  if (offset < 0) throw invalid('offset must be > 0.0');
  return { origin, offset, scaled: fall.scaleOf(scale, decay) };
}

function invalid(problem: string): Error {
  return apiError('illegal_argument_exception', `function_score : ${problem}`);
}

function dateOf(field: MappedField, origin: unknown, { nowMs }: QueryContext): number {
  if (origin === null) return nowMs;
  const format = field.format ?? 'strict_date_optional_time||epoch_millis';
  return parseDateMath(toText(origin), format, { nowMs, roundUp: false });
}

/** Of several values that of the mode; 0 where there is none. */
function distanceOf(values: DocumentValues, origin: number, offset: number, mode: Mode): number {
  const { from, to } = values;
  if (from === to) return 0;
  if (to - from === 1) return Math.max(0, Math.abs(values.at(from) - origin) - offset);
  const distances: number[] = [];
  for (let place = from; place < to; place++) {
    distances.push(Math.max(0, Math.abs(values.at(place) - origin) - offset));
  }
  return chosen(distances, mode);
}

function chosen(distances: number[], mode: Mode): number {
  if (mode === 'min') return Math.min(...distances);
  if (mode === 'max') return Math.max(...distances);
  if (mode === 'median') {
    distances.sort((a, b) => a - b);
    const middle = distances.length >> 1;
    return distances.length % 2 === 1
      ? distances[middle]!
      : (distances[middle - 1]! + distances[middle]!) / 2;
  }
  let sum = 0;
  for (const distance of distances) sum += distance;
  return mode === 'sum' ? sum : sum / distances.length;
}
