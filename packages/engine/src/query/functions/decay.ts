import { apiError } from '@sextant/contract';
import type { WorkBudget } from '../../budget/work-budget.ts';
import { isObject, type JsonObject, parsingError, toDouble, toText } from '../../dsl/json-reader.ts';
import { membersOf } from '../../dsl/read-place.ts';
import { timeValueMs } from '../../dsl/time-value.ts';
import { parseDateMath } from '../../mapping/date/date-math.ts';
import { distanceMetres } from '../../mapping/geo/distance-unit.ts';
import { distanceFrom } from '../../mapping/geo/earth.ts';
import { latOf, latStepsOf, lonOf, lonStepsOf } from '../../mapping/geo/geo-encoding.ts';
import { readPoint } from '../../mapping/geo/read-point.ts';
import { javaDouble } from '../../mapping/java-text.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import { geoPoint } from '../../mapping/types/geo-point.ts';
import { type Fall, falls } from '../../script/falls.ts';
import type { SegmentReader, TermsReader } from '../../segment/segment-reader.ts';
import { matched } from '../explanation.ts';
import { prepareColumn } from '../field-support.ts';
import type { QueryContext } from '../weight.ts';
import { DocumentValues } from './document-values.ts';
import { nameAsArgument, type ScoreFunction, type ShardFunction } from './score-function.ts';

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
  for (const [key, value] of membersOf(body)) {
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

/** How far the nearest, farthest, … of the values of each document lies from the origin. */
interface Distances {
  /** Made ready for a segment; 0 for a document without a value. */
  of(segment: SegmentReader): (doc: number) => number;
  /** Of a document, as OpenSearch explains it: by each of its values, which may be many. */
  text(segment: SegmentReader, doc: number, budget: WorkBudget): string;
  /** Of the curve, in what distances are measured in. */
  readonly scale: number;
}

function bindDecay(decay: Decay, context: QueryContext): ShardFunction {
  const { fall, field, options } = decay;
  const mapped = context.mapping.field(field);
  if (mapped === undefined) throw parsingError(`unknown field [${field}]`);
  const given = readOptions(options);
  prepareColumn(mapped, context);
  const { of, text, scale } = distancesOf(mapped, decay, given, context);
  const scaled = fall.scaleOf(scale, given.decay);
  return {
    of: (segment) => {
      const distance = of(segment);
      return (docs, length, _scores, out) => {
        for (let i = 0; i < length; i++) out[i] = fall.at(distance(docs[i]!), scaled);
      };
    },
    explain: ({ segment, doc, value, name }) => {
      const told = fall.text(text(segment, doc, context.budget), scaled, nameAsArgument(name));
      return matched(value, `Function for field ${field}:`, [matched(value, told)]);
    },
  };
}

interface GivenOptions {
  readonly scale: unknown;
  readonly origin: unknown;
  readonly offset: unknown;
  readonly decay: number;
}

function readOptions(options: JsonObject): GivenOptions {
  const given = { scale: null as unknown, origin: null as unknown, offset: null as unknown };
  let decay = DEFAULT_DECAY;
  for (const [name, value] of membersOf(options)) {
    if (name in given) given[name as keyof typeof given] = value;
    else if (name === 'decay') decay = toDouble(value);
    else throw apiError('parse_exception', `parameter [${name}] not supported!`);
  }
  return { ...given, decay };
}

function distancesOf(
  field: MappedField,
  { mode }: Decay,
  given: GivenOptions,
  context: QueryContext,
): Distances {
  const { derived } = field;
  const numbers = derived === undefined ? field.fieldType.numbers : null;
  if (field.fieldType === geoPoint && derived === undefined) return pointDistances(field, given, mode);
  if (numbers === null || numbers.values === 'flags') {
    throw parsingError(
      `field [${field.name}] is of type [${field.type}], but only numeric types are supported.`,
    );
  }
  return numbers.values === 'dates'
    ? dateDistances(field, given, mode, context)
    : numberDistances(field, given, mode);
}

function numberDistances(
  field: MappedField,
  { scale, origin, offset, decay }: GivenOptions,
  mode: Mode,
): Distances {
  if (scale === null || origin === null) {
    throw apiError('parse_exception', 'both [scale] and [origin] must be set for numeric fields.');
  }
  const curve = { scale: toDouble(scale), offset: toDouble(offset ?? 0), decay };
  return lineDistances(field.name, toDouble(origin), curve, mode);
}

function dateDistances(
  field: MappedField,
  { scale, origin, offset, decay }: GivenOptions,
  mode: Mode,
  context: QueryContext,
): Distances {
  if (scale === null) throw apiError('parse_exception', '[scale] must be set for date fields.');
  const curve = {
    scale: timeValueMs(toText(scale), 'DecayFunctionParser.scale'),
    offset: timeValueMs(toText(offset ?? '0d'), 'DecayFunctionParser.offset'),
    decay,
  };
  return lineDistances(field.name, dateOf(field, origin, context), curve, mode);
}

/** By points, in metres. */
function pointDistances(
  field: MappedField,
  { scale, origin, offset, decay }: GivenOptions,
  mode: Mode,
): Distances {
  // It says so of the origin too, which is where the axes meet if it is not given.
  if (scale === null) throw apiError('parse_exception', '[origin] and [scale] must be set for geo fields.');
  const from = origin === null ? { lat: 0, lon: 0 } : readPoint(origin, false);
  const metres = distanceFrom(from);
  const curve = {
    scale: distanceMetres(toText(scale), 1),
    offset: distanceMetres(toText(offset ?? '0km'), 1),
    decay,
  };
  checkCurve(curve);
  const pointsOf = (segment: SegmentReader): Points | null => {
    const terms = segment.terms(field.name);
    const ordinals = segment.ordinals(field.name);
    if (terms === null || ordinals === null) return null;
    return { values: new DocumentValues({ ...ordinals, base: 0 }), ...terms };
  };
  const of = (segment: SegmentReader): ((doc: number) => number) => {
    const points = pointsOf(segment);
    if (points === null) return () => 0;
    const { bytes, offsets, values } = points;
    const at = (place: number): number => {
      const start = offsets[values.at(place)]!;
      return metres(latOf(latStepsOf(bytes, start)), lonOf(lonStepsOf(bytes, start)));
    };
    return chosenDistance(values, at, curve.offset, mode);
  };
  const text: Distances['text'] = (segment, doc, budget) => {
    const points = pointsOf(segment);
    const told =
      points === null
        ? []
        : placesOf(points.values, doc, budget).map((place) => {
            budget.charge(1);
            return pointText(points, place);
          });
    const to = `${javaDouble(from.lat)}, ${javaDouble(from.lon)}`;
    const each = told.map(
      (at) =>
        `Math.max(arcDistance(${at}(=doc value),${to}(=origin)) - ${javaDouble(curve.offset)}(=offset), 0)`,
    );
    return `${mode.toUpperCase()} of: [${each.length === 0 ? '0.0' : each.join(', ')}]`;
  };
  return { of, text, scale: curve.scale };
}

interface Points extends Pick<TermsReader, 'bytes' | 'offsets'> {
  /** Their ordinals. */
  readonly values: DocumentValues;
}

function pointText({ values, bytes, offsets }: Points, place: number): string {
  const start = offsets[values.at(place)]!;
  return `${javaDouble(latOf(latStepsOf(bytes, start)))}, ${javaDouble(lonOf(lonStepsOf(bytes, start)))}`;
}

/** About what is told of a value. */
const TOLD_BYTES = 100;

function placesOf(values: DocumentValues, doc: number, budget: WorkBudget): number[] {
  values.seek(doc);
  const { from, to } = values;
  budget.reserve((to - from) * TOLD_BYTES, '<explanation>');
  return Array.from({ length: to - from }, (_, i) => from + i);
}

interface Curve {
  readonly scale: number;
  readonly offset: number;
  readonly decay: number;
}

function lineDistances(field: string, origin: number, curve: Curve, mode: Mode): Distances {
  checkCurve(curve);
  const of = (segment: SegmentReader): ((doc: number) => number) => {
    const values = new DocumentValues(segment.numeric(field));
    return chosenDistance(values, (place) => Math.abs(values.at(place) - origin), curve.offset, mode);
  };
  const text: Distances['text'] = (segment, doc, budget) => {
    const values = new DocumentValues(segment.numeric(field));
    const [to, offset] = [javaDouble(origin), javaDouble(curve.offset)];
    const each = placesOf(values, doc, budget).map((place) => {
      budget.charge(1);
      const value = javaDouble(values.at(place));
      return `Math.max(Math.abs(${value}(=doc value) - ${to}(=origin))) - ${offset}(=offset), 0)`;
    });
    return `${mode.toUpperCase()}[${each.length === 0 ? '0.0' : each.join(', ')}]`;
  };
  return { of, text, scale: curve.scale };
}

function checkCurve({ scale, offset, decay }: Curve): void {
  if (scale <= 0) throw invalid('scale must be > 0.0.');
  if (decay <= 0 || decay >= 1) throw invalid('decay must be in the range [0..1].');
  if (offset < 0) throw invalid('offset must be > 0.0');
}

function invalid(problem: string): Error {
  return apiError('illegal_argument_exception', `function_score : ${problem}`);
}

function dateOf(field: MappedField, origin: unknown, { nowMs }: QueryContext): number {
  if (origin === null) return nowMs;
  const format = field.format ?? 'strict_date_optional_time||epoch_millis';
  return parseDateMath(toText(origin), format, { nowMs, roundUp: false });
}

/** Of several values that of the mode; 0 where there is none. `at`: how far that of a place lies from the origin. */
function chosenDistance(
  values: DocumentValues,
  at: (place: number) => number,
  offset: number,
  mode: Mode,
): (doc: number) => number {
  return (doc) => {
    values.seek(doc);
    const { from, to } = values;
    if (from === to) return 0;
    if (to - from === 1) return Math.max(0, at(from) - offset);
    const distances: number[] = [];
    for (let place = from; place < to; place++) distances.push(Math.max(0, at(place) - offset));
    return chosen(distances, mode);
  };
}

function chosen(distances: number[], mode: Mode): number {
  // A document may have more values than a function takes arguments.
  if (mode === 'min') return distances.reduce((least, each) => Math.min(least, each));
  if (mode === 'max') return distances.reduce((most, each) => Math.max(most, each));
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
