import { ApiError } from '@sextant/contract';
import { mix32, murmur3 } from '../codec/hashes.ts';
import { timeValueMs } from '../dsl/time-value.ts';
import { parseDateMath } from '../mapping/date/date-math.ts';
import { distanceMetres } from '../mapping/geo/distance-unit.ts';
import { distanceFrom } from '../mapping/geo/earth.ts';
import { readPoint } from '../mapping/geo/read-point.ts';
import { DEFAULT_DATE_FORMAT } from '../mapping/types/date.ts';
import type { Postings } from '../segment/postings.ts';
import type { SegmentReader, ShardSearcher } from '../segment/segment-reader.ts';
import type { ContextFunction, ContextFunctions } from './context-function.ts';
import type { DocLookup, DocPoint } from './doc-values.ts';
import { type Fall, falls } from './falls.ts';
import type { ScriptState } from './frame.ts';
import { JavaError } from './java-error.ts';
import type { JavaDate } from './library/date-values.ts';
import { hashOfText, longOf, textOf } from './values.ts';

/** The document that a score is made for, as functions ask for it. */
export interface ScoredDocument {
  readonly searcher: Pick<ShardSearcher, 'index' | 'shard' | 'segments' | 'docBases'>;
  readonly fields: DocLookup;
  segment: SegmentReader | null;
  doc: number;
}

/** Its place among `ScriptState.variables`. */
const SCORED_DOCUMENT = 4;

function documentOf(state: ScriptState): ScoredDocument {
  return state.variables[SCORED_DOCUMENT] as ScoredDocument;
}

const encoder = new TextEncoder();

function saltedSeed({ searcher }: ScoredDocument, seed: number): number {
  return mix32(((hashOfText(searcher.index) << 10) | searcher.shard) ^ seed);
}

/** `ScoreScriptUtils.RandomScoreDoc` and `RandomScoreField`: only 24 bits are used, which a float can hold. */
function randomOf(text: string, salted: number): number {
  return Math.fround((murmur3(encoder.encode(text), salted) & 0x00ffffff) / (1 << 24));
}

/** What is wrong with an argument is an error of the script. */
function read<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError) throw new JavaError(error.error.type, error.error.reason);
    throw error;
  }
}

interface Curve {
  readonly origin: number;
  readonly offset: number;
  readonly scaled: number;
}

function at(fall: Fall, { offset, scaled }: Curve, distance: number): number {
  return fall.at(Math.max(0, distance - offset), scaled);
}

const strings = ['String', 'String', 'String', 'double'] as const;

function numericDecay(fall: Fall): ContextFunction {
  return {
    params: ['double', 'double', 'double', 'double', 'double'],
    returns: 'double',
    bound: 4,
    ofDocument: false,
    make: (_state, bound) => {
      const [origin, scale, offset, decay] = bound as readonly number[];
      const curve = { origin: origin!, offset: offset!, scaled: fall.scaleOf(scale!, decay!) };
      return (value: number) => at(fall, curve, Math.abs(value - curve.origin));
    },
  };
}

function dateDecay(fall: Fall, kind: string): ContextFunction {
  return {
    params: [...strings, 'ZonedDateTime'],
    returns: 'double',
    bound: 4,
    ofDocument: false,
    make: (_state, bound) => {
      const [origin, scale, offset, decay] = bound as readonly [string, string, string, number];
      const curve = read(() => ({
        origin: parseDateMath(origin, DEFAULT_DATE_FORMAT, { nowMs: Number.NaN, roundUp: false }),
        offset: timeValueMs(offset, `DecayDate${kind}.offset`),
        scaled: fall.scaleOf(timeValueMs(scale, `DecayDate${kind}.scale`), decay),
      }));
      return (value: JavaDate) => at(fall, curve, Math.abs(value.ms - curve.origin));
    },
  };
}

function geoDecay(fall: Fall): ContextFunction {
  return {
    params: [...strings, 'GeoPoint'],
    returns: 'double',
    bound: 4,
    ofDocument: false,
    make: (_state, bound) => {
      const [origin, scale, offset, decay] = bound as readonly [string, string, string, number];
      const { metres, curve } = read(() => ({
        metres: distanceFrom(readPoint(origin, false)),
        curve: {
          origin: 0,
          offset: distanceMetres(offset, 1),
          scaled: fall.scaleOf(distanceMetres(scale, 1), decay),
        },
      }));
      return ({ lat, lon }: DocPoint) => at(fall, curve, metres(lat, lon));
    },
  };
}

function plain(params: readonly string[], work: (...values: never[]) => unknown): ContextFunction {
  return { params, returns: 'double', bound: 0, ofDocument: false, make: () => work };
}

function randomDoc(): ContextFunction {
  return {
    params: ['int'],
    returns: 'double',
    bound: 1,
    ofDocument: true,
    make: (state, [seed]) => {
      const document = documentOf(state);
      const salted = saltedSeed(document, seed as number);
      const { segments, docBases } = document.searcher;
      return () => {
        const base = docBases[segments.indexOf(document.segment!)] ?? 0;
        return randomOf(String(base + document.doc), salted);
      };
    },
  };
}

function randomField(): ContextFunction {
  return {
    params: ['int', 'String'],
    returns: 'double',
    bound: 2,
    ofDocument: true,
    make: (state, [seed, name]) => {
      const document = documentOf(state);
      const salted = saltedSeed(document, seed as number);
      return () => {
        if (name === '_seq_no') return randomOf(String(document.segment!.seqNoOf(document.doc)), salted);
        return randomOf(textOf(document.fields.get(name).get(0)), salted);
      };
    },
  };
}

/** How often the document that is asked for has a term; documents may come in any order. */
function frequencies(document: ScoredDocument, field: string, term: string): () => number {
  let segment: SegmentReader | null = null;
  let postings: Postings | null = null;
  return () => {
    if (document.segment !== segment) {
      segment = document.segment;
      const terms = segment?.terms(field) ?? null;
      const ordinal = terms?.lookup(encoder.encode(term)) ?? -1;
      postings = ordinal < 0 || terms?.indexed !== true ? null : terms.postings(ordinal);
    }
    if (postings === null) return 0;
    if (postings.docId() > document.doc) postings = postings.again();
    const found = postings.docId() === document.doc ? document.doc : postings.advance(document.doc);
    return found === document.doc ? postings.freq() : 0;
  };
}

function ofShard(
  params: readonly string[],
  count: (segment: SegmentReader, bound: readonly string[]) => number,
): ContextFunction {
  return {
    params,
    returns: 'long',
    bound: params.length,
    ofDocument: true,
    make: (state, bound) => {
      let sum = 0;
      for (const segment of documentOf(state).searcher.segments)
        sum += count(segment, bound as readonly string[]);
      const total = longOf(sum);
      return () => total;
    },
  };
}

const kinds = [
  ['Linear', falls.linear],
  ['Exp', falls.exp],
  ['Gauss', falls.gauss],
] as const;

/** What scripts of scores may call: OpenSearch's `ScoreScriptUtils`. */
export const scoreFunctions: ContextFunctions = new Map<string, ContextFunction>([
  ['saturation/2', plain(['double', 'double'], (value: number, k: number) => value / (k + value))],
  [
    'sigmoid/3',
    plain(
      ['double', 'double', 'double'],
      (value: number, k: number, a: number) => value ** a / (k ** a + value ** a),
    ),
  ],
  ['randomScore/1', randomDoc()],
  ['randomScore/2', randomField()],
  ...kinds.map(([kind, fall]) => [`decayNumeric${kind}/5`, numericDecay(fall)] as const),
  ...kinds.map(([kind, fall]) => [`decayDate${kind}/5`, dateDecay(fall, kind)] as const),
  ...kinds.map(([kind, fall]) => [`decayGeo${kind}/5`, geoDecay(fall)] as const),
  [
    'termFreq/2',
    {
      params: ['String', 'String'],
      returns: 'int',
      bound: 2,
      ofDocument: true,
      make: (state, [field, term]) => frequencies(documentOf(state), field as string, term as string),
    },
  ],
  [
    'totalTermFreq/2',
    ofShard(['String', 'String'], (segment, [field, term]) => {
      const terms = segment.terms(field!);
      const ordinal = terms?.lookup(encoder.encode(term)) ?? -1;
      return ordinal < 0 ? 0 : terms!.totalTermFreq(ordinal);
    }),
  ],
  [
    'sumTotalTermFreq/1',
    ofShard(['String'], (segment, [field]) => segment.terms(field!)?.sumTotalTermFreq ?? 0),
  ],
]);
